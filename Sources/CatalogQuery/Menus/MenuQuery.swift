public import CampusCatalog
public import OpeningHours

/// A query for the dishes that places serve on a day.
///
///     var query = MenuQuery()
///     query.dishes.diets = [.vegan]
///     query.places = PlaceQuery(near: Proximity(position, within: 5_000))
///     let menus = query.results(in: catalog.entries, by: StatusRule(at: now, campuses: catalog.campuses))
///
/// The day is that of the rule's moment, on the clock of each campus. After midnight, a menu of the day before still counts until its meal
/// ends, or, if that is unknown, until its place closes. Results do not depend on the order of the entries.
public struct MenuQuery: Sendable, Hashable {
  /// The places whose menus match, and their order. The limit and the offset count places with matching dishes.
  public var places = PlaceQuery()
  /// Only menus of these kinds of meals; empty for all.
  public var meals: Set<Meal.Kind> = []
  public var dishes = DishFilter()

  public init() {}

  /// Returns the places with their matching dishes. Menus of a place that is not among the entries are listed after the others, by the id of
  /// the place, and only if there are no conditions on places besides ids and campuses.
  public func results(in entries: [Entry], by rule: StatusRule) -> MenuResults {
    let groups = groups(in: entries, by: rule, isAboutDay: true)
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
    let menus = groups(in: entries, by: rule, isAboutDay: false).all.flatMap(\.menus)
    return Set(menus.compactMap { $0.menu?.date }).sorted()
  }

  /// The menus of one place.
  private struct Group {
    let id: EntryID
    let place: PlaceListing?
    let menus: [Entry]
  }

  /// Returns the menus of the places and meals by place: those of the rule's day, or of all days.
  private func groups(
    in entries: [Entry], by rule: StatusRule, isAboutDay: Bool
  ) -> (all: [Group], beyond: Int, withoutPosition: Int) {
    var menus: [EntryID: [Entry]] = [:]
    var nights: [EntryID: [Entry]] = [:]
    var days: [CampusID: LocalDate] = [:]
    // Others are not copied, which would change the reference counts of many texts.
    for index in entries.indices where entries[index].kind == .menu {
      let entry = entries[index]
      guard let menu = entry.menu, meals.isEmpty || meals.contains(menu.meal.kind) else { continue }
      let day = days[entry.campus] ?? rule.date(of: entry)
      days[entry.campus] = day
      if !isAboutDay || menu.date == day {
        menus[menu.place, default: []].append(entry)
      } else if menu.date.adding(days: 1) == day, !rule.kind.isPeriod {
        nights[menu.place, default: []].append(entry)
      }
    }
    if !nights.isEmpty { addNights(nights, to: &menus, entries, rule) }
    if menus.isEmpty { return ([], 0, 0) }
    let places = entries.filter { entry in
      entry.kind == .place && (menus[entry.id] != nil || entry.aliases.contains { menus[$0] != nil })
    }
    var query = self.places
    (query.limit, query.offset) = (nil, 0)
    let found = query.results(in: places, by: rule)
    var groups = found.items.map { listing in
      let ids = [listing.entry.id] + listing.entry.aliases
      return Group(id: listing.entry.id, place: listing, menus: ids.flatMap { menus[$0] ?? [] })
    }
    if query.canMatchAbsentPlaces {
      for place in places { for id in [place.id] + place.aliases { menus[id] = nil } }
      let filter = query.filter
      groups += menus.sorted { $0.key < $1.key }.compactMap { id, menus in
        let menus = menus.filter { $0.isFrom(filter.campuses, filter.feeds) }
        return menus.isEmpty || !(filter.ids?.contains(id) ?? true) ? nil : Group(id: id, place: nil, menus: menus)
      }
    }
    return (groups, found.beyond, found.withoutPosition)
  }

  /// Adds the menus of the day before that are still served.
  private func addNights(_ nights: [EntryID: [Entry]], to menus: inout [EntryID: [Entry]], _ entries: [Entry], _ rule: StatusRule) {
    var places: [EntryID: Entry] = [:]
    for index in entries.indices where entries[index].kind == .place {
      if nights[entries[index].id] != nil { places[entries[index].id] = entries[index] }
      for alias in entries[index].aliases where nights[alias] != nil { places[alias] = entries[index] }
    }
    for (id, night) in nights {
      let served = night.filter { !rule.hasEnded($0, hours: places[id]?.hours) }
      if !served.isEmpty { menus[id, default: []] += served }
    }
  }

  /// Meals are sorted by kind, then by when they begin, then by id.
  static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    func key(_ entry: Entry) -> (Int, Int) {
      guard let meal = entry.menu?.meal else { return (0, 0) }
      return (Meal.Kind.allCases.firstIndex(of: meal.kind) ?? 0, meal.from.map { Int($0.minutes) } ?? .max)
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
  /// The number of menus of the day, whatever their dishes.
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
  /// The menus, each with only the matching dishes, by meal; never empty.
  public let menus: [Entry]

  public var dishCount: Int { menus.reduce(0) { $0 + ($1.menu?.dishCount ?? 0) } }
}
