import CampusCatalog
import CatalogQuery
import CatalogSession
import OpeningHours

/// A question about places, as the API and the page ask it: `open=now|TIME`, `at`, `until`, `for`, `category`, `building`, `tag`, `diet`,
/// `without`, `price`, `role`, `q`, `near` and `within`, `sort`.
struct PlacesQuestion: Sendable {
  /// The parameters that a question reads.
  static let parameters: Set = [
    "open", "at", "until", "for", "q", "state", "category", "building", "tag", "diet", "without", "price", "role", "near", "within", "sort",
  ]

  private(set) var query = PlaceQuery()
  /// Whose prices of dishes are shown; nil for all.
  let role: Price.Role?
  /// The conditions on dishes that the places serve.
  let dishes: DishFilter
  let rule: StatusRule
  /// Whether the answer is for now, so that it becomes old.
  var isNow: Bool { rule.kind == .now }
  private let snapshot: SiteSnapshot
  /// What the search was understood to ask for beyond its words; nil if nothing.
  var understood: String? { query.meaning?.explanation() }
  /// When the dishes of a search that found nothing are on the menu otherwise; nil if never.
  func otherTimes(ifNoneOf total: Int) -> String? {
    total > 0 || !dependsOnMenus ? nil : query.otherTimesOfDishes(dishes, in: snapshot.catalog.entries, by: rule)
  }
  /// Whether it is known when the states of places change.
  let knowsChanges: Bool
  /// Whether the answer depends on the dishes of the day.
  let dependsOnMenus: Bool
  /// Whether the question chooses an order.
  private var hasOrder = false

  /// - Parameter ids: the places that were chosen by id; nil for all.
  init(
    _ parameters: inout Parameters, _ campuses: Set<CampusID>, _ question: SiteQuestion, ids: Set<EntryID>? = nil
  ) throws(Problem) {
    snapshot = question.snapshot
    if let text = try parameters.value("q") {
      do throws(QueryError) { query = try PlaceQuery(search: text) } catch { throw .parameter("q", "\(error.message).") }
      query = query.understood(in: snapshot.catalog.entries, campuses: snapshot.catalog.campuses, prepared: snapshot.places)
    }
    let open = try parameters.moments("open", campuses, question)
    let at = try parameters.moments("at", campuses, question)
    if open != nil || at != nil { query.meaning?.time = nil }
    let named = try query.meaning?.time.map { (text) throws(Problem) in try question.moments("q", text, campuses) }
    if open != nil, at != nil, open != at {
      throw .parameter("at", "open and at name two times; give one of them.")
    }
    rule = question.rule(at: open ?? at ?? named ?? question.moment)
    (dishes, role) = try parameters.dishesAndRole()
    if open != nil || query.meaning?.isOpen == true { query.filter.state = .open }
    dependsOnMenus = (dishes != DishFilter() || query.search != nil) && !snapshot.entries(of: .menu).isEmpty
    knowsChanges = rule.kind == .now && Cursor.moment(in: question.target) == nil
    (query.filter.campuses, query.filter.ids) = (campuses, ids)
    if let state = try parameters.choice("state", of: PlaceState.self) {
      if open != nil, state != .open { throw .parameter("state", "open asks for open places, and state for others; give one of them.") }
      query.filter.state = state
    }
    query.filter.staysOpen = try staysOpen(&parameters, campuses, question)
    query = query.withDishes(dishes, in: snapshot.catalog.entries, by: rule, prepared: snapshot.places)
    query.filter.categories = try parameters.choices("category", of: Category.self)
    query.filter.buildings = Set(parameters.values("building").map { SearchText($0) })
    query.filter.tags = Set(parameters.list("tag").map { SearchText($0) })
    try query.readPosition(&parameters)
    if let order = try parameters.choice("sort", of: PlaceOrder.self) {
      if order == .distance, query.near == nil { throw .parameter("sort", "To sort by distance, give a position with near.") }
      if order == .rank, query.search == nil { throw .parameter("sort", "To sort by rank, search with q.") }
      (query.order, hasOrder) = (order, true)
    }
  }

  /// Returns the condition that places stay open until a time, or for some time.
  private func staysOpen(
    _ parameters: inout Parameters, _ campuses: Set<CampusID>, _ question: SiteQuestion
  ) throws(Problem) -> StayOpenCondition? {
    let (until, duration) = (try parameters.value("until"), try parameters.value("for"))
    guard let name = until != nil ? "until" : duration != nil ? "for" : nil else { return nil }
    if until != nil, duration != nil { throw .parameter("for", "until and for cannot be used together.") }
    if let state = query.filter.state, state != .open {
      throw .parameter(name, "\(name) asks for open places, and state for others; give one of them.")
    }
    if rule.kind.isPeriod { throw .parameter(name, "\(name) needs a time of day; add one to at, as in 2026-11-25 18:00.") }
    if let duration {
      do throws(QueryError) { return .seconds(try TimeSpan(parsing: duration).seconds) } catch {
        throw .parameter(name, "\(error.message).")
      }
    }
    guard let until else { return nil }
    if let time = LocalMoment.clock(until) { return .untilClock(time) }
    let selected = snapshot.catalog.campuses.filter { campuses.isEmpty || campuses.contains($0.id) }
    let end: Instant
    do throws(SessionError) { end = try LocalMoment.parse(until, campuses: selected, today: question.now) } catch {
      throw .parameter(name, "\(error.message).")
    }
    guard end > rule.instant else { throw .parameter(name, "until is not after the time in question.") }
    return .until(end)
  }

  /// Lists open places first, those nearby if there is a position, unless the question has a search or an order.
  mutating func putOpenFirst() {
    guard query.search == nil, query.order == .state || query.order == .distance, !hasOrder else { return }
    query.order = .openFirst
    if let near = query.near, near.within == nil { query.near = Proximity(near.center, within: Proximity.nearby) }
  }

  /// Returns the places in a range of the results, and the number of all.
  func results(_ range: Range<Int>) -> QueryResults<PlaceListing> {
    var query = query
    (query.offset, query.limit) = (range.lowerBound, range.upperBound)
    let statuses = knowsChanges || query.dependsOnStatus ? snapshot.statuses(by: rule) : nil
    return query.results(in: snapshot.catalog.entries, by: rule, statuses: statuses, prepared: snapshot.places)
  }

  /// Returns those of some diets that a place of the list serves a dish for, which also meets the other conditions on dishes.
  func served(_ diets: [Diet]) -> Set<Diet> {
    if snapshot.entries(of: .menu).isEmpty { return [] }
    var menus = MenuQuery()
    (menus.dishes, menus.places.order, menus.places.filter.campuses) = (dishes, .distance, query.filter.campuses)
    let served = menus.results(in: snapshot.catalog.entries, by: rule).places.items.filter { $0.place != nil }
    return Set(
      diets.filter { diet in
        let ids = served.filter { listing in
          listing.menus.contains { menu in
            !query.isForLater(menu, by: rule) && menu.menu?.dishes.contains { $0.isSuitable(for: diet) } == true
          }
        }.map(\.id)
        var question = self
        question.query.filter.ids = query.filter.ids.map { $0.intersection(ids) } ?? Set(ids)
        return !ids.isEmpty && question.results(0..<0).total > 0
      })
  }

  /// The nearest place at any distance; nil without a position.
  var nearest: PlaceListing? {
    guard let near = query.near else { return nil }
    var question = self
    (question.query.near, question.query.order) = (Proximity(near.center), .distance)
    return question.results(0..<1).items.first
  }

  /// The states of all places that would be listed in any state.
  var summary: StateSummary {
    query.summary(in: snapshot.catalog.entries, by: rule, statuses: snapshot.statuses(by: rule), prepared: snapshot.places)
  }
}

extension PlaceQuery {
  /// Reads the parameters `near` and `within`.
  mutating func readPosition(_ parameters: inout Parameters) throws(Problem) {
    let within = try parameters.value("within")
    guard let text = try parameters.value("near") else {
      if within != nil { throw .parameter("within", "within needs a position; give one with near.") }
      return
    }
    let center: Coordinate
    do throws(QueryError) { center = try Coordinate(parsing: text) } catch { throw .parameter("near", "\(error.message).") }
    var meters: Double?
    if let within {
      do throws(QueryError) { meters = try Meters(parsing: within).value } catch { throw .parameter("within", "\(error.message).") }
    }
    (near, needsPosition, order) = (Proximity(center, within: meters), true, .distance)
  }
}
