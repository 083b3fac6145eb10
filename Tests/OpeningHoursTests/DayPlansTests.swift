import OpeningHours
import TestKit
import Testing

@Suite struct DayPlansTests {
  @Test func daysKeepTheirServices() throws {
    var plans = DayPlans()
    plans.add(try service("12:00-14:00 Lunch"))
    plans.add(try service("07:00-09:00"))
    plans.endDay()
    plans.endDay()
    plans.endUnknownDay()
    plans.add(try service("18:00-26:00"))
    plans.endDay()
    #expect(Array(plans) == [try plan("07:00-09:00,12:00-14:00 Lunch"), .closed, .unknown, try plan("18:00-26:00")])
  }

  @Test func servicesAddedToUnknownDayAreDropped() throws {
    var plans = DayPlans()
    plans.add(try service("12:00-14:00"))
    plans.add(try service("07:00-09:00"))
    plans.endUnknownDay()
    plans.add(try service("10:00-11:00"))
    plans.endDay()
    #expect(Array(plans) == [.unknown, try plan("10:00-11:00")])
  }

  /// A day is the sorted set of its services, in whatever order they are added, compared with a simple implementation.
  @Test(arguments: Budget.seeds(40))
  func dayIsASortedSet(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var plans = DayPlans()
    var expected: [[String]] = []
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      var texts: Set<String> = []
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        let opens = Int.random(in: 0..<8, using: &generator) * 60
        let closes = opens + Int.random(in: 1...4, using: &generator) * 60
        let label = ["", " A", " B"].randomElement(using: &generator) ?? ""
        let text = try service(minutes: opens, closes).text + label
        texts.insert(text)
        plans.add(try service(text))
      }
      plans.endDay()
      expected.append(texts.sorted())
    }
    #expect(plans.map { $0.services.map { $0.text + ($0.label.map { " \($0)" } ?? "") } } == expected, "seed \(seed)")
  }

  @Test func laterPlanForDateWins() throws {
    let plans = DatedPlans([
      DatedPlan(try date("2026-11-28"), try plan("10:00-11:00")),
      DatedPlan(try date("2026-11-27"), .unknown),
      DatedPlan(try date("2026-11-28"), try plan("12:00-13:00")),
    ])
    #expect(plans.dates == [try date("2026-11-27"), try date("2026-11-28")])
    #expect(plans[try date("2026-11-28")] == (try plan("12:00-13:00")))
    #expect(plans[try date("2026-11-29")] == nil)
  }
}

extension Service {
  fileprivate var text: String { "\(opens)-\(closes)" }
}
