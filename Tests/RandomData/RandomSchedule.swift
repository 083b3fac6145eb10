package import OpeningHours
import TestKit

/// Random schedules, the same for the same seed.
package struct RandomSchedule {
  private var generator: SeededGenerator
  /// Exceptions and bounds are around this day.
  package let middle: LocalDate

  package init(seed: UInt64, around middle: LocalDate) {
    generator = SeededGenerator(seed: seed)
    self.middle = middle
  }

  package mutating func schedule(in zone: Zone) -> Schedule {
    var layers: [Layer] = []
    if chance(0.6) { layers.append(Layer(.weekly, unbounded: rule())) }
    for level in [Layer.Level.weekly, .term, .holiday] where chance(0.3) {
      let bounds = self.bounds()
      if let layer = Layer(level, from: bounds.from, to: bounds.to, rule()) { layers.append(layer) }
    }
    if chance(0.5) { layers.append(Layer(.special, dates: dates())) }
    return Schedule(zone: zone, layers: layers)
  }

  package mutating func dates() -> [DatedPlan] {
    (0..<number(1...5)).map { _ in DatedPlan(day(within: 6), plan()) }
  }

  package mutating func rule() -> Layer.Rule {
    if chance(0.1) { return .always }
    if chance(0.3) {
      let plan = plan()
      return .week(WeekPlan(DayPlans(Array(repeating: plan, count: 7))))
    }
    return .week(WeekPlan(DayPlans((0..<7).map { _ in plan() })))
  }

  package mutating func plan() -> DayPlan {
    if chance(0.08) { return .unknown }
    return DayPlan((0..<number(0...3)).compactMap { _ in service() })
  }

  package mutating func service() -> Service? {
    let opens = number(0...47) * 30 + (chance(0.2) ? number(1...29) : 0)
    let length = chance(0.1) ? 1440 : number(1...32) * 30
    guard let from = LocalTime(minutes: opens), let to = LocalTime(minutes: opens + length) else { return nil }
    return Service(opens: from, closes: to, label: chance(0.3) ? ["Lunch", "Dinner"][number(0...1)] : nil)
  }

  private mutating func bounds() -> (from: LocalDate?, to: LocalDate?) {
    let days = [day(within: 12), day(within: 12)].sorted()
    switch number(0...9) {
    case 0: return (days[0], nil)
    case 1: return (nil, days[1])
    default: return (days[0], days[1])
    }
  }

  package mutating func day(within days: Int) -> LocalDate { middle.adding(days: number(-days...days)) ?? middle }

  package mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  package mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < share }

  package mutating func shuffled<Element>(_ list: [Element]) -> [Element] { list.shuffled(using: &generator) }
}
