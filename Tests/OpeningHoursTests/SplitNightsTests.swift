import OpeningHours
import TestKit
import Testing

@Suite struct SplitNightsTests {
  private func joined(_ days: [String: String]) throws -> [String: [Service]] {
    let output = try week(days).joiningSplitNights()
    let filled = Weekday.allCases.filter { !output[$0].services.isEmpty }
    return Dictionary(uniqueKeysWithValues: filled.map { ("\($0.code)", Array(output[$0].services)) })
  }

  @Test(
    arguments: [
      // A night of the week, and the one from Sunday to Monday.
      (["mo": "18:00-24:00", "tu": "00:00-02:00"], ["mo": "18:00-26:00"]),
      (["su": "18:00-24:00", "mo": "00:00-02:00"], ["su": "18:00-26:00"]),
      // Each of several consecutive nights joins with its own morning.
      (
        ["mo": "00:00-02:00,18:00-24:00", "tu": "00:00-02:00,18:00-24:00", "su": "18:00-24:00"],
        ["mo": "18:00-26:00", "tu": "18:00-24:00", "su": "18:00-26:00"]
      ),
      // No evening before, a gap at midnight, another label, not the next day.
      (["tu": "00:00-02:00"], ["tu": "00:00-02:00"]),
      (["mo": "18:00-23:30", "tu": "00:00-02:00"], ["mo": "18:00-23:30", "tu": "00:00-02:00"]),
      (["mo": "18:00-24:00", "tu": "00:30-02:00"], ["mo": "18:00-24:00", "tu": "00:30-02:00"]),
      (["mo": "18:00-24:00 Dinner", "tu": "00:00-02:00 Late"], ["mo": "18:00-24:00 Dinner", "tu": "00:00-02:00 Late"]),
      (["mo": "18:00-24:00 Dinner", "tu": "00:00-02:00"], ["mo": "18:00-24:00 Dinner", "tu": "00:00-02:00"]),
      (["mo": "18:00-24:00 Dinner", "tu": "00:00-02:00 Dinner"], ["mo": "18:00-26:00 Dinner"]),
      (["mo": "18:00-24:00", "we": "00:00-02:00"], ["mo": "18:00-24:00", "we": "00:00-02:00"]),
      // A whole night of 24 hours is one; a minute more is not.
      (["mo": "12:00-24:00", "tu": "00:00-12:00"], ["mo": "12:00-36:00"]),
      (["mo": "12:00-24:00", "tu": "00:00-12:01"], ["mo": "12:00-24:00", "tu": "00:00-12:01"]),
      (["mo": "00:00-24:00", "tu": "00:00-24:00"], ["mo": "00:00-24:00", "tu": "00:00-24:00"]),
      // Other services stay where they are.
      (["fr": "07:00-09:00,22:00-24:00", "sa": "00:00-01:00,10:00-12:00"], ["fr": "07:00-09:00,22:00-25:00", "sa": "10:00-12:00"]),
      ([:], [:]),
    ] as [([String: String], [String: String])])
  func nightsOfWeekAreJoined(days: [String: String], expected: [String: String]) throws {
    #expect(try joined(days) == expected.mapValues { try $0.split(separator: ",").map { try service(String($0)) } })
  }

  @Test func weekKeepsSevenDays() throws {
    #expect(WeekPlan().joiningSplitNights().days.count == 7)
    #expect(try week(["mo": "18:00-24:00", "tu": "00:00-02:00"]).joiningSplitNights().days.count == 7)
  }

  @Test func unknownDaysAreKept() throws {
    let joined = try week(["mo": "18:00-24:00", "tu": "unknown", "we": "18:00-24:00", "th": "00:00-01:00"]).joiningSplitNights()
    #expect(joined == (try week(["mo": "18:00-24:00", "tu": "unknown", "we": "18:00-25:00"])))
  }

  @Test func onlyAdjacentDatesAreJoined() throws {
    let days = DatedPlans([
      DatedPlan(try date("2026-11-27"), try plan("18:00-24:00")),
      DatedPlan(try date("2026-11-28"), try plan("00:00-02:00,19:00-24:00")),
      DatedPlan(try date("2026-11-30"), try plan("00:00-03:00")),
      DatedPlan(try date("2026-12-31"), try plan("20:00-24:00")),
      DatedPlan(try date("2027-01-01"), try plan("00:00-04:00")),
    ])
    let joined = days.joiningSplitNights()
    #expect(
      joined.map(\.plan) == [
        try plan("18:00-26:00"), try plan("19:00-24:00"), try plan("00:00-03:00"), try plan("20:00-28:00"), try plan(""),
      ])
    #expect(joined.map(\.date.description) == ["2026-11-27", "2026-11-28", "2026-11-30", "2026-12-31", "2027-01-01"])
    let one = DatedPlans([days[0]])
    #expect(one.joiningSplitNights() == one)
  }

  /// Nights that were split at midnight are joined, and whole nights are kept.
  @Test(arguments: Budget.seeds(40))
  func joinReversesSplit(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var whole = Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, [Service]()) })
    var split = whole
    for day in Weekday.allCases {
      let next = try #require(Weekday(rawValue: (day.rawValue + 1) % 7))
      guard Bool.random(using: &generator) else { continue }
      // Opens after the last night has ended, so that no two touch.
      let opens = Int.random(in: 12 * 60..<1440, using: &generator)
      let length = Int.random(in: 1...720, using: &generator)
      let night = try service(minutes: opens, opens + length, label: "Night")
      whole[day]?.append(night)
      if night.closes > .endOfDay {
        split[day, default: []].append(try service(minutes: opens, 1440, label: "Night"))
        split[next, default: []].insert(try service(minutes: 0, opens + length - 1440, label: "Night"), at: 0)
      } else {
        split[day, default: []].append(night)
      }
    }
    #expect(WeekPlan(split.mapValues { DayPlan($0) }).joiningSplitNights() == WeekPlan(whole.mapValues { DayPlan($0) }), "seed \(seed)")
  }
}
