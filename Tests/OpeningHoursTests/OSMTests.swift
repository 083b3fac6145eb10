import OpeningHours
import TestKit
import Testing

/// `opening_hours` text according to https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification.
@Suite struct OSMTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let expected: String?
    let layers: @Sendable () throws -> [Layer]

    init(_ expected: String?, _ layers: @autoclosure @escaping @Sendable () throws -> [Layer]) {
      self.expected = expected
      self.layers = layers
    }

    var testDescription: String { expected ?? "nothing" }
  }

  private static let office = ["mo": "09:00-17:00", "tu": "09:00-17:00", "we": "09:00-17:00", "th": "09:00-17:00", "fr": "09:00-17:00"]
  private static func each(_ text: String) -> [String: String] {
    ["mo": text, "tu": text, "we": text, "th": text, "fr": text, "sa": text, "su": text]
  }

  static let weeks: [Case] = [
    Case("Mo-Fr 09:00-17:00", [try weekly(.weekly, office)]), Case("off", [try weekly(.weekly, [:])]),
    Case("09:00-17:00", [try weekly(.weekly, each("09:00-17:00"))]),
    Case("24/7", [try weekly(.weekly, each("00:00-24:00"))]), Case("24/7", [Layer(.weekly, unbounded: .always)]),
    Case("unknown", [try weekly(.weekly, each("unknown"))]),
    Case("Mo,We 08:00-12:00; Tu 13:00-14:00", [try weekly(.weekly, ["mo": "08:00-12:00", "tu": "13:00-14:00", "we": "08:00-12:00"])]),
    Case(
      "Mo-We,Fr,Sa 10:00-11:00",
      [try weekly(.weekly, ["mo": "10:00-11:00", "tu": "10:00-11:00", "we": "10:00-11:00", "fr": "10:00-11:00", "sa": "10:00-11:00"])]),
    Case("Sa,Su 00:00-24:00", [try weekly(.weekly, ["sa": "00:00-24:00", "su": "00:00-24:00"])]),
    Case(
      "Mo 07:30-10:00,11:00-14:00,17:00-20:30", [try weekly(.weekly, ["mo": "07:30-10:00 Breakfast,11:00-14:00 Lunch,17:00-20:30 Dinner"])]),
    Case("Mo 07:30-14:00", [try weekly(.weekly, ["mo": "07:30-10:00 Breakfast,10:00-14:00 Lunch"])]),
    Case("Fr,Sa 18:00-26:00", [try weekly(.weekly, ["fr": "18:00-26:00", "sa": "18:00-26:00"])]),
    Case("Fr 18:00-24:00; Sa 00:30-02:00", [try weekly(.weekly, ["fr": "18:00-24:00", "sa": "00:30-02:00"])]),
    Case("Fr 22:00-30:00", [try weekly(.weekly, ["fr": "22:00-30:00"])]),
    Case("Mo-Fr 09:00-17:00; Su unknown", [try weekly(.weekly, office.merging(["su": "unknown"]) { $1 })]),
  ]

  static let layered: [Case] = [
    Case(
      "Mo-Fr 09:00-17:00; 2026 Nov 25-29 off",
      [try weekly(.weekly, office), try weekly(.holiday, from: "2026-11-25", to: "2026-11-29", [:])]),
    Case(
      "unknown; 2026 Nov 01-30 Mo-Fr 09:00-17:00; 2026 Nov 01-30 Sa,Su off",
      [try weekly(.term, from: "2026-11-01", to: "2026-11-30", office)]),
    Case("unknown; 2026 Nov 01-30 09:00-17:00", [try weekly(.term, from: "2026-11-01", to: "2026-11-30", each("09:00-17:00"))]),
    Case(
      "unknown; 2026 Nov 20-2026 Dec 31 Mo-Fr 09:00-17:00; 2027+ Mo-Fr 09:00-17:00; 2026 Nov 20-2026 Dec 31 Sa,Su off; 2027+ Sa,Su off",
      [try weekly(.term, from: "2026-11-20", office)]),
    Case("unknown; 2026 Aug 24-2026 Dec 18 00:00-24:00", [try layer(.term, "2026-08-24", "2026-12-18", .always)]),
    Case("unknown; 2026 Aug 24-2026 Dec 31 00:00-24:00; 2027+ 00:00-24:00", [try layer(.term, "2026-08-24", nil, .always)]),
    Case("unknown; 2026 Dec 31 00:00-24:00; 2027+ 00:00-24:00", [try layer(.term, "2026-12-31", nil, .always)]),
    Case("unknown; 2027+ 00:00-24:00", [try layer(.term, "2027-01-01", nil, .always)]),
    Case(
      "unknown; 2026 Nov 23 11:00-13:00; Mo-Su 09:00-17:00",
      [try dated(.special, [("2026-11-23", "11:00-13:00")]), try weekly(.manual, each("09:00-17:00"))]),
    Case("Mo-Fr 09:00-17:00; Mo-Su 00:00-24:00", [try weekly(.weekly, office), Layer(.manual, unbounded: .always)]),
    Case(
      "unknown; 2026 Dec 01-2026 Dec 31 off; 2027+ off, 2026 Dec 01-2026 Dec 31 18:00-26:00, 2027+ 18:00-26:00",
      [try weekly(.term, from: "2026-12-01", each("18:00-26:00"))]),
    Case("unknown; 2026 Dec 20-2027 Jan 04 off", [try weekly(.term, from: "2026-12-20", to: "2027-01-04", [:])]),
    Case("unknown; 2026 Nov 25 off", [try weekly(.term, from: "2026-11-25", to: "2026-11-25", [:])]),
    Case("00:00-24:00; 2026 Dec 25 off", [Layer(.weekly, unbounded: .always), try dated(.special, [("2026-12-25", "")])]),
    Case(
      "unknown; 2026 Nov 21 11:00-14:00; 2026 Nov 22-24 unknown; 2026 Nov 25-26 off",
      [
        try dated(
          .special,
          [
            ("2026-11-21", "11:00-14:00"), ("2026-11-22", "unknown"), ("2026-11-23", "unknown"), ("2026-11-24", "unknown"),
            ("2026-11-25", ""), ("2026-11-26", ""),
          ])
      ]),
    Case(
      "unknown; 2026 Nov 21 09:00-10:00; 2026 Nov 23 09:00-10:00",
      [try dated(.special, [("2026-11-21", "09:00-10:00"), ("2026-11-23", "09:00-10:00")])]),
    Case(
      "unknown; 2026 Nov 30-2026 Dec 01 18:00-26:00", [try dated(.special, [("2026-11-30", "18:00-26:00"), ("2026-12-01", "18:00-26:00")])]),
    Case("unknown; 2026 Dec 31-2027 Jan 01 off", [try dated(.special, [("2026-12-31", ""), ("2027-01-01", "")])]),
    Case("unknown", [try dated(.special, [])]),
    Case("Mo-Fr 09:00-17:00; Mo-Su off", [try weekly(.weekly, office), try weekly(.manual, [:])]),
    Case("Mo-Fr 09:00-17:00; Mo-Fr,Su off; Sa 10:00-12:00", [try weekly(.weekly, office), try weekly(.manual, ["sa": "10:00-12:00"])]),
  ]

  static let notSayable: [Case] = [
    Case(nil, []), Case(nil, [try weekly(.weekly, to: "2026-11-29", office)]),
    Case(nil, [try weekly(.weekly, office), try layer(.term, nil, "2026-11-29", .always)]),
  ]

  @Test(arguments: weeks + layered + notSayable)
  func text(example: Case) throws {
    #expect(try Schedule(zone: zone("America/New_York"), layers: example.layers()).osm == example.expected)
  }

  /// In a period of less than a week, only the weekdays that occur are written; each day keeps its times.
  @Test func shortPeriodKeepsEachDay() throws {
    // 2026-11-25 is a Wednesday.
    let base = try weekly(.weekly, Self.office)
    let few = try weekly(
      .holiday, from: "2026-11-25", to: "2026-11-27", ["we": "08:00-12:00", "th": "", "fr": "10:00-12:00", "su": "01:00-02:00"])
    let text = try #require(Schedule(zone: zone("UTC"), layers: [base, few]).osm)
    #expect(text.contains("2026 Nov 25-27 We 08:00-12:00"))
    #expect(text.contains("2026 Nov 25-27 Th off"))
    #expect(text.contains("2026 Nov 25-27 Fr 10:00-12:00"))
    #expect(!text.contains("01:00-02:00"), "it has no Sunday")
  }

  @Test(arguments: [
    ("07:00-09:00,09:00-11:00", "07:00-11:00"), ("07:00-09:00,09:01-11:00", "07:00-09:00,09:01-11:00"),
    ("07:00-11:00 A,08:00-09:00 B", "07:00-11:00"),
    ("07:00-11:00 A,10:00-12:00 B,12:00-13:00", "07:00-13:00"), ("18:00-26:00,20:00-24:00,23:00-26:00", "18:00-26:00"),
  ])
  func touchingServicesAreOneSpan(services: String, expected: String) throws {
    #expect(try Schedule(zone: zone("UTC"), layers: [weekly(.weekly, ["mo": services])]).osm == "Mo \(expected)")
  }

  /// The spans of a day's text are open in exactly the minutes in which one of its services is, and never touch.
  @Test(arguments: Budget.seeds(12))
  func dayTextKeepsEveryMinute(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var services: [Service] = []
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let opens = Int.random(in: 0..<48, using: &generator) * 30
      services.append(try service(minutes: opens, opens + Int.random(in: 1...8, using: &generator) * 30, label: "\(opens)"))
    }
    let text = try #require(
      Schedule(zone: zone("UTC"), layers: [Layer(.weekly, unbounded: .week(WeekPlan([.monday: DayPlan(services)])))]).osm)
    var spans: [Range<Int>] = []
    for span in text.dropFirst(3).split(separator: ",") {
      let times = try span.split(separator: "-").map { try #require(LocalTime(String($0))) }
      try #require(times.count == 2)
      let (opens, closes) = (Int(times[0].minutes), Int(times[1].minutes))
      spans.append(opens..<(closes > opens ? closes : closes + 1440))
    }
    for minute in 0..<2880 {
      let isOpen = services.contains { ($0.opens.minutes..<$0.closes.minutes).contains(Int16(minute)) }
      #expect(spans.count { $0.contains(minute) } == (isOpen ? 1 : 0), "seed \(seed), minute \(minute): \(text)")
    }
    for (left, right) in zip(spans, spans.dropFirst()) { #expect(left.upperBound < right.lowerBound, "seed \(seed): \(text)") }
  }

  @Test func longText() throws {
    let days = try (0..<300).map { index in
      DatedPlan(
        try #require(LocalDate(daysSinceEpoch: 20_454 + index)), try plan(index % 2 == 0 ? "09:00-10:00" : "10:00-11:00,12:00-13:00"))
    }
    let text = try #require(Schedule(zone: zone("UTC"), layers: [Layer(.special, dates: days)]).osm)
    let rules = text.split(separator: "; ")
    #expect(rules.count == 301)
    #expect(rules.prefix(3) == ["unknown", "2026 Jan 01 09:00-10:00", "2026 Jan 02 10:00-11:00,12:00-13:00"])
    #expect(rules.last == "2026 Oct 27 10:00-11:00,12:00-13:00")
  }
}
