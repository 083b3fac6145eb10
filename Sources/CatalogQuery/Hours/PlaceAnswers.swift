public import CampusCatalog
public import OpeningHours

/// The four questions that people ask of a place: open today? open now? when does it close? when does it open next?
public struct PlaceAnswers: Sendable, Hashable {
  /// The date that clocks at the place show; nil when the place has no zone.
  public let today: LocalDate?
  /// What the place offers on that service day; none: closed all day; or not known.
  public let openToday: DayPlan
  /// Nil when it is not known.
  public let isOpen: Bool?
  /// When it closes, with all openings that touch; nil when it is not open, and when no end can be foreseen.
  public let closes: Instant?
  /// When it opens next: for an open place after it has closed. Nil when that is not known.
  public let opens: Instant?
  /// For people: "Open until 22:00".
  public let sentence: String

  /// - Parameter entry: of what is no place nothing is known.
  public init(of entry: Entry, by rule: StatusRule) {
    let listing = rule.listing(entry)
    let status = listing.status
    sentence = listing.sentence
    today = listing.zone?.local(rule.instant).date
    switch status.state {
    case .open: isOpen = true
    case .closed: isOpen = false
    case .unknown: isOpen = nil
    }
    closes = status.isOpen ? status.until : nil
    let hours = entry.place?.hours
    opens = status.isOpen ? status.until.flatMap { hours?.status(at: $0).opens } : status.opens
    if case .old = status.unknownReason {
      openToday = .unknown
    } else {
      openToday = today.flatMap { hours?.plan(on: $0) } ?? .unknown
    }
  }
}
