import RandomData
import TestKit
import Testing

@testable import OpeningHours

@Suite struct PeriodsTests {
  /// Each service day is in exactly one period, that of the layer that decides it.
  @Test(arguments: Budget.seeds(15))
  func periodsCoverAllDays(seed: UInt64) throws {
    var random = RandomSchedule(seed: seed, around: try date("2026-11-01"))
    let schedule = random.schedule(in: try zone("Europe/London"))
    let periods = schedule.periods
    #expect(periods.first?.from == nil && periods.last?.to == nil)
    for (period, next) in zip(periods, periods.dropFirst()) {
      #expect(period.to?.adding(days: 1) == next.from && period.layer != next.layer, "seed \(seed)")
    }
    let edges =
      Set(schedule.layers.flatMap(\.boundaries)).flatMap { [$0 - 1, $0, $0 + 1] } + [LocalDate.first, .last].map(\.daysSinceEpoch)
    for day in edges {
      guard let date = LocalDate(daysSinceEpoch: Int(day)) else { continue }
      let found = periods.filter { $0.contains(date) }
      #expect(found.count == 1 && found.first?.layer == schedule.decidingLayer(on: date), "seed \(seed), \(date)")
    }
  }

  /// Occurrences are the spans, of which those that meet at midnight are joined.
  @Test(arguments: Budget.seeds(15))
  func occurrences(seed: UInt64) throws {
    let zone = try zone(["Europe/London", "America/Havana", "Asia/Beirut"][Int(seed % 3)])
    var random = RandomSchedule(seed: seed, around: try date("2026-10-25"))
    let schedule = random.schedule(in: zone)
    let first = try #require(zone.start(of: date("2026-10-01")))
    let (from, end) = (try #require(zone.start(of: date("2026-10-20"))), try #require(zone.start(of: date("2026-11-05"))))
    var expected: [Range<Instant>] = []
    for span in schedule.spans(in: first..<(try #require(zone.start(of: date("2026-12-01"))))) {
      if zone.start(of: span.serviceDay) == span.start, let before = expected.firstIndex(where: { $0.upperBound == span.start }) {
        expected[before] = expected[before].lowerBound..<span.end
      } else {
        expected.append(span.start..<span.end)
      }
    }
    expected = expected.filter { $0.upperBound > from && $0.lowerBound < end }
    // Those that last for weeks are not seen as a whole here.
    let (early, late) = (try #require(zone.start(of: date("2026-10-03"))), try #require(zone.start(of: date("2026-11-25"))))
    let found = schedule.occurrences(from: from, before: end, limit: 1000).map { $0.start..<$0.end }
    func short(_ times: [Range<Instant>]) -> [Range<Instant>] { times.filter { $0.lowerBound > early && $0.upperBound < late } }
    #expect(short(found) == short(expected), "seed \(seed)")
    #expect(schedule.occurrences(from: from, limit: 2) == Array(schedule.occurrences(from: from, limit: 5).prefix(2)))
  }

  /// The service days are those that a search day by day finds.
  @Test(arguments: Budget.seeds(15))
  func serviceDays(seed: UInt64) throws {
    let start = try date("2026-11-01")
    var random = RandomSchedule(seed: seed, around: start)
    let schedule = random.schedule(in: try zone("Europe/London"))
    let edges = schedule.layers.flatMap(\.boundaries)
    let days = ((edges.min() ?? 0) - 9)...((edges.max() ?? 0) + 9)
    let open = days.compactMap { LocalDate(daysSinceEpoch: Int($0)) }.filter { !schedule.plan(on: $0).services.isEmpty }
    guard let first = open.first, let last = open.last else {
      #expect(schedule.serviceDays == nil, "seed \(seed)")
      return
    }
    let (isEndless, hasNoStart) = (last.daysSinceEpoch > days.upperBound - 8, first.daysSinceEpoch < days.lowerBound + 8)
    #expect(schedule.serviceDays?.upperBound == (isEndless ? .last : last), "seed \(seed)")
    let expected = hasNoStart ? schedule.serviceDays.map { $0.lowerBound < start } == true : schedule.serviceDays?.lowerBound == first
    #expect(expected, "seed \(seed)")
  }
}
