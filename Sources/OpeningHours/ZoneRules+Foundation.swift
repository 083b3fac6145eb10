import struct Foundation.Date
import struct Foundation.TimeZone
import Basics
import Synchronization

/// The rules of one zone, from Foundation's time zone database. Zones are cached for the lifetime of the process.
///
/// This is the only file that uses Foundation's types for time.
final class ZoneRules: Sendable {
  private let zone: TimeZone
  /// Built on first use, because most runs use only some of their zones. The table is never changed or deallocated.
  private nonisolated(unsafe) let cached = Atomic<UnsafePointer<ZoneTable>?>(nil)

  private init(_ zone: TimeZone) { self.zone = zone }

  @inline(__always)
  var table: ZoneTable {
    if let table = cached.load(ordering: .acquiring) { return table.pointee }
    return make()
  }

  @inline(never)
  private func make() -> ZoneTable {
    let table = UnsafeMutablePointer<ZoneTable>.allocate(capacity: 1)
    table.initialize(to: ZoneTable(zone))
    let (isFirst, other) = cached.compareExchange(expected: nil, desired: UnsafePointer(table), ordering: .acquiringAndReleasing)
    guard !isFirst, let other else { return table.pointee }
    // Another thread was faster.
    table.deinitialize(count: 1).deallocate()
    return other.pointee
  }

  private static let known = Guarded<[String: ZoneRules]>([:])

  /// Returns the rules of a zone; nil if the name is not valid or not in the database.
  static func named(_ name: String) -> ZoneRules? {
    known.withLock { known in
      if let rules = known[name] { return rules }
      guard isName(name), let zone = TimeZone(identifier: name),
        zone.identifier == name || name == "UTC"
      else { return nil }
      let rules = ZoneRules(zone)
      known[name] = rules
      return rules
    }
  }

  /// Returns whether a name is "UTC" or has the form Area/Location.
  private static func isName(_ name: String) -> Bool {
    if name == "UTC" { return true }
    guard name.utf8.count <= 64, name.contains("/"), !name.hasPrefix("Etc/"), !name.hasPrefix("SystemV/") else { return false }
    return name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "/_+-".utf8.contains($0) }
  }
}

extension Zone {
  /// The version of the time zone database in use, such as "2025b"; empty if unknown.
  public static var dataVersion: String { TimeZone.timeZoneDataVersion }
}

extension ZoneTable {
  /// Creates a table of all clock changes between 1900 and 2130.
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
