import CampusCatalog
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogQuery

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

  /// A word for a diet finds dishes that suit it, whatever their names, in all languages.
  @Test(
    arguments: [
      ("vegan", ["4: Gemüsecurry, Salat vom Buffet, Pizza Funghi", "8: Nussbraten, Obstsalat"]),
      ("veganes", ["4: Gemüsecurry, Salat vom Buffet, Pizza Funghi", "8: Nussbraten, Obstsalat"]),
      ("pizza vegana", ["4: Pizza Funghi"]), ("pizza végétarienne", ["4: Pizza Margherita, Pizza Funghi"]), ("Halal", ["4: Gemüsecurry"]),
      ("vegna obst", ["8: Obstsalat"]), ("vegetarisch pancakes", ["1: Pancakes"]), ("vegan schnitzel", []), ("sin gluten", []),
      ("not vegan", []), ("obstsalat nicht vegan", []), ("ohne nuss", []),
      ("kosher", []), ("sin", []),
    ])
  func diets(text: String, places: [String]) throws {
    #expect(try found(text).sorted() == places)
    var menus = MenuQuery()
    menus.dishes.search = SearchText(text)
    let rule = StatusRule(at: try moment(Canteens.noon), campuses: catalog.campuses)
    let listed = menus.results(in: catalog.entries, by: rule).places.items.filter { $0.place != nil }
    let records: [String] = listed.map { String($0.id.record) }.sorted()
    // The filter of dishes corrects nothing.
    let expected: [String] = text.contains("vegna") ? [] : places.map { String($0.prefix(1)) }
    #expect(records == expected)
  }

  /// The names that texts have for diets are understood.
  @Test func namesOfDiets() {
    for language in Language.allCases {
      for diet in Diet.allCases {
        #expect(Synonym.all[SearchText(diet.text(in: language)).tokens]?.diet == diet, "\(diet) in \(language)")
      }
    }
  }

  /// It is said that a diet was understood, if a dish was found by it.
  @Test(
    arguments: [
      ("vegan", "vegan: dishes that are vegan, as stated by the kitchen"),
      ("vegna", "“vegan” for “vegna”: dishes that are vegan, as stated by the kitchen"), ("kosher", nil), ("sans gluten", nil),
    ] as [(String, String?)])
  func explanationOfDiets(text: String, explanation: String?) throws {
    #expect(try query(text).query.meaning?.explanation() == explanation)
  }

  /// A misspelled word that only dishes have is corrected, and one that places have is not.
  @Test(
    arguments: [
      ("nusbraten", ["8: Nussbraten"], "“nussbraten” for “nusbraten”"), ("obtssalat", ["8: Obstsalat"], "“obstsalat” for “obtssalat”"),
      ("pizza fungi", ["4: Pizza Funghi"], "“funghi” for “fungi”"), ("fungi vegan", ["4: Pizza Funghi"], "“funghi” for “fungi”"),
      ("süd fungi", [], nil), ("pancaks", ["1: Pancakes"], "“pancakes” for “pancaks”"), ("süd", ["8: "], nil), ("xyz", [], nil),
    ] as [(String, [String], String?)])
  func misspelledDishes(text: String, places: [String], explanation: String?) throws {
    #expect(try found(text) == places)
    let found = try query(text).query.meaning?.explanation()
    #expect(explanation.map { found?.contains($0) == true } ?? (found == nil), "\(found ?? "")")
  }

  /// Late in the evening, dishes are of the next day, which is named.
  @Test(
    arguments: [("2026-11-30T21:59:00+01:00", [], nil), ("2026-11-30T22:00:00+01:00", ["Obstsalat"], "2026-12-01")]
      as [(String, [String], String?)])
  func dishesOfNextDay(time: String, dishes: [String], day: String?) throws {
    let (query, rule) = try query("obst", at: time)
    let found = query.results(in: catalog.entries, by: rule).items
    #expect(found.map(\.entry.id.record) == (dishes.isEmpty ? [] : ["9"]))
    #expect(found.flatMap(\.dishes) == dishes)
    #expect(found.first?.dishesDate?.description == day)
    var writer = EntryListWriter(at: rule.instant, in: nil, total: found.count)
    for listing in found { writer.add(listing) }
    let text = writer.finish()
    #expect(text.contains(#""dishes":["Obstsalat"],"dishesDate":"2026-12-01"}"#) == (day != nil), "\(text)")
  }

  /// A word of another day's dishes is not one of them.
  @Test func misspelledDishesOfAnotherDay() throws {
    #expect(try found("nusbraten", at: "2026-12-01T12:00:00+01:00") == [])
    #expect(try found("obtssalat", at: "2026-12-01T12:00:00+01:00") == ["9: Obstsalat"])
  }

  /// A word may be corrected to one of a place and one of a dish.
  @Test func wordsOfPlacesAndDishes() throws {
    let entries = catalog.entries + [try place("dd/mensa/22", "Fungus")]
    let rule = StatusRule(at: try moment(Canteens.noon), campuses: catalog.campuses)
    let query = try PlaceQuery(search: "fungi").understood(in: entries, campuses: catalog.campuses).withDishes(in: entries, by: rule)
    #expect(query.results(in: entries, by: rule).items.map(\.entry.id.record) == ["22", "4"])
    #expect(query.meaning?.explanation() == "“fungus” or “funghi” for “fungi”")
    let near = try PlaceQuery(search: "fungu").understood(in: entries, campuses: catalog.campuses).withDishes(in: entries, by: rule)
    #expect(near.results(in: entries, by: rule).items.map(\.entry.id.record) == ["22"])
  }

  /// The dishes are those of the day of the rule.
  @Test func otherDay() throws {
    #expect(try found("obst") == ["8: Obstsalat"])
    #expect(try found("obst", at: "2026-12-01T12:00:00+01:00") == ["9: Obstsalat"])
    #expect(try found("obst", at: "2026-12-02T12:00:00+01:00") == [])
  }

  /// It is said when dishes that are not found were, or will be, on the menu.
  @Test(
    arguments: [
      ("schnitzel", "2026-11-30T15:30:00+01:00", "Was on today’s menu: Schnitzel (Alte Mensa)."), ("schnitzel", Canteens.noon, nil),
      ("obst", "2026-11-30T15:30:00+01:00", "Was on today’s menu: Obstsalat (Mensa Süd). On the menu on Tue 1 Dec: Obstsalat (Café Nord)."),
      ("obst", "2026-11-29T12:00:00+01:00", "On the menu on Mon 30 Nov: Obstsalat (Mensa Süd)."),
      // Not of a place that the catalog lacks.
      ("pizza", "2026-11-29T12:00:00+01:00", "On the menu on Mon 30 Nov: Pizza Margherita (Alte Mensa), Pizza Funghi (Alte Mensa)."),
      ("schnitzel", "2026-12-01T12:00:00+01:00", nil), ("schnitzel obst", "2026-11-30T15:30:00+01:00", nil),
      ("vegan nuss", "2026-11-30T15:30:00+01:00", "Was on today’s menu: Nussbraten (Mensa Süd)."),
      (
        "vegan", "2026-11-29T12:00:00+01:00",
        "On the menu on Mon 30 Nov: Gemüsecurry (Alte Mensa), Salat vom Buffet (Alte Mensa), Pizza Funghi (Alte Mensa) and 2 more."
      ),
    ] as [(String, String, String?)])
  func otherTimes(text: String, time: String, expected: String?) throws {
    let (query, rule) = try query(text, at: time)
    #expect(query.otherTimesOfDishes(in: catalog.entries, by: rule) == expected)
  }

  /// Other conditions hold for other times as well; the state of a place does not matter.
  @Test func otherTimesWithConditions() throws {
    let time = "2026-11-30T15:30:00+01:00"
    func text(_ change: (inout PlaceQuery) -> Void, _ conditions: DishFilter = DishFilter()) throws -> String? {
      var (query, rule) = try query("obst", at: time)
      change(&query)
      return query.withDishes(conditions, in: catalog.entries, by: rule).otherTimesOfDishes(conditions, in: catalog.entries, by: rule)
    }
    #expect(try text { $0.filter.state = .open }?.hasPrefix("Was on today’s menu: Obstsalat (Mensa Süd).") == true)
    #expect(try text { $0.filter.categories = [.library] } == nil)
    let other = try parsed("ny") { CampusID($0) }
    #expect(try text { $0.filter.campuses = [other] } == nil)
    var vegan = DishFilter()
    vegan.diets = [.vegan]
    #expect(try text({ _ in }, vegan)?.hasPrefix("Was on today’s menu: Obstsalat (Mensa Süd).") == true)
    vegan.diets = [.kosher]
    #expect(try text({ _ in }, vegan) == nil)
  }

  /// The words are in the language of the answer.
  @Test(arguments: Language.allCases)
  func wordsOfOtherTimes(language: Language) throws {
    var (query, rule) = try query("obst", at: "2026-11-30T15:30:00+01:00")
    rule.chosenStyle.language = language
    let text: String = try #require(query.otherTimesOfDishes(in: catalog.entries, by: rule))
    #expect(text.contains("Obstsalat (Mensa Süd)") && text.contains("Obstsalat (Café Nord)"), "\(text)")
    #expect(text.contains("today") == (language == .english))
    query = try self.query("pancakes", at: Canteens.noon).query
    #expect(query.otherTimesOfDishes(in: catalog.entries, by: rule) == nil)
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
