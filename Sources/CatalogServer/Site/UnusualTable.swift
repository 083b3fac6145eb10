import Basics
import CampusCatalog
import CatalogQuery
import OpeningHours

/// The unusual hours of the week from the day of the last question on.
final class UnusualTable: Sendable {
  /// The unusual hours of some campuses.
  struct Hours: Sendable {
    /// Sorted by day.
    fileprivate(set) var hours: [UnusualHours] = []
    /// The number of places that have them.
    fileprivate(set) var placeCount = 0
  }

  private struct Week: Sendable {
    let all: Hours
    let byCampus: [CampusID: Hours]
  }

  static let days = 7
  private let known = Guarded<(dates: [LocalDate], week: Week)?>(nil)

  /// Returns the unusual hours of some campuses; of all if none are given.
  ///
  /// - Parameters:
  ///   - catalog: always the same one.
  ///   - usual: the usual weeks, always the same ones on the same days.
  func hours(
    of campuses: Set<CampusID>, in catalog: Catalog, _ places: PreparedPlaces, by rule: StatusRule, usual: UsualTable.Weeks
  ) -> Hours {
    let week = week(of: catalog, places, by: rule, usual)
    if campuses.isEmpty { return week.all }
    if campuses.count == 1, let campus = campuses.first { return week.byCampus[campus] ?? Hours() }
    return Hours(
      hours: week.all.hours.filter { campuses.contains($0.entry.campus) },
      placeCount: campuses.reduce(0) { $0 + (week.byCampus[$1]?.placeCount ?? 0) })
  }

  private func week(of catalog: Catalog, _ places: PreparedPlaces, by rule: StatusRule, _ usual: UsualTable.Weeks) -> Week {
    let dates =
      [rule.date]
      + catalog.campuses.map { campus in
        let moment = rule.instants[campus.id] ?? rule.instant
        return campus.timeZone?.local(moment).date ?? rule.date
      }
    if let known = known.withLock({ $0 }), known.dates == dates { return known.week }
    let all = UnusualHours.upcoming(days: Self.days, in: catalog.entries, by: rule, usual: usual, prepared: places)
    let byCampus = Dictionary(grouping: all, by: \.entry.campus).mapValues { hours in
      Hours(hours: hours, placeCount: Set(hours.map(\.entry.id)).count)
    }
    let week = Week(all: Hours(hours: all, placeCount: byCampus.values.reduce(0) { $0 + $1.placeCount }), byCampus: byCampus)
    known.withLock { $0 = (dates, week) }
    return week
  }
}
