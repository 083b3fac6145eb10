package import OpeningHours

/// The services of a day, each with its label.
package enum HoursList {
  /// Returns a list such as "07:30–10:15 Breakfast" or "7:30–10:15 AM Breakfast"; "closed" or "unknown" if there are no services.
  package static func html(_ plan: DayPlan, _ style: RegionalStyle) -> HTML {
    plan.services.isEmpty ? "<span class=\"quiet\">\(plan.openTimes(style))</span>" : html(plan.services.map { item($0, style) })
  }

  static func html(_ items: [HTML]) -> HTML { "<ul>\(HTML.all(items))</ul>" }

  static func item(_ service: Service, _ style: RegionalStyle) -> HTML { item(service.times(style), service.label) }

  static func item(_ times: String, _ label: String?) -> HTML {
    let label: HTML? = label.map { " <small dir=\"auto\">\($0)</small>" }
    return "<li>\(times)\(label)</li>"
  }
}
