import struct Foundation.Date
import class Foundation.NSLock
import class Foundation.NSTimeZone
import struct Foundation.TimeZone
import Synchronization

/// The rules of one zone, from Foundation's time zone database. Those of each zone exist once, for the lifetime of the process.
///
/// This is the only file that uses Foundation's types for time.
struct ZoneRules: ~Copyable {
  let name: String
  private let zone: TimeZone
  /// The table, from its first use on: most zones of a registry are never asked, and tables take most of the time to read one.
  private let made = Atomic<UnsafePointer<ZoneTable>?>(nil)

  private init(_ name: String, _ zone: TimeZone) { (self.name, self.zone) = (name, zone) }

  /// The table of the zone, which never changes.
  var table: UnsafePointer<ZoneTable> {
    @inline(__always) get { made.load(ordering: .acquiring) ?? makeTable() }
  }

  @inline(never)
  private func makeTable() -> UnsafePointer<ZoneTable> {
    let new = UnsafeMutablePointer<ZoneTable>.allocate(capacity: 1)
    new.initialize(to: ZoneTable(zone))
    let other = made.compareExchange(expected: nil, desired: UnsafePointer(new), ordering: .acquiringAndReleasing).original
    guard let other else { return UnsafePointer(new) }
    // Another thread was faster.
    new.deinitialize(count: 1)
    new.deallocate()
    return other
  }

  private static let lock = NSLock()
  /// Protected by `lock`.
  private nonisolated(unsafe) static var known: [String: UnsafePointer<ZoneRules>] = [:]

  /// Returns the rules of a zone; nil if the name is not valid or not in the database.
  static func named(_ name: String) -> UnsafePointer<ZoneRules>? {
    lock.withLock {
      if let rules = known[name] { return rules }
      guard isName(name), let zone = TimeZone(identifier: name),
        zone.identifier == name || name == "UTC"
      else { return nil }
      let rules = UnsafeMutablePointer<ZoneRules>.allocate(capacity: 1)
      rules.initialize(to: ZoneRules(name, zone))
      known[name] = UnsafePointer(rules)
      return UnsafePointer(rules)
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

  /// The file of the zone in the system's time zone database (RFC 9636); empty if there is none.
  package var file: [UInt8] { NSTimeZone(name: name).map { Array($0.data) } ?? [] }
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
