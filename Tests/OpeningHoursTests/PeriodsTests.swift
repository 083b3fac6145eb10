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
}
