/// The new hours of a place on a date, compared with the usual hours of the weekday before it (`UsualWeeks.compare`).
public struct NewDate: Sendable, Hashable {
  public let date: LocalDate
  /// Whether the hours of the date were known before, and were others.
  public let wasKnown: Bool
  /// When the place is open, in minutes since the midnight that begins the day, sorted and without overlaps. Empty if it is closed.
  public let times: [Range<Int>]
  /// The usual hours before the date; nil if they were not known.
  public let usual: [Range<Int>]?
  /// The hours that have become the usual ones with this date; nil if these have not changed.
  public let newUsual: [Range<Int>]?
  /// Whether the date does not count, because the calendar names it, or most places differ on it.
  public let isExplained: Bool
  /// The first date with the new usual hours; nil without them.
  public let since: LocalDate?
  /// The open minutes of the usual week before the changes that began in the seven days up to `since`. Nil if not all weekdays are known, and
  /// without `since`.
  public let formerMinutes: Int?
  /// The open minutes of the usual week now. Nil as `formerMinutes`.
  public let minutes: Int?

  /// Returns the same date compared with other usual hours, which have not changed.
  public func compared(with usual: [Range<Int>]?) -> NewDate {
    NewDate(
      date: date, wasKnown: wasKnown, times: times, usual: usual, newUsual: nil, isExplained: isExplained, since: nil, formerMinutes: nil,
      minutes: nil)
  }

  /// Whether the date can be compared: its usual hours were known, or it is explained.
  public var isComparable: Bool { isExplained || usual != nil }

  /// Whether the hours were not known before, differ from the usual ones for the first time, and nothing explains it.
  public var isUnusual: Bool { !wasKnown && !isExplained && (newUsual ?? usual).map { $0 != times } ?? false }
}

// In an extension, so that the memberwise initializer exists too.
extension NewDate {
  /// Creates a date with the usual hours, whether or not it counts.
  public init(_ date: LocalDate, _ usual: [Range<Int>], wasKnown: Bool) {
    self.init(
      date: date, wasKnown: wasKnown, times: usual, usual: usual, newUsual: nil, isExplained: false, since: nil, formerMinutes: nil,
      minutes: nil)
  }
}
