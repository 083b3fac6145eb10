package import OpeningHours

/// The services of a day, each with its label.
package enum HoursList {
  /// Returns a list such as "07:30–10:15 Breakfast"; "closed" or "unknown" if there are no services.
  package static func html(_ plan: DayPlan) -> HTML {
    plan.services.isEmpty ? "<span class=\"quiet\">\(plan.openTimes)</span>" : html(plan.services.map(item))
  }

  static func html(_ items: [HTML]) -> HTML { "<ul>\(HTML.all(items))</ul>" }

  static func item(_ service: Service) -> HTML { item(service.times, service.label) }

  static func item(_ times: String, _ label: String?) -> HTML {
    let label: HTML? = label.map { " <small dir=\"auto\">\($0)</small>" }
    return "<li>\(times)\(label)</li>"
  }
}
