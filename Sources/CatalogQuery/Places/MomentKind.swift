/// How the moment of a question was chosen, which decides what its answers say.
public enum MomentKind: Sendable, Hashable {
  /// It is the clock's, so that a sentence may say "tomorrow".
  case now
  /// It is another one: sentences have dates.
  case chosen
  /// It is the beginning of a day, and the question is about the day as a whole: a place is open if it has hours on that day.
  case day
}
