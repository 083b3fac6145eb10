import FeedKit
import OpeningHours
import TestKit
import Testing

@Suite struct WeekHoursTests {
  /// All services, or one, of some weekdays.
  private struct Statement {
    let services: [Service]
    let days: [Weekday]
    let isComplete: Bool

    func add(to week: inout WeekHours) {
      if isComplete { week.addAll(services, on: days) } else { for service in services.prefix(1) { week.add(service, on: days) } }
    }
  }

  private func week(_ statements: [Statement]) -> WeekPlan {
    var week = WeekHours()
    for statement in statements { statement.add(to: &week) }
    var notes = RecordNotes()
    return week.plan(noting: &notes)
  }

  private func service(_ opens: Int, _ closes: Int) throws -> Service {
    let (start, end) = (try #require(LocalTime(minutes: opens * 60)), try #require(LocalTime(minutes: closes * 60)))
    return try #require(Service(opens: start, closes: end))
  }

  /// Statements may be added in any order, also if some repeat each other or have the same service.
  @Test(arguments: Budget.seeds(300)) func orderDoesNotMatter(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let all = try [service(8, 15), service(9, 13), service(10, 14), service(10, 13), service(16, 18)]
    var statements: [Statement] = []
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      let services = Array(all.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)))
      let days: [Weekday] = Bool.random(using: &random) ? [.monday, .tuesday] : [.monday]
      statements.append(Statement(services: services, days: days, isComplete: Bool.random(using: &random)))
    }
    let expected = week(statements)
    for _ in 0..<6 {
      statements.shuffle(using: &random)
      #expect(week(statements) == expected, "seed \(seed): \(statements)")
    }
  }

  /// A service that another statement has too does not hide what contradicts it.
  @Test func sharedServiceHidesNoContradiction() throws {
    let (long, shared) = try (service(8, 15), service(10, 14))
    let both = Statement(services: [long, shared], days: [.monday], isComplete: true)
    let one = Statement(services: [shared], days: [.monday], isComplete: true)
    for statements in [[both, one], [one, both]] { #expect(week(statements)[.monday] == .unknown) }
    #expect(week([one, one])[.monday].services.count == 1)
  }
}
