public import CampusCatalog

/// An event in a list.
public struct EventListing: Sendable, Hashable {
  public let entry: Entry
  public let event: Event

  public init(entry: Entry, event: Event) {
    self.entry = entry
    self.event = event
  }

  /// Where it is, for people: "Raleigh, North Carolina", or plainly "location unknown".
  public var place: String {
    let parts = [event.venue?.city, event.venue?.state].compactMap { $0 }
    return parts.isEmpty ? "location unknown" : parts.joined(separator: ", ")
  }
}
