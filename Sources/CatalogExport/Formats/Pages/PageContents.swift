import CampusCatalog
import CatalogQuery
import OpeningHours

/// The entries of a campus in the order of its page: alerts that are not over, places, the menus of the day, and events that are not over.
struct PageContents {
  let alerts: [AlertListing]
  /// The places of each category that has some, by name.
  let groups: [(category: Category, places: [PagePlace])]
  /// The places that have special hours after this week.
  let later: [PagePlace]
  /// The places with menus of the day, by name.
  let menus: [PageMenus]
  let events: [EventListing]

  /// - Parameter placeNames: the names of places that are not among the entries.
  init(_ entries: [Entry], of campus: PageCampus, by header: ExportHeader, _ placeNames: [EntryID: String] = [:]) {
    alerts = AlertQuery().results(in: entries, at: campus.instant).items.filter { $0.phase != .ended }
    events = EventQuery().results(in: entries, by: header.rule).items
    let places = entries.compactMap { entry in entry.place.map { PagePlace(entry, $0, of: campus, by: header) } }
    let byCategory = Dictionary(grouping: places, by: \.place.category)
    groups = Category.allCases.compactMap { category in
      byCategory[category].map { places in
        (category, places.map { (NameSortKey($0.entry), $0) }.sorted { $0.0 < $1.0 }.map(\.1))
      }
    }
    var query = MenuQuery()
    (query.places.order, query.isAboutDay) = (.name, true)
    menus = query.results(in: entries, by: header.rule).places.items.map { listing in
      PageMenus(title: listing.place?.entry.title ?? placeNames[listing.id] ?? listing.id.description, menus: listing.menus)
    }
    later = groups.flatMap(\.places).filter { !$0.later.isEmpty }
  }

  /// The tables that have rows.
  var tables: [PageTable] {
    PageTable.allCases.filter { table in
      switch table {
      case .alerts: !alerts.isEmpty
      case .today, .week: !groups.isEmpty
      case .menus: !menus.isEmpty
      case .later: !later.isEmpty
      case .events: !events.isEmpty
      }
    }
  }
}

/// A table of a page, in the order in which a page has them.
enum PageTable: String, Sendable, Hashable, CaseIterable {
  case alerts, today, menus, week, later, events

  func title(in words: WordTable) -> String {
    switch self {
    case .alerts: words.text("alerts")
    case .today: words.text("today")
    case .menus: words.text("menus")
    case .week: words.text("this-week")
    case .later: words.text("special-hours-title")
    case .events: words.text("events")
    }
  }
}
