import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// The menus of a place on two days: today, or the day before while its dishes are still served, and the next one. The first is folded as soon
/// as it is over, and until then the next one. Meals are tabs, which need no script; the first one that is not over is chosen.
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
    let isOver = menus.menus(on: today).allSatisfy { rule.isOver($0, hours: entry.hours) }
    let isFolded = isOver && !menus.menus(on: today).isEmpty && !menus.menus(on: next).isEmpty
    return """
      <section class="menus" aria-labelledby="menus">
      <div class="title"><h2 id="menus">\(Words.text("menus"))</h2>\(PriceChoice.html(for: menus.menus(on: today) + menus.menus(on: next)))</div>
      \(isFolded ? folded(today, isOpen: false) : "<section class=\"menu-day\"><h3>\(week.heading(today))</h3>\n\(meals(on: today))</section>")
      \(folded(next, isOpen: isOver))
      <p class="note">\(Words.text("stated-by-kitchen")) <a href="\(link: MenuPage.address(entry, date: rule.kind == .now ? nil : today))">\(Words.text("menus-of-week"))</a></p>
      </section>
      """
  }

  private func folded(_ day: LocalDate, isOpen: Bool) -> HTML {
    """
    <details class="menu-day"\(isOpen ? " open" : "")><summary><h3>\(week.heading(day))</h3></summary>
    \(meals(on: day))</details>
    """
  }

  private func meals(on day: LocalDate) -> HTML {
    let menus = menus.menus(on: day)
    let closed: HTML? = listing.knownPlan(on: day) == .closed ? "<p>\(Words.text("closed-that-day"))</p>\n" : nil
    if menus.isEmpty { return closed ?? "<p>\(Words.text("no-menu-yet"))</p>\n" }
    let chosen = menus.firstIndex { !rule.isOver($0, hours: entry.hours) } ?? 0
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
}

extension PlaceListing {
  /// Returns the hours of a day; unknown if they are too old.
  func knownPlan(on day: LocalDate) -> DayPlan {
    if case .old = status.unknownReason { return .unknown }
    return entry.place?.hours?.plan(on: day) ?? .unknown
  }
}
