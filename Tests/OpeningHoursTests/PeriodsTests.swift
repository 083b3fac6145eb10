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
