public import CampusCatalog
public import OpeningHours

/// A summary of a place's hours at an instant: open today, open now, when it closes, and when it opens next.
public struct OpeningSummary: Sendable, Hashable {
  /// The local date at the place; nil if the place has no zone.
  public let today: LocalDate?
  public let openToday: DayPlan
  /// Whether the place is open; nil if unknown.
  public let isOpen: Bool?
  /// When the place closes; nil if it is not open, never closes, or this is unknown.
  public let closes: Instant?
  /// When the place opens next. For an open place, this is after it closes. Nil if it never opens again or this is unknown.
  public let opens: Instant?
  /// The status as a sentence, such as "Open until 22:00".
  public let sentence: String
  /// When an open place opens again, as a sentence such as "Opens Mon 07:30"; nil if it is not open, or this is unknown.
  public let sentenceAfterwards: String?

  /// For entries that are not places, the hours are unknown.
  public init(of entry: Entry, by rule: StatusRule) {
    let listing = rule.listing(entry)
    let status = listing.status
    sentence = listing.sentence
    today = listing.zone.map { rule.kind.isPeriod ? rule.date(of: entry) : $0.local(listing.instant).date }
    isOpen = status.isOpen ? true : status.isClosed ? false : nil
    closes = status.isOpen ? status.until : nil
    let hours = entry.place?.hours
    opens = status.isOpen ? status.until.flatMap { hours?.status(at: $0).opens } : status.opens
    sentenceAfterwards = status.isOpen ? opens.map { listing.sentence(opening: $0) } : nil
    openToday = status.areHoursTooOld ? .unknown : today.flatMap { hours?.plan(on: $0) } ?? .unknown
  }
}
