import FeedKit

/// The adapter for the dining venues of the University of Pennsylvania, as served by Penn Labs. It reads three shapes of the feed, which it
/// distinguishes by their structure. See README.md.
struct PennAdapter: FeedAdapter {
  let manifest = AdapterManifest(
    id: "penn", version: 1, title: "Penn dining venues",
    summary: "Dining halls and retail venues with the hours of a week, as Penn Labs serves them to its apps.",
    homepage: "https://pennlabs.org/",
    requests: ["venues"],
    cadence: 3600)

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
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

  // MARK: - Current shape, and shape of late 2022

  private func readVenues(_ venues: JSONValue, in reply: FeedReply, _ zone: Zone, into draft: inout FeedDraft) {
    let feed = draft.feed
    draft.readRecords(venues, in: reply) { (venue, notes) throws(JSONFieldError) in
      let hours = try PennHoursReader.schedule(of: venue.array("days"), zone, &notes)
      let image = try venue.address("image", noting: &notes)
      return try entry(venue, of: feed, hours, isResidential: false, images: image.map { [Image(.photo, $0)] } ?? [])
    }
  }

  // MARK: - Shape until 2021

  private func readOlderVenues(_ venues: JSONValue, in reply: FeedReply, _ zone: Zone, into draft: inout FeedDraft) {
    let feed = draft.feed
    let listed = PennHoursReader.dates(inOlder: venues)
    draft.readRecords(venues, at: "/document/venue", in: reply) { (venue, notes) throws(JSONFieldError) in
      let hours = try PennHoursReader.olderSchedule(of: venue, zone, dates: listed, &notes)
      let type = try venue.line("venueType")
      var entry = try self.entry(venue, of: feed, hours, isResidential: type?.equalsIgnoringCase("residential") ?? false)
      if let image = try venue.address("imageURL", noting: &notes) { entry.images = [Image(.photo, image)] }
      if let page = try venue.address("facilityURL", noting: &notes) { entry.links.append(Link(.website, page)) }
      for menu in [try venue.address("dailyMenuURL", noting: &notes), try venue.address("weeklyMenuURL", noting: &notes)] {
        if let menu, !entry.links.contains(Link(.menu, menu)) { entry.links.append(Link(.menu, menu)) }
      }
      return entry
    }
  }

  // MARK: - All shapes

  private func entry(
    _ venue: JSONValue, of feed: Feed, _ hours: Schedule, isResidential: Bool, images: [Image] = []
  ) throws(JSONFieldError) -> Entry {
    let record = String(try venue.requiredInteger("id"))
    guard let id = EntryID(feed: feed.id, record: record) else { throw venue.fault(.value, "no usable id") }
    let name = try venue.requiredLine("name")
    let isResidential = isResidential || feed.facts[id]?.category == .diningHall
    let place = Place(
      category: isResidential ? .diningHall : Self.category(ofRetail: name),
      categoryLabel: isResidential ? "Residential" : "Retail",
      location: Location(address: try venue.line("address")),
      hours: hours)
    return Entry(
      id: id, campus: feed.campus.id, name: name, images: images, sources: [SourceReference(feed: feed.id, record: record)],
      details: .place(place))
  }

  private static let cafes = Keywords("café", "cafe", "coffee", "starbucks", "pret a manger", "joe's")
  private static let markets = Keywords("market", "grocer", "store", "provisions")

  /// Returns the category of a retail venue by keywords in its name.
  private static func category(ofRetail name: String) -> Category {
    let name = Keywords.fold(name)
    return cafes.occur(inFolded: name) ? .cafe : markets.occur(inFolded: name) ? .market : .restaurant
  }
}
