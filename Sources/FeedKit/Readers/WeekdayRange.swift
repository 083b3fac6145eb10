public import OpeningHours

/// A range of weekdays parsed from free text: "monday-friday", "Sat – Sun", "Thurs".
///
/// Accepts one weekday, or two separated by a dash, "to" or "through". A weekday is its English name or the first two or more letters
/// of it, optionally with a period. Case and spaces do not matter. The range may wrap around the end of the week ("fri-mon").
///
/// Rejects lists ("mon, wed"), single letters, and any other words.
public struct WeekdayRange: Sendable, Hashable {
  public let first: Weekday
  /// The last weekday, included; may come before `first` in the week.
  public let last: Weekday

  public init?(_ text: String) {
    guard let folded = FoldedText.fold(text) else { return nil }
    let names = folded.replacing("through", with: "-").replacing("to", with: "-").split(separator: "-", omittingEmptySubsequences: false)
    guard names.count <= 2, let first = Self.weekday(names[0]), let last = Self.weekday(names[names.count - 1]) else { return nil }
    self.first = first
    self.last = last
  }

  /// The days of the range, from `first` to `last`.
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
