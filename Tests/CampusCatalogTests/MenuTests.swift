import CampusCatalog
import Foundation
import OpeningHours
import SimdJSON
import TestKit
import Testing

@Suite struct MenuTests {
  private static let line =
    #"{"id":"dd/mensa/menu-4-2026-11-30-lunch","kind":"menu","campus":"dd","links":[{"rel":"source","href":"https://a.edu/"}],"#
    + #""place":"dd/mensa/4","date":"2026-11-30","meal":{"name":"Mittag","kind":"lunch","from":"11:00","to":"14:00"},"#
    + #""sections":[{"name":"Wok","dishes":[{"name":"Curry","notes":["with rice"],"diets":["vegan","halal"],"#
    + #""allergens":[{"code":"gluten","detail":"wheat"},{"code":"milk"}],"allergensStated":true,"labels":["Fairtrade"],"#
    + #""prices":[{"role":"student","amount":"2.60","currency":"EUR"},"#
    + #"{"amount":"0.90","currency":"EUR","per":{"amount":"100","unit":"g"},"base":"1.50"}]}]},"#
    + #"{"dishes":[{"name":"Soup","allergensStated":false}]}],"sources":[{"feed":"dd/mensa","record":"4"}]}"#

  private func entry() throws -> Entry {
    let feed = try parsed("dd/mensa") { FeedID($0) }
    let prices = [
      Price(role: .student, amount: "2.60", currency: "EUR"),
      Price(amount: "0.90", currency: "EUR", per: Price.Quantity(amount: "100", unit: "g"), base: "1.50"),
    ].compactMap(\.self)
    let curry = Dish(
      name: "Curry", notes: ["with rice"], diets: [.halal, .vegan], allergens: [Allergen(.milk), Allergen(.gluten, detail: "wheat")],
      labels: ["Fairtrade"], prices: prices)
    let sections = [MenuSection(name: "Wok", dishes: [curry]), MenuSection(dishes: [Dish(name: "Soup")])]
    return Entry(
      id: try parsed("dd/mensa/menu-4-2026-11-30-lunch") { EntryID($0) }, campus: feed.campus, name: nil,
      links: [Link(.source, try parsed("https://a.edu/") { WebAddress($0) })], sources: [SourceReference(feed: feed, record: "4")],
      details: .menu(
        Menu(
          place: try parsed("dd/mensa/4") { EntryID($0) }, date: try parsed("2026-11-30") { LocalDate($0) },
          meal: Meal(name: "Mittag", kind: .lunch, from: LocalTime("11:00"), to: LocalTime("14:00")), sections: sections)))
  }

  @Test func lineOfMenu() throws {
    let entry = try entry()
    var writer = JSONWriter()
    entry.write(to: &writer)
    #expect(writer.text == Self.line)
    let document = try JSONDocument(parsing: Array(Self.line.utf8))
    #expect(try Entry(reading: document.root) == entry)
    #expect(entry.menu?.dishes.map(\.name) == ["Curry", "Soup"])
  }

  @Test(
    arguments: [
      (#""id""#, #""name":"Menu","id""#, .unknownKey, "/name"),
      (#""place":"dd/mensa/4","#, "", .missing, ""), (#""place":"dd/mensa/4""#, #""place":4"#, .type, "/place"),
      (#""place":"dd/mensa/4""#, #""place":"penn/mensa/4""#, .value, "/place"),
      ("2026-11-30\",\"meal", "2026-11-31\",\"meal", .value, "/date"), (#""lunch","from""#, #""supper","from""#, .value, "/meal/kind"),
      (#""kind":"lunch","#, "", .missing, "/meal"), ("11:00", "11.00", .value, "/meal/from"), ("14:00", "49:00", .value, "/meal/to"),
      ("14:00", "11:00", .value, "/meal"), ("Mittag", "", .value, "/meal"), (#""from""#, #""begin""#, .unknownKey, "/meal/begin"),
      (#"[{"name":"Soup","allergensStated":false}]"#, "[]", .value, "/sections/1/dishes"),
      (#""dishes":[{"name":"Soup","allergensStated":false}]"#, "", .missing, "/sections/1"),
      (#""name":"Wok""#, #""name":1"#, .type, "/sections/0/name"), ("Soup", "", .value, "/sections/1/dishes/0"),
      (#""name":"Soup","#, "", .missing, "/sections/1/dishes/0"),
      (#","allergensStated":false"#, "", .missing, "/sections/1/dishes/0"),
      (#""allergensStated":true"#, #""allergensStated":"yes""#, .type, "/sections/0/dishes/0/allergensStated"),
      (#"["with rice"]"#, #""with rice""#, .type, "/sections/0/dishes/0/notes"),
      ("halal", "keto", .value, "/sections/0/dishes/0/diets/1"), (#""halal""#, "7", .type, "/sections/0/dishes/0/diets/1"),
      ("gluten", "wheat", .value, "/sections/0/dishes/0/allergens/0/code"),
      (#"{"code":"milk"}"#, #""milk""#, .missing, "/sections/0/dishes/0/allergens/1"),
      (#""detail":"wheat""#, #""detail":"""#, .value, "/sections/0/dishes/0/allergens/0"),
      ("student", "staff", .value, "/sections/0/dishes/0/prices/0/role"),
      ("2.60", "2,60", .value, "/sections/0/dishes/0/prices/0/amount"), ("2.60", "0.00", .value, "/sections/0/dishes/0/prices/0/amount"),
      (#""2.60""#, "2.60", .type, "/sections/0/dishes/0/prices/0/amount"),
      (#""2.60","currency":"EUR""#, #""2.60","currency":"€""#, .value, "/sections/0/dishes/0/prices/0/currency"),
      (#""100""#, #""-100""#, .value, "/sections/0/dishes/0/prices/1/per/amount"),
      (#""unit":"g""#, #""unit":"""#, .value, "/sections/0/dishes/0/prices/1/per"),
      ("1.50", "1.", .value, "/sections/0/dishes/0/prices/1/base"),
    ] as [(String, String, JSONFieldError.Code, String)])
  func faults(old: String, new: String, code: JSONFieldError.Code, pointer: String) throws {
    let range = try #require(Self.line.firstRange(of: old))
    let document = try JSONDocument(parsing: Array(Self.line.replacingCharacters(in: range, with: new).utf8))
    let error = #expect(throws: JSONFieldError.self) { try Entry(reading: document.root) }
    #expect(error?.code == code && error?.pointer == pointer, "\(error?.message ?? "")")
  }

  @Test func emptySectionsAreFaults() throws {
    let start = try #require(Self.line.firstRange(of: #""sections":["#)).upperBound
    let end = try #require(Self.line.firstRange(of: #"],"sources""#)).lowerBound
    let document = try JSONDocument(parsing: Array(Self.line.replacingCharacters(in: start..<end, with: "").utf8))
    let error = #expect(throws: JSONFieldError.self) { try Entry(reading: document.root) }
    #expect(error?.pointer == "/sections")
  }

  @Test func listsOfDishesAreInOrder() {
    let allergens = [
      Allergen(.molluscs), Allergen(.nuts, detail: "walnut"), Allergen(.nuts), Allergen(.gluten), Allergen(.nuts, detail: "almond"),
      Allergen(.nuts),
    ]
    let dish = Dish(name: "A", diets: [.lactoseFree, .vegetarian, .vegan, .vegetarian], allergens: allergens)
    #expect(dish.diets == [.vegan, .vegetarian, .lactoseFree])
    #expect(dish.allergens.map { $0.detail ?? $0.code.rawValue } == ["gluten", "nuts", "almond", "walnut", "molluscs"])
    #expect(
      Diet.allCases.sorted() == Diet.allCases && Allergen.Code.allCases.map { Allergen($0) }.sorted().map(\.code) == Allergen.Code.allCases)
  }

  @Test func onlyVeganImpliesADiet() {
    #expect(Diet.allCases.filter(Dish(name: "A", diets: [.vegan]).isSuitable) == [.vegan, .vegetarian])
    for diet in Diet.allCases.dropFirst() { #expect(Diet.allCases.filter(Dish(name: "A", diets: [diet]).isSuitable) == [diet]) }
  }

  @Test func statedAllergens() {
    #expect(!Dish(name: "A").allergensStated)
    #expect(Dish(name: "A", allergensStated: true).allergensStated)
    #expect(Dish(name: "A", allergens: [Allergen(.egg)]).allergensStated)
    #expect(!Dish(name: "A", allergens: [Allergen(.egg)], allergensStated: false).allergensStated)
  }

  @Test(arguments: [
    ("3", "EUR", "3.00"), ("3.0", "EUR", "3.00"), ("003.00", "EUR", "3.00"), ("3.000", "EUR", "3.00"), ("12.3450", "EUR", "12.345"),
    ("0.9", "EUR", "0.90"), ("450.00", "JPY", "450"), ("450.50", "JPY", "450.5"), ("1.5", "KWD", "1.500"),
    ("12345678901234567890", "EUR", "12345678901234567890"),
  ])
  func equalAmountsAreEqualTexts(_ amount: String, _ currency: String, _ expected: String) throws {
    let price = try #require(Price(amount: amount, currency: currency, base: amount))
    #expect(price.amount == expected && price.base == expected)
    #expect(Price(amount: expected, currency: currency, base: expected) == price)
    #expect(Price.Quantity(amount: "0100.50", unit: "g")?.amount == "100.5" && Price.Quantity(amount: "100.0", unit: "g")?.amount == "100")
  }

  @Test(
    arguments: [
      ("11:00", "14:00", "11:00-14:00"), ("22:00", "02:00", "22:00-26:00"), ("00:00", "00:00", "00:00-24:00"), ("18:00", nil, "18:00-?"),
      ("17:00", "25:00", "17:00-25:00"), ("25:00", "02:00", "25:00-26:00"), ("07:00", "06:00", "07:00-30:00"),
      // Times that contradict each other.
      ("30:00", "24:30", "?-?"), ("40:00", "02:00", "?-?"), ("14:00", "11:00", "?-?"), ("11:00", "11:00", "?-?"), ("05:00", "05:00", "?-?"),
      ("21:00", "20:59", "?-?"), ("10:00", "35:00", "?-?"),
    ] as [(String, String?, String)])
  func timesOfMeals(from: String, to: String?, expected: String) {
    let meal = Meal(kind: .other, from: LocalTime(from), to: to.flatMap { LocalTime($0) })
    #expect([meal.from, meal.to].map { $0?.description ?? "?" }.joined(separator: "-") == expected)
  }
}
