public import CampusCatalog
import SimdJSON

/// Values that complete an entry where its feed has none, such as a position, a menu page or a category. A registry file lists them
/// by entry id.
public struct EntryFacts: Sendable, Hashable {
  public var category: Category?
  /// Fields of a place that are lines of text, such as `categoryLabel`.
  public var lines: [Entry.Field: String] = [:]
  public var location = Location()
  public var contact = Contact()
  public var links: [Link] = []

  public init() {}

  /// Adds these values to an entry. Values from the feed take precedence, except a category of `other`; links are inserted before
  /// those of the feed.
  func complete(_ entry: inout Entry) {
    if !links.isEmpty { entry.links = links + entry.links.filter { !links.contains($0) } }
    guard case .place(var place) = entry.details else {
      if let known = entry.location { entry.location = known.completed(by: location) }
      return
    }
    complete(&place)
    entry.details = .place(place)
  }

  private func complete(_ place: inout Place) {
    if let category, place.category == .other { place.category = category }
    for line in Place.lines { place[keyPath: line.path] = place[keyPath: line.path] ?? lines[line.field] }
    place.location = place.location.completed(by: location)
    place.contact = place.contact.completed(by: contact)
  }

  /// Returns a place that has only these values, to compare with an entry or to write as text.
  package func entry(_ id: EntryID, on campus: CampusID) -> Entry {
    var place = Place(category: .other)
    complete(&place)
    return Entry(id: id, campus: campus, name: "", links: links, sources: [], details: .place(place))
  }
}

extension Location {
  /// Returns this location with absent values taken from another one.
  package func completed(by other: Location) -> Location {
    Location(
      address: address ?? other.address, building: building ?? other.building, abbreviation: abbreviation ?? other.abbreviation,
      room: room ?? other.room, region: region ?? other.region, onCampus: onCampus ?? other.onCampus,
      coordinate: coordinate ?? other.coordinate)
  }
}

extension Contact {
  /// Returns this contact with absent values taken from another one.
  package func completed(by other: Contact) -> Contact { Contact(phone: phone ?? other.phone, email: email ?? other.email) }
}

extension Feed {
  /// The facts as canonical text, one entry a line, sorted by id; empty if there are none. Equal facts have equal text.
  package var factsText: String {
    facts.sorted { $0.key < $1.key }.map { id, facts in
      var writer = JSONWriter(capacity: 512)
      facts.entry(id, on: campus.id).write(to: &writer)
      return writer.text
    }.joined(separator: "\n")
  }
}
