package import CampusCatalog
import OpeningHours
import TestKit

/// A catalog of canteens with menus on 2026-11-30, a Monday, and one on the next day.
package struct Canteens {
  /// Monday noon in Dresden, and 6 in the morning in New York.
  package static let noon = "2026-11-30T12:00:00+01:00"

  package let catalog: Catalog

  package init() throws {
    let campuses = [
      Campus(
        id: try parsed("dd") { CampusID($0) }, name: "Dresden", timeZone: try parsed("Europe/Berlin") { Zone($0) }, country: "DE"),
      Campus(
        id: try parsed("ny") { CampusID($0) }, name: "New York", timeZone: try parsed("America/New_York") { Zone($0) }, country: "US"),
    ]
    let curry = try Dish(
      name: "Gemüsecurry", notes: ["mit Reis"], diets: [.vegan, .halal], allergens: [Allergen(.gluten, detail: "wheat"), Allergen(.soy)],
      prices: [Self.price("2.60", .student), Self.price("6.30", .employee)])
    let pizza = try Dish(
      name: "Pizza Margherita", diets: [.vegetarian], allergens: [Allergen(.milk), Allergen(.gluten)],
      prices: [Self.price("3.10", .student), Self.price("6.95", .guest)])
    let buffet = try Dish(
      name: "Salat vom Buffet", diets: [.vegan],
      prices: [parsed("g") { Price(amount: "0.90", currency: "EUR", per: Price.Quantity(amount: "100", unit: $0)) }])
    let schnitzel = try Dish(
      name: "Schnitzel", allergens: [Allergen(.egg), Allergen(.gluten)], labels: ["Schwein"], prices: [Self.price("10.20", .student)])
    let funghi = try Dish(name: "Pizza Funghi", diets: [.vegan], allergens: [Allergen(.gluten)], prices: [Self.price("5")])
    let roast = try Dish(name: "Nussbraten", diets: [.vegan], allergens: [Allergen(.nuts)], prices: [Self.price("2.5", .student)])
    let fruit = try Dish(name: "Obstsalat", diets: [.vegan], allergensStated: true, prices: [Self.price("1.50")])
    let lunch = Meal(name: "Mittag", kind: .lunch, from: LocalTime("11:00"), to: LocalTime("14:00"))
    let entries = [
      try place(
        "dd/mensa/4", "Alte Mensa", category: .diningHall, location: Self.location(51.027, 13.7264),
        hours: daily([service("11:00", "15:00")], zone: "Europe/Berlin")),
      try Self.aliased(
        place(
          "dd/mensa/8", "Mensa Süd", category: .diningHall, location: Self.location(51.029, 13.73),
          hours: daily([service("11:00", "14:00")], zone: "Europe/Berlin")), "dd/mensen/80"),
      try place(
        "dd/mensa/9", "Café Nord", location: Self.location(51.2, 13.7), hours: daily([service("17:00", "20:00")], zone: "Europe/Berlin")),
      try place("ny/dining/1", "Commons", category: .diningHall, hours: daily([service("07:00", "21:00")])),
      try Self.menu(
        "dd/mensa/menu-4-2026-11-30-mittag", of: "dd/mensa/4", lunch,
        [MenuSection(name: "Wok", dishes: [curry]), MenuSection(dishes: [pizza, buffet, schnitzel])]),
      try Self.menu("dd/mensa/menu-4-2026-11-30-dinner", of: "dd/mensa/4", Meal(kind: .dinner), [MenuSection(dishes: [funghi])]),
      try Self.menu("dd/mensen/menu-80-2026-11-30-mittag", of: "dd/mensen/80", lunch, [MenuSection(dishes: [roast, fruit])]),
      try Self.menu(
        "dd/mensa/menu-9-2026-12-01-lunch", of: "dd/mensa/9", Meal(kind: .lunch), [MenuSection(dishes: [fruit])], on: "2026-12-01"),
      try Self.menu("dd/mensa/menu-77-2026-11-30-other", of: "dd/mensa/77", Meal(kind: .other), [MenuSection(dishes: [pizza])]),
      try Self.menu(
        "ny/dining/menu-1-2026-11-30-breakfast", of: "ny/dining/1", Meal(name: "Breakfast", kind: .breakfast),
        [MenuSection(name: "Grill", dishes: [Dish(name: "Pancakes", diets: [.vegetarian])])]),
    ]
    catalog = Catalog(generatedAt: try moment(Self.noon), campuses: campuses, feeds: [], entries: entries.sorted { $0.id < $1.id })
  }

  private static func price(_ amount: String, _ role: Price.Role? = nil) throws -> Price {
    try parsed(amount) { Price(role: role, amount: $0, currency: "EUR") }
  }

  private static func location(_ latitude: Double, _ longitude: Double) throws -> Location {
    Location(coordinate: try parsed("\(latitude),\(longitude)") { _ in Coordinate(latitude: latitude, longitude: longitude) })
  }

  private static func aliased(_ entry: Entry, _ alias: String) throws -> Entry {
    var entry = entry
    entry.aliases = [try entryID(alias)]
    return entry
  }

  private static func menu(
    _ id: String, of place: String, _ meal: Meal, _ sections: [MenuSection], on day: String = "2026-11-30"
  ) throws -> Entry {
    let id = try entryID(id)
    let feed = try parsed(id.description) { _ in id.feed }
    return Entry(
      id: id, campus: feed.campus, name: nil, sources: [SourceReference(feed: feed, record: "1")],
      details: .menu(Menu(place: try entryID(place), date: try date(day), meal: meal, sections: sections)))
  }
}
