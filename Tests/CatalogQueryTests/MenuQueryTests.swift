import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import RandomData
import TestKit
import Testing

@Suite struct MenuQueryTests {
  private let catalog: Catalog
  private let rule: StatusRule

  init() throws {
    catalog = try Canteens().catalog
    rule = StatusRule(at: try moment(Canteens.noon), campuses: catalog.campuses)
  }

  private func results(_ change: (inout MenuQuery) throws -> Void) rethrows -> MenuResults {
    var query = MenuQuery()
    try change(&query)
    return query.results(in: catalog.entries, by: rule)
  }

  private func dishes(_ results: MenuResults) -> [String] {
    results.places.items.flatMap { $0.menus.flatMap { $0.menu?.dishes.map(\.name) ?? [] } }
  }

  private func maximum(_ amount: String, _ role: Price.Role? = nil) throws -> DishFilter.Maximum {
    try parsed(amount) { DishFilter.Maximum($0, role: role) }
  }

  /// Open places come first, and places that the catalog lacks last. Meals are in their order.
  @Test func menusOfToday() {
    let results = results { _ in }
    #expect(results.places.items.map(\.id.description) == ["dd/mensa/4", "dd/mensa/8", "ny/dining/1", "dd/mensa/77"])
    #expect(results.places.items.map(\.place?.sentence) == ["Open until 15:00", "Open until 14:00", "Opens 7 AM", nil])
    #expect(results.places.items[0].menus.map(\.menu?.meal.kind) == [.lunch, .dinner])
    #expect(results.places.total == 4)
    #expect(results.dishCount == 9)
    #expect(results.menuCount == 5)
    #expect(results.leftOut.total == 0)
  }

  /// The day begins at midnight on the clock of each campus.
  @Test(
    arguments: [
      ("2026-11-30T22:59:59Z", ["dd/mensa/4", "dd/mensa/77", "dd/mensa/8", "ny/dining/1"]),
      ("2026-11-30T23:00:00Z", ["dd/mensa/9", "ny/dining/1"]), ("2026-12-01T04:59:59Z", ["dd/mensa/9", "ny/dining/1"]),
      ("2026-12-01T05:00:00Z", ["dd/mensa/9"]), ("2026-12-02T12:00:00Z", []),
    ])
  func dayOfCampus(at time: String, places: [String]) throws {
    let rule = StatusRule(at: try moment(time), kind: .day, campuses: catalog.campuses)
    #expect(MenuQuery().results(in: catalog.entries, by: rule).places.items.map(\.id.description).sorted() == places)
  }

  /// About a moment, the meals are those that are not over, then those of the next day; about a day or a night, those of it alone. The ends of
  /// meals are stated, or follow from the hours of the place, or from the kind of the meal.
  @Test(
    arguments: [
      ("2026-11-30T05:00", .now, "1: 30 lunch, 30 late; 2: 30 lunch; 3: 30 other; 4: 30 dinner"),
      ("2026-11-30T13:59", .now, "1: 30 lunch, 30 late; 2: 30 lunch; 3: 30 other; 4: 30 dinner"),
      ("2026-11-30T14:00", .now, "1: 30 late; 2: 30 lunch; 3: 1 other; 4: 30 dinner"),
      ("2026-11-30T21:59", .chosen, "1: 30 late; 2: 1 lunch; 3: 1 other; 4: 30 dinner"),
      ("2026-11-30T22:00", .now, "1: 30 late, 1 lunch, 1 late; 2: 1 lunch; 3: 1 other; 4: 1 dinner; 5: 1 lunch"),
      ("2026-12-01T00:59", .now, "1: 30 late, 1 lunch, 1 late; 2: 1 lunch; 3: 1 other; 4: 1 dinner; 5: 1 lunch"),
      ("2026-12-01T01:00", .now, "1: 1 lunch, 1 late; 2: 1 lunch; 3: 1 other; 4: 1 dinner; 5: 1 lunch"),
      ("2026-12-01T23:30", .now, "1: 1 late"), ("2026-11-30T00:00", .day, "1: 30 lunch, 30 late; 2: 30 lunch; 3: 30 other; 4: 30 dinner"),
      ("2026-11-30T18:00", .night, "1: 30 late; 4: 30 dinner"),
    ] as [(String, MomentKind, String)])
  func mealsOfMoment(at time: String, kind: MomentKind, meals: String) throws {
    func menus(_ place: String, _ meals: Meal..., on days: [String] = ["2026-11-30", "2026-12-01"]) throws -> [Entry] {
      try days.flatMap { day in
        try meals.map { meal in
          let menu = Menu(
            place: try entryID("dd/m/\(place)"), date: try date(day), meal: meal, sections: [MenuSection(dishes: [Dish(name: "Soup")])])
          let id = try entryID("dd/m/menu-\(place)-\(day)-\(meal.kind.rawValue)")
          return Entry(id: id, campus: try parsed("dd") { CampusID($0) }, name: nil, sources: [], details: .menu(menu))
        }
      }
    }
    let noon = try daily([service("11:00", "14:00")], zone: "Europe/Berlin")
    var entries = try menus(
      "1", Meal(kind: .lunch, from: LocalTime("11:00"), to: LocalTime("14:00")),
      Meal(kind: .late, from: LocalTime("21:00"), to: LocalTime("25:00")))
    entries += try menus("2", Meal(kind: .lunch)) + menus("3", Meal(kind: .other)) + menus("4", Meal(kind: .dinner))
    entries += try menus("5", Meal(kind: .lunch), on: ["2026-12-01"])
    entries += try [
      place("dd/m/1", "1"), place("dd/m/2", "2"), place("dd/m/3", "3", hours: noon), place("dd/m/4", "4", hours: noon),
      place("dd/m/5", "5", hours: noon),
    ]
    let rule = StatusRule(at: try moment("\(time):00+01:00"), kind: kind, campuses: catalog.campuses)
    let places = MenuQuery().results(in: entries, by: rule).places.items.sorted { $0.id < $1.id }
    let texts = places.map { place in
      "\(place.id.record): "
        + place.menus.compactMap(\.menu).map { "\($0.date.components.day) \($0.meal.kind.rawValue)" }.joined(separator: ", ")
    }
    #expect(texts.joined(separator: "; ") == meals)
    // A place alone has the same menus.
    for place in places {
      let alone = MenuQuery.menus(of: try #require(place.place?.entry), in: entries, by: rule)
      #expect(alone == place.menus)
    }
  }

  /// A meal without a stated end is over with the last opening at the usual time of such meals, unless that is much longer.
  @Test(
    arguments: [
      (.breakfast, ["07:00-10:00", "11:30-14:00", "17:00-20:00"], "10:00"),
      (.lunch, ["07:00-10:00", "11:30-14:00", "17:00-20:00"], "14:00"),
      (.other, ["07:00-10:00", "17:00-20:00"], "20:00"), (.breakfast, ["11:00-14:00"], "10:30"), (.lunch, ["13:00-16:30"], "16:30"),
      (.lunch, ["07:00-21:00"], "15:00"), (.dinner, ["07:00-23:30"], "23:30"), (.dinner, [], "22:00"),
    ] as [(Meal.Kind, [String], String)])
  func mealEnds(kind: Meal.Kind, openings: [String], end: String) throws {
    let hours = try daily(openings.map { try service(String($0.prefix(5)), String($0.suffix(5))) }, zone: "Europe/Berlin")
    let menu = Menu(
      place: try entryID("dd/m/1"), date: try date("2026-11-30"), meal: Meal(kind: kind),
      sections: [MenuSection(dishes: [Dish(name: "Soup")])])
    let entry = Entry(
      id: try entryID("dd/m/menu-1-2026-11-30-meal"), campus: try parsed("dd") { CampusID($0) }, name: nil, sources: [],
      details: .menu(menu))
    let time = try moment("2026-11-30T\(end):00+01:00")
    let before = try #require(Instant(secondsSinceEpoch: time.secondsSinceEpoch - 1))
    let isOver = [before, time].map { StatusRule(at: $0, campuses: catalog.campuses).isOver(entry, hours: openings.isEmpty ? nil : hours) }
    #expect(isOver == [false, true])
  }

  /// After midnight, a menu of the night before counts until its meal ends, or, if that is unknown, until its place closes.
  @Test(
    arguments: [
      ("2026-11-30T23:30:00Z", ["dd/bar/menu-1-2026-11-30-night", "dd/bar/menu-1-2026-11-30-supper"]),
      ("2026-11-30T23:59:59Z", ["dd/bar/menu-1-2026-11-30-night", "dd/bar/menu-1-2026-11-30-supper"]),
      ("2026-12-01T00:00:00Z", ["dd/bar/menu-1-2026-11-30-night"]), ("2026-12-01T00:59:59Z", ["dd/bar/menu-1-2026-11-30-night"]),
      ("2026-12-01T01:00:00Z", []),
    ])
  func nightBefore(at time: String, menus: [String]) throws {
    func menu(_ name: String, _ meal: Meal, of place: String) throws -> Entry {
      let id = try entryID("dd/bar/menu-\(place)-2026-11-30-\(name)")
      let details = Menu(
        place: try entryID("dd/bar/\(place)"), date: try date("2026-11-30"), meal: meal,
        sections: [MenuSection(dishes: [Dish(name: "Soup")])])
      return Entry(
        id: id, campus: try parsed("dd") { CampusID($0) }, name: nil, sources: [], details: .menu(details))
    }
    let entries = [
      try place("dd/bar/1", "Bar", hours: daily([service("18:00", "26:00")], zone: "Europe/Berlin")), try place("dd/bar/2", "Kiosk"),
      try menu("night", Meal(kind: .other), of: "1"),
      try menu("supper", Meal(kind: .dinner, from: LocalTime("18:00"), to: LocalTime("25:00")), of: "1"),
      try menu("other", Meal(kind: .other), of: "2"),
    ]
    func found(_ kind: MomentKind) throws -> [String] {
      let rule = StatusRule(at: try moment(time), kind: kind, campuses: catalog.campuses)
      return MenuQuery().results(in: entries, by: rule).places.items.flatMap { $0.menus.map(\.id.description) }.sorted()
    }
    #expect(try found(.now) == menus)
    #expect(try found(.day).isEmpty)
  }

  /// A vegan dish is vegetarian. All diets must be stated.
  @Test func diets() {
    let vegetarian = results { $0.dishes.diets = [.vegetarian] }
    #expect(
      dishes(vegetarian) == [
        "Gemüsecurry", "Pizza Margherita", "Salat vom Buffet", "Pizza Funghi", "Nussbraten", "Obstsalat", "Pancakes", "Pizza Margherita",
      ])
    #expect(vegetarian.leftOut.diet == 1)
    let both = results { $0.dishes.diets = [.vegan, .halal] }
    #expect(dishes(both) == ["Gemüsecurry"])
    #expect(both.leftOut.diet == 8)
    #expect(both.places.total == 1)
    #expect(both.dishCount == 1)
  }

  /// Dishes without stated allergens are left out too, and counted on their own.
  @Test func allergens() {
    let results = results { $0.dishes.without = [.nuts, .milk] }
    #expect(dishes(results) == ["Gemüsecurry", "Schnitzel", "Pizza Funghi", "Obstsalat"])
    #expect(results.leftOut.allergen == 3)
    #expect(results.leftOut.allergensNotStated == 2)
  }

  /// Allergens and diets have their names in all languages, in any case, with or without accents; names of several stand for all of them.
  @Test(arguments: Language.allCases)
  func names(language: Language) throws {
    for code in Allergen.Code.allCases {
      #expect(try Allergen.Code.named(Allergen(code).text(in: language).uppercased()) == [code])
    }
    for diet in Diet.allCases { #expect(try Diet.named(diet.text(in: language).uppercased()) == diet) }
  }

  @Test(
    arguments: [
      ("Nusse", [.nuts]), ("weizen", [.gluten]), ("Haselnüsse", [.nuts]), ("fruits de mer", [.crustaceans, .fish, .molluscs]),
      ("frutta secca", [.nuts, .peanut]), ("blé", [.gluten]), ("tree-nuts", [.nuts]), ("lactose", [.milk]), ("almond", [.nuts]),
      ("huevo", [.egg]), ("sulphites", [.sulphites]), ("nut", nil), ("", nil), ("Obst", nil),
    ] as [(String, [Allergen.Code]?)])
  func namesOfAllergens(name: String, codes: [Allergen.Code]?) {
    #expect((try? Allergen.Code.named(name)).map(Set.init) == codes.map(Set.init))
  }

  /// A dish is only free of allergens that its feed can state.
  @Test(
    arguments: [
      ([.milk], [.milk, .egg], [], true), ([.celery], [.milk, .egg], [], false), ([.milk, .celery], [.milk, .egg], [], false),
      ([.celery], [], [], true), ([.milk], [.milk, .egg], [.milk], false), ([.celery], [.milk, .egg], [.celery], false),
    ] as [(Set<Allergen.Code>, Set<Allergen.Code>, [Allergen.Code], Bool)])
  func allergensThatAFeedCanState(
    without: Set<Allergen.Code>, covered: Set<Allergen.Code>, contained: [Allergen.Code], isAccepted: Bool
  ) throws {
    let dish = Dish(name: "Soup", allergens: contained.map { Allergen($0) }, allergensStated: true)
    let entries = try catalog.entries.compactMap { entry -> Entry? in
      guard var entry = Optional(entry), case .menu(let menu) = entry.details, menu.place == (try entryID("dd/mensa/77")) else {
        return nil
      }
      entry.details = .menu(
        Menu(place: menu.place, date: menu.date, meal: menu.meal, coveredAllergens: covered, sections: [MenuSection(dishes: [dish])]))
      return entry
    }
    var query = MenuQuery()
    query.dishes.without = without
    let results = query.results(in: entries, by: rule)
    #expect(results.dishCount == (isAccepted ? 1 : 0))
    #expect(results.leftOut.allergen == (isAccepted || without.isDisjoint(with: contained) ? 0 : 1))
    #expect(results.leftOut.total == (isAccepted ? 0 : 1))
  }

  /// A price without a role is for everybody, and one by weight is not that of a portion.
  @Test func prices() throws {
    let student = try results { $0.dishes.maximum = try maximum("5.00", .student) }
    #expect(dishes(student) == ["Gemüsecurry", "Pizza Margherita", "Pizza Funghi", "Nussbraten", "Obstsalat", "Pizza Margherita"])
    #expect(student.leftOut.price == 1)
    #expect(student.leftOut.priceNotStated == 2)
    let guest = try results { $0.dishes.maximum = try maximum("6.949", .guest) }
    #expect(dishes(guest) == ["Pizza Funghi", "Obstsalat"])
    #expect(guest.leftOut.price == 2)
    #expect(guest.leftOut.priceNotStated == 5)
    // Without a role, each price must be low enough.
    let everybody = try results { $0.dishes.maximum = try maximum("6.5") }
    #expect(dishes(everybody) == ["Gemüsecurry", "Pizza Funghi", "Nussbraten", "Obstsalat"])
    #expect(everybody.leftOut.price == 3)
  }

  @Test(
    arguments: [
      ("2.60", "2.6", true), ("2.6", "2.60", true), ("2.59", "2.6", false), ("9", "10", false), ("10", "9", true), ("5", "5.01", false),
      ("0.9", "00.90", true), ("012", "11.999", true), ("12.34", "12.345", false),
      ("10000000000000000000", "9999999999999999999", true),
    ])
  func amountsAreCompared(maximum text: String, amount: String, isAccepted: Bool) throws {
    let price = try parsed(amount) { Price(amount: $0, currency: "EUR") }
    let dish = MenuSection(dishes: [Dish(name: "Soup", prices: [price])])
    var menu = try parsed("menu") { _ in catalog.entries.first { $0.menu?.place.record == "77" } }
    guard case .menu(var details) = menu.details else { throw BadTestData(text: "menu") }
    details.sections = [dish]
    menu.details = .menu(details)
    var query = MenuQuery()
    query.dishes.maximum = try maximum(text)
    #expect((query.results(in: [menu], by: rule).dishCount == 1) == isAccepted)
  }

  @Test func noMaximum() {
    for text in ["", "0", "0.00", "-1", "1,50", "€5", "1e3", "5."] { #expect(DishFilter.Maximum(text) == nil, "\(text)") }
  }

  /// A dish is counted for the first reason alone, and one without the words of the search not at all.
  @Test func reasonsAreCountedOnce() throws {
    let results = try results { query in
      query.dishes.search = SearchText("pizza")
      query.dishes.diets = [.vegan]
      query.dishes.without = [.gluten]
      query.dishes.maximum = try maximum("1")
    }
    #expect(results.leftOut.diet == 2)
    #expect(results.leftOut.allergen == 1)
    #expect(results.leftOut.total == 3)
    #expect(results.places.items.isEmpty)
  }

  @Test(arguments: [("curry", []), ("GEMUSE", ["Gemüsecurry"]), ("mar piz", ["Pizza Margherita", "Pizza Margherita"]), ("Reis", [])])
  func words(text: String, found: [String]) {
    #expect(dishes(results { $0.dishes.search = SearchText(text) }) == found)
  }

  @Test func mealsAndPlaces() throws {
    #expect(dishes(results { $0.meals = [.dinner, .breakfast] }) == ["Pizza Funghi", "Pancakes"])
    // The menus of an alias belong to the place.
    for id in ["dd/mensa/8", "dd/mensen/80"] {
      #expect(dishes(try results { $0.places.filter.ids = [try entryID(id)] }) == ["Nussbraten", "Obstsalat"])
    }
    #expect(dishes(try results { $0.places.filter.ids = [try entryID("dd/mensa/77")] }) == ["Pizza Margherita"])
    #expect(dishes(results { $0.places.filter.campuses = Set(catalog.campuses.suffix(1).map(\.id)) }) == ["Pancakes"])
    #expect(results { $0.places.filter.state = .open }.places.total == 2)
  }

  @Test func nearestPlacesComeFirst() throws {
    let position = try parsed("51.03,13.731") { _ in Coordinate(latitude: 51.03, longitude: 13.731) }
    let results = results { $0.places = PlaceQuery(near: Proximity(position, within: 1_000)) }
    #expect(results.places.items.map(\.id.description) == ["dd/mensa/8", "dd/mensa/4"])
    #expect(results.places.items.map { Int($0.place?.distance ?? 0) } == [131, 463])
    #expect(results.places.beyond == 0)
    #expect(results.places.withoutPosition == 1)
    let near = self.results { $0.places = PlaceQuery(near: Proximity(position, within: 200)) }
    #expect(near.places.beyond == 1)
    #expect(near.dishCount == 2)
  }

  /// The limit and the offset count places, and the other numbers are about all of them.
  @Test func limit() {
    let page = results {
      $0.dishes.diets = [.vegan]
      ($0.places.limit, $0.places.offset) = (2, 1)
    }
    #expect(page.places.items.map(\.id.description) == ["dd/mensa/8"])
    #expect(page.places.total == 2)
    #expect(page.dishCount == 5)
    #expect(page.leftOut.diet == 4)
  }

  @Test func knownDays() throws {
    func days(_ change: (inout MenuQuery) throws -> Void) rethrows -> [String] {
      var query = MenuQuery()
      try change(&query)
      return query.days(in: catalog.entries, by: rule).map(\.description)
    }
    #expect(days { _ in } == ["2026-11-30", "2026-12-01"])
    #expect(days { $0.dishes.diets = [.kosher] } == ["2026-11-30", "2026-12-01"])
    #expect(days { $0.meals = [.dinner] } == ["2026-11-30"])
    #expect(try days { $0.places.filter.ids = [try entryID("dd/mensa/9")] } == ["2026-12-01"])
    #expect(days { $0.meals = [.brunch] } == [])
  }

  /// The answer has exactly the dishes that meet the conditions, and no order of the entries changes it.
  @Test(arguments: Budget.seeds(30))
  func randomMenus(seed: UInt64) throws {
    var random = RandomPlaces(seed: seed)
    var catalogs = RandomCatalog(seed: seed)
    let day = try date("2026-11-30")
    let entries = try catalogs.make().entries.map { entry in
      guard var menu = entry.menu else { return entry }
      var entry = entry
      if random.number(0...4) > 0 { menu.date = day }
      entry.details = .menu(menu)
      return entry
    }
    let menus = entries.compactMap(\.menu)
    let rule = StatusRule(at: try moment(Canteens.noon), kind: .day, campuses: [])
    var query = MenuQuery()
    query.dishes.diets = Set(Diet.allCases.filter { _ in random.number(0...5) == 0 })
    query.dishes.without = Set(Allergen.Code.allCases.filter { _ in random.number(0...9) == 0 })
    let results = query.results(in: entries, by: rule)
    let all = menus.filter { $0.date == day }.flatMap { menu in menu.dishes.map { (dish: $0, menu: menu) } }
    let expected = all.filter { dish, menu in
      let diets = Set(dish.diets + (dish.diets.contains(.vegan) ? [.vegetarian] : []))
      let (without, covered) = (query.dishes.without, menu.coveredAllergens)
      return query.dishes.diets.isSubset(of: diets)
        && (without.isEmpty
          || dish.allergensStated && without.isDisjoint(with: dish.allergens.map(\.code))
            && (covered.isEmpty || without.isSubset(of: covered)))
    }.map(\.dish)
    #expect(dishes(results).sorted() == expected.map(\.name).sorted(), "seed \(seed)")
    #expect(results.leftOut.total == all.count - expected.count, "seed \(seed)")
    #expect(query.results(in: random.shuffled(entries), by: rule).places.items == results.places.items, "seed \(seed)")
  }
}
