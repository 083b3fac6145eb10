import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// The menus of a place on two days: today, or the day before while its dishes are still served, and the next one. Meals are tabs, which need
/// no script; the first one that is not over is chosen.
struct MenuDays {
  private let listing: PlaceListing
  private let menus: PlaceMenus
  private let rule: StatusRule
  private let week: PlaceWeek
  private var entry: Entry { listing.entry }
  private var style: RegionalStyle { rule.style(of: entry.campus) }

  /// - Parameters:
  ///   - listing: the place.
  ///   - week: the names of the days.
  init(_ listing: PlaceListing, _ menus: PlaceMenus, _ week: PlaceWeek, by rule: StatusRule) {
    (self.listing, self.menus, self.rule, self.week) = (listing, menus, rule, week)
  }

  /// The menus; nil for a place that never has any.
  var html: HTML? {
    if menus.days.isEmpty { return nil }
    let today = menus.day(by: rule)
    let next = today.adding(days: 1) ?? today
    let isTodayOver = menus.menus(on: today).allSatisfy { isOver($0, on: today) }
    return """
      <section class="menus" aria-labelledby="menus">
      <div class="title"><h2 id="menus">\(Words.text("menus"))</h2>\(PriceChoice.html(for: menus.menus(on: today) + menus.menus(on: next)))</div>
      <section class="menu-day"><h3>\(week.heading(today))</h3>
      \(meals(on: today))</section>
      <details class="menu-day"\(isTodayOver ? " open" : "")><summary><h3>\(week.heading(next))</h3></summary>
      \(meals(on: next))</details>
      <p class="note">\(Words.text("stated-by-kitchen")) <a href="\(link: MenuPage.address(entry, date: rule.kind == .now ? nil : today))">\(Words.text("menus-of-week"))</a></p>
      </section>
      """
  }

  private func meals(on day: LocalDate) -> HTML {
    let menus = menus.menus(on: day)
    let closed: HTML? = listing.knownPlan(on: day) == .closed ? "<p>\(Words.text("closed-that-day"))</p>\n" : nil
    if menus.isEmpty { return closed ?? "<p>\(Words.text("no-menu-yet"))</p>\n" }
    let chosen = menus.firstIndex { !isOver($0, on: day) } ?? 0
    let items = menus.enumerated().map { index, entry -> HTML in
      guard let menu = entry.menu else { return "" }
      let id = "meal-\(day.description)-\(index)"
      let title: HTML = "<span dir=\"auto\">\(menu.meal.title(style))</span>"
      let list = DishList(menu, style).html
      if menus.count == 1 { return "<h4>\(title)</h4>\n<div class=\"meal\">\(list)</div>" }
      return """
        <input type="radio" name="meal-\(day.description)" id="\(id)"\(index == chosen ? " checked" : "")>\
        <h4><label for="\(id)">\(title)</label></h4>
        <div class="meal">\(list)</div>
        """
    }
    let tabs: HTML = """
      <fieldset class="tabs"><legend class="unseen">\(Words.text("meals"))</legend>
      \(HTML.all(items, separator: "\n"))</fieldset>
      """
    return "\(closed)\(menus.count == 1 ? HTML.all(items) : tabs)\n"
  }

  /// Whether a meal of a day is over at the moment. Where its end is not known, it is that of most meals of its kind, but not at night, when the
  /// place is still open.
  private func isOver(_ menu: Entry, on day: LocalDate) -> Bool {
    guard !rule.kind.isPeriod, let meal = menu.menu?.meal, let zone = rule.zone(of: entry) else { return false }
    let (date, second) = zone.local(rule.instant(of: entry))
    if day < date { return rule.hasEnded(menu, hours: entry.hours) }
    let minute = second / 60 + 1_440 * Int(date.daysSinceEpoch - day.daysSinceEpoch)
    return minute >= meal.to.map { Int($0.minutes) } ?? meal.kind.usualEnd
  }
}

extension PlaceListing {
  /// Returns the hours of a day; unknown if they are too old.
  func knownPlan(on day: LocalDate) -> DayPlan {
    if case .old = status.unknownReason { return .unknown }
    return entry.place?.hours?.plan(on: day) ?? .unknown
  }
}

extension Meal.Kind {
  /// When most meals of the kind end, in minutes of the service day. It decides only which meal is shown first.
  fileprivate var usualEnd: Int {
    switch self {
    case .breakfast: 10 * 60 + 30
    case .brunch, .lunch: 15 * 60
    case .dinner, .allDay, .other: 22 * 60
    case .late: 26 * 60
    }
  }
}
