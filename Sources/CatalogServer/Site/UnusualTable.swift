import Basics
import CampusCatalog
import CatalogQuery
import OpeningHours

/// The unusual hours of the week from the day of the last question on.
final class UnusualTable: Sendable {
  static let days = 7
  private let known = Guarded<(dates: [LocalDate], hours: [UnusualHours])?>(nil)

  /// - Parameter catalog: always the same one.
  func hours(of catalog: Catalog, _ places: PreparedPlaces, by rule: StatusRule) -> [UnusualHours] {
    let dates =
      [rule.date]
      + catalog.campuses.map { campus in
        let moment = rule.instants[campus.id] ?? rule.instant
        return campus.timeZone?.local(moment).date ?? rule.date
      }
    if let known = known.withLock({ $0 }), known.dates == dates { return known.hours }
    let hours = UnusualHours.upcoming(days: Self.days, in: catalog.entries, by: rule, prepared: places)
    known.withLock { $0 = (dates, hours) }
    return hours
  }
}
