public import OpeningHours

/// One weekday or several in a row, as people write them: "monday-friday", "Sat – Sun", "Thurs".
///
/// Accepted, in any case and with any spaces: an English name, or its beginning of at least two letters, optionally with a full
/// stop; two of these with a dash, "to" or "through" between them. The range may pass the end of the week ("fri-mon").
///
/// Refused: lists ("mon, wed"), single letters, and any other words.
public struct WeekdayRange: Sendable, Hashable {
  public let first: Weekday
  public let last: Weekday

  public init?(_ text: String) {
    let folded = FoldedText.fold(text).replacing("through", with: "-").replacing("to", with: "-")
    let names = folded.split(separator: "-", omittingEmptySubsequences: false)
    guard names.count <= 2, let first = Self.weekday(names[0]), let last = Self.weekday(names[names.count - 1]) else { return nil }
    self.first = first
    self.last = last
  }

  /// The days of the range in order, each once.
  public var days: [Weekday] {
    let count = (last.rawValue - first.rawValue + 7) % 7
    return (0...count).compactMap { Weekday(rawValue: (first.rawValue + $0) % 7) }
  }

  private static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  private static func weekday(_ name: Substring) -> Weekday? {
    let name = name.hasSuffix(".") ? name.dropLast() : name
    guard name.utf8.count >= 2 else { return nil }
    return names.firstIndex { $0.hasPrefix(name) }.flatMap { Weekday(rawValue: $0) }
  }
}
