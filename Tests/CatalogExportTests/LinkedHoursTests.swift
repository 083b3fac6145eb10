import CampusCatalog
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogExport

/// The hours of linked data, at single moments.
@Suite struct LinkedHoursTests {
  /// Returns what the specifications say of a minute: whether a place is open, or nil if nothing is valid then.
  private func isOpen(_ hours: LinkedHours, on text: String, _ minute: Int) throws -> Bool? {
    let day = try date(text)
    func valid(_ list: [LinkedHours.Specification], _ date: LocalDate) -> [LinkedHours.Specification] {
      list.filter { ($0.from ?? .first) <= date && date <= ($0.to ?? .last) }
    }
    func named(_ date: LocalDate) -> [LinkedHours.Specification]? {
      let special = valid(hours.special, date).filter { $0.weekdays.contains(date.weekday) }
      if !special.isEmpty { return special }
      let regular = valid(hours.regular, date)
      return regular.isEmpty ? nil : regular.filter { $0.weekdays.contains(date.weekday) }
    }
    func minutes(_ clock: String) -> Int { LocalTime(clock).map { Int($0.minutes) } ?? 0 }
    let spans = named(day)?.map { (minutes($0.opens), minutes($0.closes)) }
    let isNight = (try named(#require(day.adding(days: -1))) ?? []).contains {
      minutes($0.closes) < minutes($0.opens) && minute < minutes($0.closes)
    }
    // The night of the day before goes on, unless special hours replace it.
    let replaces = !valid(hours.special, day).filter { $0.weekdays.contains(day.weekday) }.isEmpty
    if isNight, !replaces { return true }
    return spans?.contains { opens, closes in opens != closes && minute >= opens && (minute < closes || closes < opens) }
  }

  private func schedule(_ osm: String) throws -> Schedule { try Schedule(osm: osm, zone: parsed("America/New_York") { Zone($0) }) }

  /// Only the unknown weekday is unknown, and a special day does not cut the night before it short.
  @Test(
    arguments: [
      ("2026-11-24", 60, true), ("2026-11-24", 600, false), ("2026-11-25", 1200, true), ("2026-11-26", 600, nil),
      ("2026-11-27", 1200, true),
      ("2026-11-28", 60, true), ("2026-11-28", 600, false), ("2026-12-10", 600, nil), ("2026-12-11", 1200, true),
    ] as [(String, Int, Bool?)])
  func knownDaysOfWeekWithUnknownDay(_ day: String, _ minute: Int, _ expected: Bool?) throws {
    let hours = try schedule("Mo-We,Fr 18:00-26:00; Th unknown; 2026 Nov 24 off")
    #expect(try isOpen(LinkedHours(of: hours, from: date("2026-11-23")), on: day, minute) == expected)
  }

  /// Special hours keep the end of the night before them: for one day, several, and weeks.
  @Test(arguments: [
    "18:00-26:00; 2026 Nov 25 off", "18:00-26:00; 2026 Nov 25-29 off", "18:00-26:00; 2026 Nov 25-2027 Jan 03 10:00-12:00",
    "Mo-Fr 20:00-25:00; 2026 Nov 26 20:00-28:00; 2026 Nov 27 off", "Tu 22:00-30:00; 2026 Nov 25 12:00-13:00",
    "09:00-17:00; 2026 Nov 25 off",
  ])
  func nightsAreNotCutShort(_ osm: String) throws {
    let hours = try schedule(osm)
    // As layers of individual dates and of weeks.
    let weeks = Schedule(
      zone: hours.zone,
      layers: hours.layers + [try #require(Layer(.holiday, from: date("2026-12-08"), to: date("2026-12-20"), hours.layers[0].rule))])
    for schedule in [hours, weeks] {
      let linked = LinkedHours(of: schedule, from: try date("2026-11-23"))
      for day in 0..<40 {
        let date = try #require(try date("2026-11-20").adding(days: day))
        for minute in stride(from: 30, to: 1440, by: 60) {
          let start = try #require(schedule.zone.start(of: date))
          let instant = try #require(Instant(secondsSinceEpoch: start.secondsSinceEpoch + Int64(minute) * 60))
          #expect(try isOpen(linked, on: date.description, minute) == schedule.status(at: instant).isOpen, "\(osm), \(date) \(minute)")
        }
      }
    }
  }

  /// Hours of a term are regular, and those of holidays and single days are special, as dates and as weeks.
  @Test(arguments: [(Layer.Level.weekly, false), (.term, false), (.holiday, true), (.special, true), (.manual, true)])
  func levelsAreRegularOrSpecial(_ level: Layer.Level, isSpecial: Bool) throws {
    let first = try date("2026-11-24")
    let hours = try daily([service("10:00", "12:00")])
    let week = try #require(Layer(level, from: first, to: date("2026-12-06"), hours.layers[0].rule))
    for layer in [Layer(level, dates: [DatedPlan(first, DayPlan([try service("10:00", "12:00")]))]), week] {
      let linked = LinkedHours(of: Schedule(zone: hours.zone, layers: [layer]), from: try date("2026-11-23"))
      #expect(linked.special.isEmpty == !isSpecial && linked.regular.isEmpty == isSpecial, "\(layer)")
    }
  }
}
