/// An event in the results of a query.
public struct EventListing: Sendable, Hashable {
  /// The entry of the event.
  public let entry: Entry
  /// The details of the entry.
  public let event: Event

  public init(entry: Entry, event: Event) {
    self.entry = entry
    self.event = event
  }

  /// The venue as text, such as "Raleigh, North Carolina", or "location unknown".
  public var place: String {
    let parts = [event.venue?.city, event.venue?.state].compactMap { $0 }
    return parts.isEmpty ? "location unknown" : parts.joined(separator: ", ")
  }
}
