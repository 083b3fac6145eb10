import struct Foundation.Date
import struct Foundation.TimeZone
import Locking

/// The rules of one zone, taken from Foundation's zone data. The only file that uses Foundation's types for time.
final class ZoneRules: Sendable {
  let table: ZoneTable

  private init(_ table: ZoneTable) { self.table = table }

  private static let known = Guarded<[String: ZoneRules]>([:])

  /// Nil for a name that is not Area/Location or "UTC", or is not in the zone data.
  static func named(_ name: String) -> ZoneRules? {
    known.withLock { known in
      if let rules = known[name] { return rules }
      guard isName(name), let zone = TimeZone(identifier: name),
        zone.identifier == name || name == "UTC"
      else { return nil }
      let rules = ZoneRules(ZoneTable(zone))
      known[name] = rules
      return rules
    }
  }

  /// "UTC", or Area/Location in the characters of the zone data.
  private static func isName(_ name: String) -> Bool {
    if name == "UTC" { return true }
    guard name.utf8.count <= 64, name.contains("/"), !name.hasPrefix("Etc/"), !name.hasPrefix("SystemV/") else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "/_+-".utf8.contains(byte)
      }
    }
  }
}

extension Zone {
  /// Which edition of the zone data this program runs with, such as "2025b"; empty when that is not known.
  public static var dataVersion: String { TimeZone.timeZoneDataVersion }
}

extension ZoneTable {
  /// Asks Foundation for each change between 1900 and 2130.
  init(_ zone: TimeZone) {
    var changes: [(at: Int64, offset: Int)] = []
    var moment = Date(timeIntervalSince1970: Double(Self.first))
    let offset = zone.secondsFromGMT(for: moment)
    while let next = zone.nextDaylightSavingTimeTransition(after: moment), next > moment, next.timeIntervalSince1970 < Double(Self.end) {
      changes.append((Int64(next.timeIntervalSince1970), zone.secondsFromGMT(for: next)))
      moment = next
    }
    self.init(offset: offset, changes: changes)
  }
}
