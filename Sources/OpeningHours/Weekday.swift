/// A day of the week. Raw values count from Monday as 0 (ISO 8601 order); feeds count in their own ways, so adapters map.
public enum Weekday: Int, Sendable, Hashable, CaseIterable, Comparable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// Two lower-case letters, the key of a weekday in a catalog: "mo" … "su".
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

  /// The codes of all days, Monday first.
  package static let codes = allCases.map(\.code)

  /// The day with a code such as "mo"; nil for any other text.
  public init?(code: String) {
    guard let day = Self.codes.firstIndex(where: { "\($0)" == code }) else { return nil }
    self.init(rawValue: day)
  }

  /// The day as OSM writes it: "Mo" … "Su".
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
