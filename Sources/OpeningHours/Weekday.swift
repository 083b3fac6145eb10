/// A day of the week. Raw values are 0 for Monday to 6 for Sunday (ISO 8601 order). Feeds may number days differently.
public enum Weekday: Int, Sendable, Hashable, CaseIterable, Comparable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The codes of all weekdays, Monday first.
  package static let codes: [StaticString] = ["mo", "tu", "we", "th", "fr", "sa", "su"]
  static let osmNames: [StaticString] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
  private static let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  private static let shortNames: [StaticString] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// The key of the weekday in a catalog, "mo" to "su".
  public var code: StaticString { Self.codes[rawValue] }

  /// The weekday in OSM `opening_hours` text, "Mo" to "Su".
  public var osm: StaticString { Self.osmNames[rawValue] }

  /// The English name, "Monday" to "Sunday".
  package var name: String { Self.names[rawValue] }

  /// The English abbreviation, "Mon" to "Sun".
  public var shortName: StaticString { Self.shortNames[rawValue] }

  /// Returns the weekday some days later; Monday follows Sunday.
  package func adding(_ days: Int) -> Weekday { Weekday(rawValue: (rawValue + days) % 7) ?? self }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
