public import FeedCore
import CampusCatalog
import OpeningHours
import SimdJSON

/// Dining venues of the University of Pennsylvania, as Penn Labs serves them. Three shapes of the feed are read, told apart
/// by their structure; see README.md beside this file.
public struct PennAdapter: FeedAdapter {
  public init() {}

  public var manifest: AdapterManifest { Self.card }

  public func requests(for feed: Feed) throws(AdapterError) -> [FeedRequest] {
    [FeedRequest("venues", addresses: feed.addresses["venues"] ?? [])]
  }

  public func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    let zone = try draft.zone()
    for reply in replies {
      let document = try draft.open(reply)
      let root = document.root
      do throws(JSONFieldError) {
        if root.isArray {
          readVenues(root, in: reply, zone, into: &draft)
        } else if let venues = try root.object("document")?.requiredArray("venue") {
          readOlderVenues(venues, in: reply, zone, into: &draft)
        } else {
          let said = try root.line("error").map { ", saying \"\($0.prefix(200))\"" } ?? ""
          throw root.fault(.type, "expected an array of venues, found \(root.kind)\(said); see Adapters/Penn/README.md")
        }
      } catch {
        throw AdapterError(shape: error, in: reply.request)
      }
    }
  }

  // MARK: - The current shape, and the one of late 2022

  private func readVenues(_ venues: JSONValue, in reply: FeedReply, _ zone: Zone, into draft: inout FeedDraft) {
    let feed = draft.feed
    var labels = TextCache(.line)
    var texts = TextCache(.lines)
    draft.readRecords(venues, in: reply) { (venue, notes) throws(JSONFieldError) in
      var fields = venue.fields
      let name = try fields.requiredLine("name")
      let address = try fields.line("address")
      var messages = UniqueTexts()
      let hours = try PennHours.schedule(of: fields.array("days"), zone, &messages, &labels, &texts, &notes)
      let image = try fields.address("image", noting: &notes)
      let id = try fields.requiredInteger("id")
      return try entry(
        id, venue, name, address, of: feed, hours, isResidential: PennVenues.halls.contains(id), notice: messages.lines,
        images: image.map { [Image(.photo, $0)] } ?? [])
    }
  }

  // MARK: - The shape until 2021

  private func readOlderVenues(_ venues: JSONValue, in reply: FeedReply, _ zone: Zone, into draft: inout FeedDraft) {
    let feed = draft.feed
    let listed = PennHours.dates(inOlder: venues)
    draft.readRecords(venues, at: "/document/venue", in: reply) { (venue, notes) throws(JSONFieldError) in
      let id = try venue.requiredInteger("id")
      let hours = try PennHours.olderSchedule(of: venue, zone, dates: listed, &notes)
      let type = try venue.line("venueType")?.lowercased()
      var entry = try self.entry(
        id, venue, venue.requiredLine("name"), venue.line("address"), of: feed, hours,
        isResidential: type == "residential" || PennVenues.halls.contains(id))
      if let image = try venue.address("imageURL", noting: &notes) { entry.images = [Image(.photo, image)] }
      if let page = try venue.address("facilityURL", noting: &notes) { entry.links.append(Link(.website, page)) }
      for menu in [try venue.address("dailyMenuURL", noting: &notes), try venue.address("weeklyMenuURL", noting: &notes)] {
        if let menu, !entry.links.contains(Link(.menu, menu)) { entry.links.append(Link(.menu, menu)) }
      }
      return entry
    }
  }

  // MARK: - What all shapes have

  private func entry(
    _ id: Int64, _ venue: JSONValue, _ name: String, _ address: String?, of feed: Feed, _ hours: Schedule, isResidential: Bool,
    notice: String? = nil, images: [Image] = []
  ) throws(JSONFieldError) -> Entry {
    let record = String(id)
    guard let entryID = EntryID(feed: feed.id, record: record) else { throw venue.fault(.value, "no usable id") }
    let place = Place(
      category: isResidential ? .diningHall : PennVenues.retailCategory(of: name),
      categoryLabel: isResidential ? "Residential" : "Retail",
      location: Location(address: address),
      hours: hours)
    return Entry(
      id: entryID, campus: feed.campus.id, name: name, notice: notice, links: PennVenues.menu(of: id).map { [Link(.menu, $0)] } ?? [],
      images: images, sources: [SourceReference(feed: feed.id, record: record)], details: .place(place))
  }
}
