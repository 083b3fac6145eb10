import OpeningHours
import RandomData
import Testing

/// Schedules with many layers give the same answers as those with few, and as fast.
@Suite struct ManyLayersTests {
  private func schedule(seed: UInt64, layers count: Int) throws -> Schedule {
    let middle = try #require(LocalDate("2026-03-08"))
    var random = RandomSchedule(seed: seed, around: middle)
    var layers: [Layer] = []
    for number in 0..<count {
      if number % 3 == 0 {
        layers.append(Layer(.special, dates: random.dates()))
      } else {
        let days = [random.day(within: 40), random.day(within: 40)].sorted()
        let (from, to) = (number % 7 == 0 ? nil : days[0], number % 11 == 0 ? nil : days[1])
        if let layer = Layer(.special, from: from, to: to, random.rule()) { layers.append(layer) }
      }
    }
    return Schedule(zone: try #require(Zone("America/New_York")), layers: layers)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func lastCoveringLayerDecides(seed: UInt64) throws {
    let schedule = try schedule(seed: seed, layers: Int(30 + seed * 5))
    let middle = try #require(LocalDate("2026-03-08"))
    for offset in -60...60 {
      let date = try #require(middle.adding(days: offset))
      let covering = schedule.layers.indices.filter { schedule.layers[$0].plan(on: date) != nil }
      #expect(schedule.decidingLayer(on: date) == covering.last, "seed \(seed), \(date)")
      #expect(schedule.weakestLayer(on: date) == covering.first, "seed \(seed), \(date)")
      #expect(schedule.plan(on: date) == covering.last.flatMap { schedule.layers[$0].plan(on: date) } ?? .unknown, "seed \(seed), \(date)")
    }
  }

  /// The same days, expressed by one layer of dates.
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func sweepMatchesDayByDay(seed: UInt64) throws {
    let many = try schedule(seed: seed, layers: 60)
    let middle = try #require(LocalDate("2026-03-08"))
    let plans = (-100...100).compactMap { middle.adding(days: $0) }.map { DatedPlan($0, many.plan(on: $0)) }
    let flat = Schedule(zone: many.zone, layers: [Layer(.special, dates: plans)])
    let start = try #require(Instant("2026-01-20T00:00:00Z"))
    for hour in 0..<(24 * 80) {
      let instant = try #require(Instant(secondsSinceEpoch: start.secondsSinceEpoch + Int64(hour) * 3600))
      let (one, other) = (many.status(at: instant), flat.status(at: instant))
      #expect(one.state == other.state, "seed \(seed), \(instant)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func manyLayersAreFast() throws {
    let first = try #require(LocalDate("2000-01-01"))
    var random = RandomSchedule(seed: 9, around: first)
    let rule = random.rule()
    let layers = (0..<30_000).compactMap { number in
      first.adding(days: number % 5000).flatMap { Layer(.special, from: $0, to: $0.adding(days: 3), rule) }
    }
    let schedule = Schedule(zone: try #require(Zone("Europe/London")), layers: layers)
    let start = try #require(Instant("2000-01-01T00:00:00Z"))
    let plain = Schedule(zone: schedule.zone, layers: [Layer(.weekly, unbounded: rule)])
    for day in 2..<3000 {
      let instant = try #require(Instant(secondsSinceEpoch: start.secondsSinceEpoch + Int64(day) * 86_400 + 43_200))
      #expect(schedule.status(at: instant).state == plain.status(at: instant).state, "\(instant)")
    }
    #expect(schedule.lastKnownDay(from: first) == first.adding(days: 5002))
  }

  /// A day with many services of different names.
  @Test(.timeLimit(.minutes(15)))
  func manyServicesOfOneDayAreFast() throws {
    let opens = try #require(LocalTime(minutes: 540))
    let services = (0..<20_000).compactMap { number in
      LocalTime(minutes: 600 + number % 700).flatMap { Service(opens: opens, closes: $0, label: "Stall \(number)") }
    }
    let date = try #require(LocalDate("2026-11-22"))
    let schedule = Schedule(
      zone: try #require(Zone("Europe/London")), layers: [Layer(.special, dates: [DatedPlan(date, DayPlan(services))])])
    guard case .services(let joined) = schedule.canonical.plan(on: date) else {
      Issue.record("the day is not known")
      return
    }
    #expect(joined.count == services.count)
  }
}
