/// A day of the week. Raw values are 0 for Monday to 6 for Sunday (ISO 8601 order). Feeds may number days differently.
public enum Weekday: Int, Sendable, Hashable, CaseIterable, Comparable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The key of the weekday in a catalog, "mo" to "su".
  public var code: StaticString {
    switch self {
    case .monday: "mo"
    case .tuesday: "tu"
    case .wednesday: "we"
    case .thursday: "th"
    case .friday: "fr"
    case .saturday: "sa"
    case .sunday: "su"
    }
  }

  /// The codes of all weekdays, Monday first.
  package static let codes = allCases.map(\.code)

  /// Creates a weekday from its code, such as "mo"; nil for any other text.
  public init?(code: String) {
    guard let day = Self.codes.firstIndex(where: { "\($0)" == code }) else { return nil }
    self.init(rawValue: day)
  }

  /// The weekday in OSM `opening_hours` text, "Mo" to "Su".
  public var osm: StaticString {
    switch self {
    case .monday: "Mo"
    case .tuesday: "Tu"
    case .wednesday: "We"
    case .thursday: "Th"
    case .friday: "Fr"
    case .saturday: "Sa"
    case .sunday: "Su"
    }
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
