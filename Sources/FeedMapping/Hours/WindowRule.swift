import FeedKit

/// A rule for the dates that a reply covers: `{"from": DATE, "to": DATE}`, or `{"from": DATE, "days": 7}`. Dates in it without a row are closed, or
/// unknown with `"else": "unknown"`.
struct WindowRule: Sendable {
  private enum End: Sendable {
    case date(DateRule)
    case days(Int)
  }

  private let from: DateRule
  private let end: End
  /// Whether dates without a row are unknown.
  let isUnknown: Bool

  /// The maximum number of days of a window.
  private static let maximumDays = 400

  init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected an object, found \(value.kind)") }
    try value.expectOnly(["from", "to", "days", "else"])
    from = try value.required("from", DateRule.init(reading:))
    switch (try value.optional("to", DateRule.init(reading:)), try value.integer("days")) {
    case (let to?, nil): end = .date(to)
    case (nil, let days?):
      guard (1...Int64(Self.maximumDays)).contains(days) else {
        throw value.fault(.value, at: "days", "a number of days from 1 to \(Self.maximumDays)")
      }
      end = .days(Int(days))
    default: throw value.fault(.missing, "a window has either \"to\" or \"days\"")
    }
    isUnknown = try value.parsed("else", "\"closed\" or \"unknown\"") { ["closed": false, "unknown": true][$0] } ?? false
  }

  /// Returns the dates; none if its beginning or its end is absent.
  func dates(in scope: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> [LocalDate] {
    guard let first = try from.date(in: scope, zone, &notes) else { return [] }
    let count: Int
    switch end {
    case .days(let days): count = days
    case .date(let rule):
      guard let last = try rule.date(in: scope, zone, &notes), last >= first else { return [] }
      count = Int(last.daysSinceEpoch - first.daysSinceEpoch) + 1
      guard count <= Self.maximumDays else { throw scope.value.fault(.time, "the window has more than \(Self.maximumDays) days") }
    }
    return (0..<count).compactMap { first.adding(days: $0) }
  }
}
