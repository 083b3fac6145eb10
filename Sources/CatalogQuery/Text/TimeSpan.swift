/// A duration in whole minutes.
public struct TimeSpan: Sendable, Hashable {
  /// The duration in seconds, from one minute to 366 days.
  public let seconds: Int

  /// Parses a duration with units, such as "45m", "2h", "1h30m" or "1d".
  ///
  /// - Throws: `QueryError` for any other text.
  public init(parsing text: String) throws(QueryError) {
    var minutes = 0
    var number: Int?
    var units = Substring("dhm")
    for character in text.lowercased() where character != " " {
      if character.isASCII, let digit = character.wholeNumberValue {
        guard number ?? 0 < 1_000_000 else { throw Self.error(text) }
        number = (number ?? 0) * 10 + digit
      } else {
        guard let value = number, let unit = units.firstIndex(of: character) else { throw Self.error(text) }
        minutes += value * (character == "d" ? 1440 : character == "h" ? 60 : 1)
        number = nil
        units = units[units.index(after: unit)...]
      }
    }
    guard number == nil, minutes >= 1, minutes <= 366 * 1440 else { throw Self.error(text) }
    seconds = minutes * 60
  }

  private static func error(_ text: String) -> QueryError {
    QueryError(.duration, "invalid duration \"\(text)\"; write minutes and hours, such as 45m, 2h or 1h30m")
  }
}
