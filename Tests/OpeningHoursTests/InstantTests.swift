import OpeningHours
import TestKit
import Testing

@Suite struct InstantTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0, 0), ("2026-11-21T12:00:00-05:00", 1_795_280_400, 0), ("2026-11-21T17:00:00Z", 1_795_280_400, 0),
    ("2026-11-21t17:00:00z", 1_795_280_400, 0), ("2026-11-21 17:00:00Z", 1_795_280_400, 0), ("2026-11-21T17:00Z", 1_795_280_400, 0),
    ("2026-11-21T17:00:00.123Z", 1_795_280_400, 123_000_000), ("2026-11-21T17:00:00.123456Z", 1_795_280_400, 123_456_000),
    ("2026-11-21T17:00:00.000000001Z", 1_795_280_400, 1), ("2026-11-22T02:00:00.5+09:00", 1_795_280_400, 500_000_000),
    ("2026-11-21T22:45+05:45", 1_795_280_400, 0), ("2026-11-21T17:00:00-00:00", 1_795_280_400, 0), ("1969-12-31T23:59:59Z", -1, 0),
    ("0001-01-01T00:00:00Z", -62_135_596_800, 0), ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
    ("2024-02-29T00:00:00+14:00", 1_709_114_400, 0),
  ])
  func reading(text: String, seconds: Int64, nanoseconds: Int32) throws {
    let instant = try #require(Instant(text))
    #expect(instant.secondsSinceEpoch == seconds)
    #expect(instant.nanoseconds == nanoseconds)
  }

  /// Invalid times, with or without an offset.
  static let impossible = [
    "2026-02-30T12:00:00", "2025-02-29T12:00:00", "2026-11-21T25:61:00", "2026-11-21T24:00:00", "2026-11-21T23:59:60",
    "2026-11-21T12:60:00", "2026-13-01T00:00:00",
    "2026-11-21X12:00:00", "2026-11-21T12:00:00.", "2026-11-21T12:00:00.1234567891", "2026-11-21T12:00:00,5", "2026-11-21T12", "2026-11-21",
    "", "2026-11-21T1200",
    "10000-01-01T00:00:00", "2026-11-21T12:00.5", "2026-11-21T12:00:0", "2026-11-21  12:00:00", "2026-11-21T12:00:00PM",
    "0000-12-31T23:59:59",
  ]

  @Test(arguments: impossible)
  func invalidTimes(text: String) {
    #expect(LocalDateTime(text) == nil)
    #expect(Instant(text + "Z") == nil)
    #expect(Instant(text + "-05:00") == nil)
  }

  @Test(arguments: [
    "+99:00", "+24:00", "-05:60", "+5:00", "+0500", "+05", "05:00", "ZZ", "Z ", " Z", "EST", "UTC", "+05:00:00", "+05-00", "−05:00", "z0",
    "+0a:00", "-", "+",
  ])
  func invalidOffsets(offset: String) {
    #expect(LocalDateTime("2026-11-21T12:00:00" + offset) == nil)
    #expect(Instant("2026-11-21T12:00" + offset) == nil)
    #expect(Instant("2026-11-21T12:00:00.25" + offset) == nil)
  }

  @Test func offsetIsRequired() throws {
    #expect(Instant("2026-11-21T12:00:00") == nil)
    let local = try local("2026-11-21 12:34:56.789")
    #expect(local.offset == nil)
    #expect(local.instant == nil)
    #expect(local.date == LocalDate("2026-11-21"))
    #expect(local.time == ClockTime("12:34:56"))
    #expect(local.nanoseconds == 789_000_000)
    #expect(try InstantTests.offset(of: "2026-11-21T12:00-03:30") == -12_600)
    #expect(try InstantTests.offset(of: "2026-11-21T12:00z") == 0)
  }

  private static func offset(of text: String) throws -> Int? { try local(text).offset }

  @Test func yearsOutOfRange() {
    #expect(Instant("0001-01-01T00:00:00+00:01") == nil)
    #expect(Instant("9999-12-31T23:59:59-00:01") == nil)
    #expect(Instant(secondsSinceEpoch: -62_135_596_801) == nil)
    #expect(Instant(secondsSinceEpoch: 253_402_300_800) == nil)
    #expect(Instant(secondsSinceEpoch: .max) == nil)
    #expect(Instant(secondsSinceEpoch: 0, nanoseconds: -1) == nil)
    #expect(Instant(secondsSinceEpoch: 0, nanoseconds: 1_000_000_000) == nil)
  }

  @Test(
    arguments: [
      (0, 0, "1970-01-01T00:00:00Z"), (-1, 0, "1969-12-31T23:59:59Z"), (0, 500_000_000, "1970-01-01T00:00:00.5Z"),
      (-1, 1, "1969-12-31T23:59:59.000000001Z"),
      (1_795_280_400, 120_000_000, "2026-11-21T17:00:00.12Z"), (-62_135_596_800, 0, "0001-01-01T00:00:00Z"),
    ] as [(Int64, Int32, String)])
  func writing(seconds: Int64, nanoseconds: Int32, text: String) throws {
    #expect(try #require(Instant(secondsSinceEpoch: seconds, nanoseconds: nanoseconds)).description == text)
  }

  @Test(arguments: Budget.seeds(5))
  func offsetsOfSameInstantAreEqual(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let seconds = Int64.random(in: -62_135_000_000...253_402_000_000, using: &generator)
      let nanoseconds = [0, 1, 120_000_000, 999_999_999][Int.random(in: 0..<4, using: &generator)] as Int32
      let offset = Int.random(in: -1439...1439, using: &generator) * 60
      let instant = try #require(Instant(secondsSinceEpoch: seconds, nanoseconds: nanoseconds))
      #expect(Instant(instant.description) == instant, "seed \(seed): \(instant)")
      #expect(Instant(instant.description(offset: offset)) == instant, "seed \(seed): \(instant), offset \(offset)")
      let (date, second) = instant.local(offset: offset)
      #expect(Int64(date.daysSinceEpoch) * 86_400 + Int64(second) == seconds + Int64(offset), "seed \(seed): \(instant)")
      #expect((0..<86_400).contains(second), "seed \(seed): \(instant)")
    }
  }
}
