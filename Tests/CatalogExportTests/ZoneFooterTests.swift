@testable import CatalogExport
import OpeningHours
import Testing

@Suite struct ZoneFooterTests {
  /// Returns a file without clock changes before the rule.
  private func file(_ rule: String) -> [UInt8] {
    let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 39)
    return header + header + Array("\n\(rule)\n".utf8)
  }

  @Test(
    arguments: [
      ("JST-9", []), ("<+0330>-3:30", []),
      ("EST5EDT,M3.2.0,M11.1.0", ["FREQ=YEARLY;BYMONTH=3;BYDAY=2SU 7200 -18000", "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU 7200 -14400"]),
      // The standard time is in summer.
      ("IST-1GMT0,M10.5.0,M3.5.0/1", ["FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU 7200 3600", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU 3600 0"]),
      // On the day after the 4th Thursday; 50 hours after it begins; an hour before it begins.
      (
        "IST-2IDT,M3.4.4/26,M10.5.0",
        ["FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=23,24,25,26,27,28,29;BYDAY=FR 7200 7200", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU 7200 10800"]
      ),
      (
        "EET-2EEST,M3.4.4/50,M10.4.4/50",
        [
          "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=24,25,26,27,28,29,30;BYDAY=SA 7200 7200",
          "FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=24,25,26,27,28,29,30;BYDAY=SA 7200 10800",
        ]
      ),
      (
        "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
        ["FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=24,25,26,27,28,29,30;BYDAY=SA 82800 -7200", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU 0 -3600"]
      ),
      // The day after the last Thursday of October may be in November.
      (
        "EET-2EEST,M4.5.5/0,M10.5.4/24",
        [
          "FREQ=YEARLY;BYMONTH=4;BYDAY=-1FR 0 7200", "FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=26,27,28,29,30,31;BYDAY=FR 0 10800",
          "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=1;BYDAY=FR 0 10800",
        ]
      ),
    ] as [(String, [String])])
  func rules(_ rule: String, _ expected: [String]) throws {
    let changes = try #require(ZoneFooter(file(rule))).changes
    #expect(Set(changes.map { "\($0.recurrence) \($0.second) \($0.before)" }) == Set(expected))
    #expect(changes.count == expected.count)
  }

  @Test(arguments: ["", "EST5EDT", "EST5EDT,J60,J300", "EST5EDT,M3.2.0", "EST5EDT,M2.5.0,M11.1.0", "EST5EDT,M13.1.0,M11.1.0"])
  func otherRules(_ rule: String) { #expect(ZoneFooter(file(rule)) == nil) }

  @Test func damagedFiles() {
    let whole = file("EST5EDT,M3.2.0,M11.1.0")
    for count in 0..<88 { #expect(ZoneFooter(Array(whole.prefix(count))) == nil) }
    #expect(ZoneFooter(Array("TZif".utf8) + [UInt8](repeating: 0xFF, count: 200)) == nil)
  }

  /// The rule in the file gives the changes that the zone's table has.
  @Test(
    arguments: [
      "America/New_York", "Europe/London", "Europe/Dublin", "Africa/Cairo", "Africa/Casablanca", "America/Nuuk", "America/Santiago",
      "Antarctica/Troll", "Asia/Gaza", "Asia/Jerusalem", "Asia/Tokyo", "Australia/Lord_Howe", "Australia/Sydney", "Pacific/Chatham",
    ])
  func agreesWithTable(_ name: String) throws {
    let zone = try #require(Zone(name))
    let footer = try #require(ZoneFooter(zone.file))
    let years = 2100...2120
    let expected = zone.offsetChanges(in: CalendarClock.instant(years.lowerBound)..<CalendarClock.instant(years.upperBound + 1))
    let found = years.flatMap { year in
      footer.changes.flatMap { rule in
        rule.dates(in: year).map { Int64($0.daysSinceEpoch) * 86_400 + Int64(rule.second - rule.before) }
      }
    }
    #expect(found.sorted() == expected.map(\.at))
  }
}
