import Foundation
import OpeningHours

/// The offsets of a zone between two dates, from our tables and from Foundation.
struct ZoneProbe {
  let line: String

  /// `NAME OFFSET MOMENT:OFFSET…`, in seconds; `NAME unknown` when the zone is unknown, and `NAME differs MOMENT` when the
  /// table differs from Foundation.
  init(_ name: String, from first: LocalDate, to last: LocalDate) {
    guard let zone = Zone(name), let foundation = TimeZone(identifier: name) else {
      line = "\(name) unknown"
      return
    }
    let begin = Int64(first.daysSinceEpoch) * 86_400
    let end = Int64(last.daysSinceEpoch) * 86_400
    var parts: [String] = [name, "\(Self.offset(of: zone, begin))"]
    var before = Self.offset(of: zone, begin)
    for hour in stride(from: begin, to: end, by: 3600) {
      let after = Self.offset(of: zone, hour + 3600)
      // Foundation is queried for every hour, so that a change missing from the table is found.
      if foundation.secondsFromGMT(for: Date(timeIntervalSince1970: Double(hour))) != Self.offset(of: zone, hour) {
        line = "\(name) differs \(hour)"
        return
      }
      if after == before { continue }
      for minute in stride(from: hour + 60, through: hour + 3600, by: 60) {
        let offset = Self.offset(of: zone, minute)
        if offset != before { parts.append("\(minute):\(offset)") }
        before = offset
      }
    }
    line = parts.joined(separator: " ")
  }

  private static func offset(of zone: Zone, _ seconds: Int64) -> Int {
    Instant(secondsSinceEpoch: seconds).map { zone.offset(at: $0) } ?? 0
  }
}
