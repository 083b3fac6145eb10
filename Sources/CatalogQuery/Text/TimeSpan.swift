/// A duration in whole minutes.
public struct TimeSpan: Sendable, Hashable {
  /// The duration in seconds, from one minute to 366 days.
  public let seconds: Int

  /// Parses a duration in minutes, such as "90", or with units, such as "45m", "2h", "1h30m", "90 min" or "1d".
  ///
  /// - Throws: `QueryError` for any other text.
  public init(parsing text: String) throws(QueryError) {
    let compact = text.lowercased().filter { $0 != " " }
    let match = compact.wholeMatch(of: /(?:([0-9]{1,9})d(?:ays?)?)?(?:([0-9]{1,9})h(?:ours?)?)?(?:([0-9]{1,9})(?:m|mins?|minutes?)?)?/)
    let numbers = [match?.1, match?.2, match?.3].map { $0.flatMap { Int($0) } ?? 0 }
    let minutes = (numbers[0] * 24 + numbers[1]) * 60 + numbers[2]
    guard (1...366 * 1440).contains(minutes) else {
      throw QueryError(.duration, "invalid duration \"\(text)\"; write 90 (minutes), 45m, 2h or 1h30m")
    }
    seconds = minutes * 60
  }
}
