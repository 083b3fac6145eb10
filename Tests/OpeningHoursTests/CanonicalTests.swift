import OpeningHours
import Testing

/// Equivalent hours have the same canonical form.
@Suite struct CanonicalTests {
  let zone: Zone
  init() throws { zone = try #require(Zone("Europe/London")) }

  private func plan(_ times: String..., label: String? = nil) throws -> DayPlan {
    DayPlan(
      try times.map { text in
        let (opens, closes) = (LocalTime(String(text.prefix(5))), LocalTime(String(text.suffix(5))))
        let service = Service(opens: try #require(opens), closes: try #require(closes), label: label)
        return try #require(service)
      })
  }

  private func date(_ text: String) throws -> LocalDate { try #require(LocalDate(text)) }

  private func weekly(_ plan: DayPlan) -> Rule { .week(WeekPlan(Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, plan) }))) }
  typealias Rule = Layer.Rule

  @Test("A night that is split at midnight equals the whole night")
  func night() throws {
    let whole = Schedule(zone: zone, layers: [Layer(.weekly, unbounded: weekly(try plan("18:00-26:00")))])
    let split = Schedule(zone: zone, layers: [Layer(.weekly, unbounded: weekly(try plan("00:00-02:00", "18:00-24:00")))])
    #expect(whole.isEquivalent(to: split))
    #expect(split.canonical.osm == "18:00-26:00")
  }

  @Test("Services that touch are one, unless their labels differ")
  func labels() throws {
    let whole = Schedule(zone: zone, layers: [Layer(.weekly, unbounded: weekly(try plan("07:00-14:00")))])
    let parts = Schedule(zone: zone, layers: [Layer(.weekly, unbounded: weekly(try plan("07:00-10:00", "10:00-14:00", "08:00-09:00")))])
    #expect(whole.isEquivalent(to: parts))
    let meals = DayPlan(
      Array(try plan("07:00-10:00", label: "Breakfast").services) + Array(try plan("10:00-14:00", label: "Lunch").services))
    #expect(!whole.isEquivalent(to: Schedule(zone: zone, layers: [Layer(.weekly, unbounded: weekly(meals))])))
  }

  @Test("Days around the clock are a layer around the clock")
  func always() throws {
    let days = Schedule(zone: zone, layers: [Layer(.weekly, unbounded: weekly(try plan("00:00-24:00")))])
    let nights = Schedule(zone: zone, layers: [Layer(.term, unbounded: weekly(try plan("06:00-30:00")))])
    let always = Schedule(zone: zone, layers: [Layer(.special, name: "Open house", unbounded: .always)])
    #expect(days.isEquivalent(to: always))
    #expect(nights.isEquivalent(to: always))
    #expect(nights.canonical.layers == [Layer(.weekly, unbounded: .always)])
  }

  @Test("A layer that is hidden, or repeats the layers below it, has no effect")
  func redundant() throws {
    let base = Layer(.weekly, unbounded: weekly(try plan("09:00-17:00")))
    let same = Layer(.special, dates: [DatedPlan(try date("2026-12-01"), try plan("09:00-17:00"))])
    let hidden = try #require(Layer(.term, from: date("2026-09-01"), to: date("2026-12-20"), weekly(try plan("07:00-22:00"))))
    let over = try #require(Layer(.manual, from: date("2026-09-01"), to: date("2026-12-20"), weekly(try plan("09:00-17:00"))))
    #expect(Schedule(zone: zone, layers: [base, same, hidden, over]).canonical == Schedule(zone: zone, layers: [base]))
  }

  @Test("A one-day exception is a date, a break of months is a week")
  func exceptions() throws {
    let base = Layer(.weekly, unbounded: weekly(try plan("09:00-17:00")))
    let christmas = Layer(.special, dates: [DatedPlan(try date("2026-12-25"), .closed), DatedPlan(try date("2026-12-26"), .unknown)])
    let summer = try #require(Layer(.term, from: date("2026-06-01"), to: date("2026-08-31"), weekly(try plan("10:00-16:00"))))
    let canonical = Schedule(zone: zone, layers: [base, christmas, summer]).canonical
    #expect(canonical.osm == "09:00-17:00; 2026 Jun 01-2026 Aug 31 10:00-16:00; 2026 Dec 25 off; 2026 Dec 26 unknown")
    #expect(canonical.canonical == canonical)
    for day in ["2026-05-31", "2026-06-01", "2026-08-31", "2026-09-01", "2026-12-24", "2026-12-25", "2026-12-26", "2026-12-27"] {
      #expect(canonical.plan(on: try date(day)) == Schedule(zone: zone, layers: [base, christmas, summer]).plan(on: try date(day)))
    }
  }
}
