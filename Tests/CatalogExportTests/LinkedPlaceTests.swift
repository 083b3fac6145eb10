import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import Testing

@testable import CatalogExport

/// Places as linked data. Which types of schema.org are food establishments, with a menu, and which are only places, without an address
/// for email, is as in its definitions.
@Suite struct LinkedPlaceTests {
  @Test(
    arguments: [
      (.diningHall, "FoodEstablishment", true, true), (.cafe, "CafeOrCoffeeShop", true, true), (.restaurant, "Restaurant", true, true),
      (.fastFood, "FastFoodRestaurant", true, true), (.bar, "BarOrPub", true, true), (.market, "ConvenienceStore", false, true),
      (.retail, "Store", false, true), (.library, "Library", false, true), (.gym, "ExerciseGym", false, true),
      (.service, "LocalBusiness", false, true), (.study, "Place", false, false), (.other, "Place", false, false),
    ] as [(CampusCatalog.Category, String, Bool, Bool)])
  func categoriesHaveTypes(_ category: CampusCatalog.Category, _ type: String, hasMenu: Bool, hasEmail: Bool) throws {
    var entry = try place("a/x/1", "One", category: category)
    entry.links = [Link(.menu, try #require(WebAddress("https://example.edu/menu")))]
    if case .place(var place) = entry.details {
      place.contact.email = "one@example.edu"
      entry.details = .place(place)
    }
    let rule = StatusRule(at: try moment("2026-11-21T12:00:00Z"), campuses: [])
    let header = ExportHeader(generatedAt: try moment("2026-11-21T12:00:00Z"), campuses: [], feeds: [], rule: rule)
    let text = String(decoding: JSONLDGraph(header).text(of: [entry]), as: UTF8.self)
    #expect(text.contains("{\"@type\":\"\(type)\",\"@id\":\"#a/x/1\""), "\(text)")
    #expect(text.contains("\"hasMenu\":\"https://example.edu/menu\"") == hasMenu, "\(text)")
    #expect(text.contains("\"email\":\"one@example.edu\"") == hasEmail, "\(text)")
  }

  /// Usual hours and special ones are two lists; one that is empty is left out.
  @Test(
    arguments: [
      ("Mo-Fr 09:00-17:00; 2026 Nov 25 10:00-12:00", ["openingHoursSpecification", "specialOpeningHoursSpecification"]),
      ("Mo-Fr 09:00-17:00", ["openingHoursSpecification"]),
    ])
  func hoursAreTwoLists(_ osm: String, _ lists: [String]) throws {
    let entry = try place("a/x/1", "One", hours: Schedule(osm: osm, zone: try #require(Zone("Europe/London"))))
    let rule = StatusRule(at: try moment("2026-11-21T12:00:00Z"), campuses: [])
    let header = ExportHeader(generatedAt: try moment("2026-11-21T12:00:00Z"), campuses: [], feeds: [], rule: rule)
    let text = String(decoding: JSONLDGraph(header).text(of: [entry]), as: UTF8.self)
    let written = ["openingHoursSpecification", "specialOpeningHoursSpecification"].filter { text.contains("\"\($0)\":[") }
    #expect(written == lists, "\(text)")
  }
}
