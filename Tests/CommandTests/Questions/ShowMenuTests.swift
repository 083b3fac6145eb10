import CampusCatalog
import Foundation
import QueryTestData
import TestKit
import TestTraits
import Testing

/// Menus in `show`: those of a place, and one alone.
@Suite(.waitsForPrograms) struct ShowMenuTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(String(decoding: CatalogWriter.bytes(of: try Canteens().catalog), as: UTF8.self), to: "catalog.json")
  }

  private func show(_ arguments: [String], at time: String = Canteens.noon) throws -> String {
    try Program.run(["show", "--catalog", "catalog.json", "--lang", "en", "--at", time] + arguments, directory: folder.url).out
  }

  @Test func placeHasMenusOfDay() throws {
    let card = try show(["alte mensa"])
    let menus = """

        Mittag, 11:00–14:00 · Wok
          Gemüsecurry · vegan, halal · 2.60 EUR (students), 6.30 EUR (employees)
            contains gluten (wheat), soy · mit Reis

      """
    #expect(card.contains(menus), "\(card)")
    #expect(
      card.contains("\n  Dinner\n    Pizza Funghi · vegan · 5.00 EUR\n      contains gluten\n\nDishes, diets and allergens are as stated"))
    #expect(try !show(["alte mensa"], at: "2026-12-01").contains("Dishes"))
    // The menu is of a record that was merged into the place.
    #expect(try show(["mensa süd"]).contains("    Nussbraten · vegan"))
    #expect(try show(["café nord"], at: "2026-12-01").contains("    Obstsalat · vegan"))
  }

  /// In the evening, the next meals have their day.
  @Test func nextMeals() throws {
    let card = try show(["café nord"], at: "2026-11-30T23:30:00+01:00")
    #expect(card.contains("\n  Tue 1 Dec · Lunch\n    Obstsalat · vegan"), "\(card)")
    #expect(try !show(["mensa süd"], at: "2026-11-30T23:30:00+01:00").contains("Nussbraten"))
  }

  @Test func menuHasDishes() throws {
    let card = try show(["ny/dining/menu-1-2026-11-30-breakfast"], at: "2027-01-01")
    #expect(
      card.contains("\n  Breakfast · Grill\n    Pancakes · vegetarian\n      allergens not stated\n\nDishes, diets and allergens are as"),
      "\(card)")
    #expect(card.contains("where ") && card.contains(" ny/dining/1\n"))
  }

  @Test func documentHasMenus() throws {
    let text = try show(["alte mensa", "--json"])
    #expect(
      text.matches(of: /"id":"[^"]*\/(menu-[^"]*)"/).map { String($0.output.1) } == [
        "menu-4-2026-11-30-mittag", "menu-4-2026-11-30-dinner",
      ])
    #expect(text.contains(#""menus":[{"id":"dd/mensa/menu-4-2026-11-30-mittag","kind":"menu""#))
    #expect(try !show(["alte mensa", "--json"], at: "2026-12-01").contains("menus"))
    #expect(try show(["dd/mensa/8", "--format", "ndjson"]).contains(#""name":"Nussbraten""#))
  }
}
