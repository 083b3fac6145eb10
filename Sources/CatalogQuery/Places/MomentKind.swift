/// How the moment of a question was chosen. Answers name times accordingly.
public enum MomentKind: Sendable, Hashable {
  /// The clock's time. Sentences may say "tomorrow".
  case now
  /// A chosen time. Sentences have dates.
  case chosen
  /// A whole day; the moment is its beginning. A place is open if it has hours on that day.
  case day
  /// An evening and the night after it, from 18:00 to 02:00; the moment is its beginning. A place is open if it has hours in that time.
  case night

  /// Whether the question is about more than an instant.
  public var isPeriod: Bool { self == .day || self == .night }
}
