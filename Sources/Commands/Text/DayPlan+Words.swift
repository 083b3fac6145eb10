import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

extension DayPlan {
  /// Returns the services of a day, such as "07:30–10:15 Breakfast," and "11:00–02:00", or "closed" or "unknown".
  func words(in style: RegionalStyle) -> [String] {
    guard case .services(let services) = self else { return [style.words.text("hours-unknown-day")] }
    if services.isEmpty { return [style.words.text("closed-day")] }
    return services.enumerated().map { index, service in
      let text = service.times(style) + (service.label.map { " \($0)" } ?? "")
      return PlainText.visible(index + 1 < services.count ? text + "," : text)
    }
  }
}
