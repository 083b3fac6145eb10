import CampusCatalog
import CatalogSession
import OpeningHours

/// The hours of a place on a service day, before and after a correction.
struct CorrectedHours {
  let entry: Entry
  let date: LocalDate
  let before, after: DayPlan

  /// Returns the hours of places in two catalogs.
  ///
  /// - Parameter dates: the service days; nil for those whose hours may differ: the ones with dated hours in the first catalog.
  static func rows(of places: [Entry], on dates: [LocalDate]?, from before: CatalogSession, to after: CatalogSession) -> [CorrectedHours] {
    let hours = Dictionary(after.catalog.entries.compactMap { entry in entry.hours.map { (entry.id, $0) } }) { first, _ in first }
    return places.flatMap { place in
      (dates ?? correctedDates(of: place)).map { date in
        CorrectedHours(
          entry: place, date: date, before: place.hours?.plan(on: date) ?? .unknown, after: hours[place.id]?.plan(on: date) ?? .unknown)
      }
    }
  }

  private static func correctedDates(of place: Entry) -> [LocalDate] {
    let layers = place.hours?.layers.filter { $0.level == .manual } ?? []
    return Set(
      layers.flatMap { layer -> [LocalDate] in
        if case .days(let days) = layer.rule { days.dates } else { [] }
      }
    ).sorted()
  }
}
