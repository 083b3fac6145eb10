import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import TestKit
import Testing

@Suite struct DishSearchTests {
  private let catalog: Catalog

  init() throws { catalog = try Canteens().catalog }

  private func query(_ text: String, at time: String = Canteens.noon) throws -> (query: PlaceQuery, rule: StatusRule) {
    let rule = StatusRule(at: try moment(time), campuses: catalog.campuses)
    let query = try PlaceQuery(search: text).understood(in: catalog.entries, campuses: catalog.campuses)
    return (query.withDishes(in: catalog.entries, by: rule), rule)
  }

  private func found(_ text: String, at time: String = Canteens.noon) throws -> [String] {
    let (query, rule) = try query(text, at: time)
    return query.results(in: catalog.entries, by: rule).items.map { "\($0.entry.id.record): \($0.dishes.joined(separator: ", "))" }
  }

  /// Each dish is named once, whatever its meal. A place that the catalog lacks cannot be found.
  @Test func placesWithDish() throws {
    #expect(try found("curry gemüse") == [])
    #expect(try found("gemuse") == ["4: Gemüsecurry"])
    #expect(try found("PIZZA") == ["4: Pizza Margherita, Pizza Funghi"])
    // The place is known by an alias in its menu.
    #expect(try found("nuss") == ["8: Nussbraten"])
    #expect(try found("pancakes today") == ["1: Pancakes"])
  }

  /// The dishes are those of the day of the rule.
  @Test func otherDay() throws {
    #expect(try found("obst") == ["8: Obstsalat"])
    #expect(try found("obst", at: "2026-12-01T12:00:00+01:00") == ["9: Obstsalat"])
    #expect(try found("obst", at: "2026-12-02T12:00:00+01:00") == [])
  }

  /// Places with the words in their names come first, and those that have them elsewhere last.
  @Test func order() throws {
    var entries = catalog.entries
    let all = try daily([service("00:00", "24:00")], zone: "Europe/Berlin")
    var tagged = try place("dd/mensa/20", "Trattoria", hours: all)
    tagged.tags = ["salat"]
    entries += [tagged, try place("dd/mensa/21", "Salatbar")]
    let rule = StatusRule(at: try moment(Canteens.noon), campuses: catalog.campuses)
    let query = try PlaceQuery(search: "salat").understood(in: entries, campuses: catalog.campuses).withDishes(in: entries, by: rule)
    let found = query.results(in: entries, by: rule).items
    #expect(found.map(\.entry.id.record) == ["21", "4", "20"])
    #expect(found.map(\.dishes) == [[], ["Salat vom Buffet"], []])
    let prepared = PreparedPlaces(entries)
    let again = try PlaceQuery(search: "salat").understood(in: entries, campuses: catalog.campuses, prepared: prepared)
      .withDishes(in: entries, by: rule, prepared: prepared)
    #expect(again.results(in: entries, by: rule, prepared: prepared).items == found)
  }

  /// A word of a dish is not taken for a misspelled word of a place.
  @Test func dishIsNotCorrected() throws {
    var entries = catalog.entries
    entries.append(try place("dd/mensa/22", "Schnitzler"))
    let rule = StatusRule(at: try moment(Canteens.noon), campuses: catalog.campuses)
    func query(_ text: String) throws -> PlaceQuery {
      try PlaceQuery(search: text).understood(in: entries, campuses: catalog.campuses).withDishes(in: entries, by: rule)
    }
    let dish = try query("nussbrate")
    #expect(dish.meaning?.explanation() == nil)
    // Without a dish, the word is corrected.
    #expect(try query("schnitzlr").meaning?.explanation() == "“schnitzler” for “schnitzlr”")
    entries.append(try place("dd/mensa/23", "Nussbrote"))
    #expect(try query("nussbrate").meaning?.explanation() == nil)
    #expect(try query("nussbrate").results(in: entries, by: rule).items.map(\.entry.id.record) == ["8"])
  }

  @Test func listNamesDishes() throws {
    let (query, rule) = try query("nuss")
    var document = EntryListWriter()
    for listing in query.results(in: catalog.entries, by: rule).items { document.add(listing) }
    #expect(document.finish().hasSuffix(#","dishes":["Nussbraten"]}"# + "\n"))
  }
}
