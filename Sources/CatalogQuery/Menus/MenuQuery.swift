public import CampusCatalog
public import OpeningHours

/// A query for the dishes that places serve on a day.
///
///     var query = MenuQuery()
///     query.dishes.diets = [.vegan]
///     query.places = PlaceQuery(near: Proximity(position, within: 5_000))
///     let menus = query.results(in: catalog.entries, by: StatusRule(at: now, campuses: catalog.campuses))
///
/// Which meals answer a question about a moment or a day is decided for each place (`StatusRule.meals`), on the clock of its campus. Results do
/// not depend on the order of the entries.
public struct MenuQuery: Sendable, Hashable {
  /// The places whose menus match, and their order. The limit and the offset count places with matching dishes.
  public var places = PlaceQuery()
  /// Only menus of these kinds of meals; empty for all.
  public var meals: Set<Meal.Kind> = []
  public var dishes = DishFilter()
  /// Whether the menus of a place are those of the whole day, and of the night before, as for a document that is read later.
  package var isAboutDay = false

  public init() {}

  /// Returns the places with their matching dishes. Menus of a place that is not among the entries are listed after the others, by the id of
  /// the place, and only if there are no conditions on places besides ids and campuses.
  public func results(in entries: [Entry], by rule: StatusRule) -> MenuResults {
    let groups = groups(in: entries, by: rule)
    var leftOut = DishFilter.LeftOut()
    var dishCount = 0
    let all = groups.all.compactMap { group -> MenuListing? in
      let menus = group.menus.compactMap { dishes.applied(to: $0, &leftOut) }
      let listing = MenuListing(id: group.id, place: group.place, menus: menus.sorted(by: Self.isBefore))
      dishCount += listing.dishCount
      return menus.isEmpty ? nil : listing
    }
    let items = all.prefix(places.limit.map { max(0, $0) } ?? .max).dropFirst(places.offset)
    var results = QueryResults(Array(items), total: all.count)
    (results.beyond, results.withoutPosition) = (groups.beyond, groups.withoutPosition)
    return MenuResults(places: results, dishCount: dishCount, menuCount: groups.all.reduce(0) { $0 + $1.menus.count }, leftOut: leftOut)
  }

  /// Returns the days of which there are menus of the places and meals, sorted, whatever the dishes.
  public func days(in entries: [Entry], by rule: StatusRule) -> [LocalDate] {
    let menus = groups(in: entries, by: rule, allDays: true).all.flatMap(\.menus)
    return Set(menus.compactMap { $0.menu?.date }).sorted()
  }

  /// Returns the places with their menus of all days.
  func menusOfAllDays(in entries: [Entry], by rule: StatusRule) -> [(place: Entry, menus: [Entry])] {
    groups(in: entries, by: rule, allDays: true).all.compactMap { group in group.place.map { ($0.entry, group.menus) } }
  }

  /// The menus of one place.
  private struct Group {
    let id: EntryID
    let place: PlaceListing?
    let menus: [Entry]
  }

  /// The menus of one place by day, as indices.
  private struct Days {
    var before: [Int] = []
    var today: [Int] = []
    var next: [Int] = []

    static func + (left: Self, right: Self) -> Self {
      Self(before: left.before + right.before, today: left.today + right.today, next: left.next + right.next)
    }
  }

  /// Returns the menus of the places and meals by place: those that answer the question of the rule, or those of all days.
  private func groups(
    in entries: [Entry], by rule: StatusRule, allDays: Bool = false
  ) -> (all: [Group], beyond: Int, withoutPosition: Int) {
    var days: [EntryID: Days] = [:]
    var dates: [CampusID: LocalDate] = [:]
    // Others are not copied, which would change the reference counts of many texts.
    for index in entries.indices where entries[index].kind == .menu {
      guard let menu = entries[index].menu, meals.isEmpty || meals.contains(menu.meal.kind) else { continue }
      let campus = entries[index].campus
      let today = dates[campus] ?? rule.date(of: entries[index])
      dates[campus] = today
      if allDays || menu.date == today {
        days[menu.place, default: Days()].today.append(index)
      } else if !rule.kind.isPeriod, menu.date.adding(days: 1) == today {
        days[menu.place, default: Days()].before.append(index)
      } else if !rule.kind.isPeriod, menu.date == today.adding(days: 1) {
        days[menu.place, default: Days()].next.append(index)
      }
    }
    if days.isEmpty { return ([], 0, 0) }
    func menus(_ days: Days, _ hours: Schedule?) -> [Entry] {
      func menus(_ indices: [Int]) -> [Entry] { indices.map { entries[$0] } }
      if allDays { return menus(days.today) }
      let before = menus(days.before)
      if isAboutDay { return before.filter { !rule.hasEnded($0, hours: hours) } + menus(days.today) }
      return rule.meals(before: before, today: menus(days.today), next: menus(days.next), hours: hours)
    }
    var ofPlaces: [EntryID: [Entry]] = [:]
    let places = entries.filter { entry in
      guard entry.kind == .place, days[entry.id] != nil || entry.aliases.contains(where: { days[$0] != nil }) else { return false }
      let all = ([entry.id] + entry.aliases).compactMap { days.removeValue(forKey: $0) }.reduce(Days(), +)
      ofPlaces[entry.id] = menus(all, entry.hours)
      return ofPlaces[entry.id] != []
    }
    var query = self.places
    (query.limit, query.offset) = (nil, 0)
    let found = query.results(in: places, by: rule)
    var groups = found.items.map { Group(id: $0.entry.id, place: $0, menus: ofPlaces[$0.entry.id] ?? []) }
    if query.canMatchAbsentPlaces {
      let filter = query.filter
      groups += days.sorted { $0.key < $1.key }.compactMap { id, days in
        let menus = menus(days, nil).filter { $0.isFrom(filter.campuses, filter.feeds) }
        return menus.isEmpty || !(filter.ids?.contains(id) ?? true) ? nil : Group(id: id, place: nil, menus: menus)
      }
    }
    return (groups, found.beyond, found.withoutPosition)
  }

  /// Meals are sorted by day, then by kind, then by when they begin, then by id.
  static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    func key(_ entry: Entry) -> (Int, Int, Int) {
      guard let menu = entry.menu else { return (0, 0, 0) }
      let kind = Meal.Kind.allCases.firstIndex(of: menu.meal.kind) ?? 0
      return (Int(menu.date.daysSinceEpoch), kind, menu.meal.from.map { Int($0.minutes) } ?? .max)
    }
    let (left, right) = ((key(left), left.id), (key(right), right.id))
    return left.0 == right.0 ? left.1 < right.1 : left.0 < right.0
  }
}

extension Entry {
  /// Whether this is a menu of a place, or of a record that a feed has for the place: "ny/menus/80" for "ny/menus/menu-80-2026-11-30-lunch".
  fileprivate func isMenu(of id: EntryID) -> Bool {
    guard let menu else { return false }
    guard menu.place != id, let slash = id.description.lastIndex(of: "/") else { return menu.place == id }
    let (feed, record) = (id.description[...slash], id.description[slash...].dropFirst())
    return self.id.description.hasPrefix("\(feed)menu-\(record)-\(menu.date)-")
  }
}

extension [Entry] {
  /// Returns the places whose menus an id stands for: that of the place, or of a record that a feed of menus has for it. Empty if there are none.
  package func placesOfMenus(of id: EntryID) -> Set<EntryID> {
    Set(indices.lazy.filter { self[$0].kind == .menu && self[$0].isMenu(of: id) }.compactMap { self[$0].menu?.place })
  }
}

extension PlaceQuery {
  /// Whether there are no conditions on what only a place has.
  fileprivate var canMatchAbsentPlaces: Bool {
    near == nil && !needsPosition && search == nil && filter.categories.isEmpty && !filter.hasTexts && !filter.dependsOnStatus
  }
}

/// The places with the dishes that a query matches.
public struct MenuResults: Sendable {
  public let places: QueryResults<MenuListing>
  /// The number of matching dishes, including those of places beyond the limit.
  public let dishCount: Int
  /// The number of menus that answer the question, whatever their dishes.
  public let menuCount: Int
  /// The dishes of these menus that were left out.
  public let leftOut: DishFilter.LeftOut
}

/// The menus of a place in the results of a query.
public struct MenuListing: Sendable, Equatable {
  /// The id of the place.
  public let id: EntryID
  /// The place with its status; nil if it is not in the catalog.
  public let place: PlaceListing?
  /// The menus, each with only the matching dishes, by day and meal; never empty.
  public let menus: [Entry]

  public var dishCount: Int { menus.reduce(0) { $0 + ($1.menu?.dishCount ?? 0) } }
}
