import RandomData
import TestKit
import Testing

@testable import OpeningHours

@Suite struct PortableOSMTests {
  /// Text, and the text that other programs read the same way; nil if there is none.
  @Test(arguments: [
    ("Mo-Fr 08:00-22:00", "Mo-Fr 08:00-22:00"),
    // Nights that no rule cuts short stay as they are.
    ("Fr,Sa 18:00-02:00", "Fr,Sa 18:00-26:00"),
    ("18:00-02:00", "18:00-26:00"),
    // Others are split at midnight.
    ("Mo-Sa 10:00-02:00; Su 09:00-02:00", "Mo-Sa 00:00-02:00,10:00-24:00; Su 00:00-02:00,09:00-24:00"),
    (
      "Mo-Fr 18:00-02:00; 2025 Dec 25 off",
      "Mo 18:00-24:00; Tu-Fr 00:00-02:00,18:00-24:00; Sa 00:00-02:00; 2025 Dec 25 00:00-02:00; 2025 Dec 26 18:00-24:00"
    ),
    // In New York, clocks skip 02:00 to 03:00 on Sundays, and repeat 01:00 to 02:00.
    ("Su 10:00-02:30", "Su 10:00-26:30"), ("Sa 10:00-02:30", nil), ("Sa 10:00-02:00", "Sa 10:00-26:00"), ("Sa 10:00-01:30", nil),
    ("Su 02:30-10:00", nil), ("Su 01:00-10:00", nil), ("Su 03:00-10:00", "Su 03:00-10:00"),
    // Hours that last into an unknown day cannot be written.
    ("unknown; 2029 Mar 09 20:00-02:00", nil), ("unknown; 2029 Mar 09 20:00-24:00", "unknown; 2029 Mar 09 20:00-24:00"),
    // Before the first day of the calendar there is no night.
    ("11:00-02:00; 0001 Jan 04 off", nil),
    (
      "0001 Jan 01+ 11:00-02:00; 2026 Dec 25 off",
      "00:00-02:00,11:00-24:00; 2026 Dec 25 00:00-02:00; 2026 Dec 26 11:00-24:00"
    ),
  ])
  func textIsPortable(_ text: String, _ portable: String?) throws {
    let found = try Schedule(osm: text, zone: zone("America/New_York")).portableOSM
    #expect(found == portable)
  }

  /// Without layers nothing is known, so there is nothing to write.
  @Test func unknownHoursHaveNoText() throws { #expect(Schedule(zone: try zone("Europe/London"), layers: []).portableOSM == nil) }

  /// Read again, the text gives the same state at each moment around a change.
  @Test(arguments: Budget.seeds(60))
  func textMeansTheSame(seed: UInt64) throws {
    var random = RandomSchedule(seed: seed, around: try date("2026-11-01"))
    let schedule = random.schedule(in: try zone(["America/New_York", "Europe/London", "Atlantic/Azores"][Int(seed % 3)]))
    guard let text = schedule.portableOSM else { return }
    let again = try Schedule(osm: text, zone: schedule.zone)
    for day in Set(schedule.layers.flatMap(\.boundaries).flatMap { $0 - 9...$0 + 9 }) {
      guard let date = LocalDate(daysSinceEpoch: Int(day)), let start = schedule.zone.start(of: date) else { continue }
      for hour in 0..<24 {
        guard let moment = Instant(secondsSinceEpoch: start.secondsSinceEpoch + Int64(hour) * 3600) else { continue }
        let (status, other) = (schedule.status(at: moment), again.status(at: moment))
        #expect(status.isOpen == other.isOpen && status.isClosed == other.isClosed, "seed \(seed), \(moment): \(text)")
      }
    }
  }
}
