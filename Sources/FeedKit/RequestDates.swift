package import SimdJSON

/// The dates for which a request is sent, with one address for each: some days or weeks from the campus's date on.
///
///     {"url": "https://example.edu/menus/{date}.json", "days": 7, "missing": "empty"}
public struct RequestDates: Sendable, Hashable {
  public enum Unit: String, Sendable, Hashable {
    case days, weeks

    /// The greatest number of dates.
    public var most: Int { self == .days ? 14 : 4 }
    var days: Int { self == .days ? 1 : 7 }
  }

  public let unit: Unit
  /// The number of dates: 1 to 14 days, 1 to 4 weeks.
  public let count: Int
  /// Whether a date for which the server has nothing (404) counts as not published yet, if it has other dates.
  public let mayBeMissing: Bool

  /// Creates the dates; nil if the count is out of range.
  public init?(_ unit: Unit, _ count: Int, mayBeMissing: Bool = false) {
    guard (1...unit.most).contains(count) else { return nil }
    (self.unit, self.count, self.mayBeMissing) = (unit, count, mayBeMissing)
  }

  /// The members that `init(reading:)` reads.
  package static let keys: [StaticString] = ["days", "weeks", "missing"]

  /// Reads the members `days` or `weeks`, and `missing`, of an object; nil if there are none.
  package init?(reading value: JSONValue) throws(JSONFieldError) {
    guard value["days"] != nil || value["weeks"] != nil else {
      guard let missing = value["missing"] else { return nil }
      throw missing.fault(.value, "\"missing\" needs \"days\" or \"weeks\"")
    }
    if value["days"] != nil, let weeks = value["weeks"] { throw weeks.fault(.value, "either \"days\" or \"weeks\"") }
    let (unit, key): (Unit, StaticString) = value["days"] != nil ? (.days, "days") : (.weeks, "weeks")
    let count = try value.wholeNumber(key) ?? 0
    let mayBeMissing = try value.parsed("missing", "\"empty\"") { $0 == "empty" ? true : nil } ?? false
    guard let dates = RequestDates(unit, Int(clamping: count), mayBeMissing: mayBeMissing) else {
      throw value.fault(.value, at: key, "a number of \(unit.rawValue) from 1 to \(unit.most)")
    }
    self = dates
  }

  package func writeMembers(to writer: inout JSONWriter) {
    if unit == .days { writer.member("days", count) } else { writer.member("weeks", count) }
    if mayBeMissing { writer.member("missing", "empty") }
  }
}

extension RequestDates: CustomStringConvertible {
  /// The dates in words: "7 days", "2 weeks, some may be missing".
  public var description: String {
    count.counted(unit == .days ? "day" : "week") + (mayBeMissing ? ", some may be missing" : "")
  }
}
