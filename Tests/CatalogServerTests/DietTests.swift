import CampusCatalog
import Foundation
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

@Suite("Dishes in the list of places")
struct DietTests {
  @Test(
    "Diets choose the places with a suitable dish of the day, in the page as in the API",
    arguments: [
      ("diet=vegan", ["dd/mensa/4", "dd/mensa/8"]), ("diet=vegetarian", ["dd/mensa/4", "dd/mensa/8", "ny/dining/1"]),
      ("diet=vegan,halal", ["dd/mensa/4"]), ("diet=vegan&open=now", ["dd/mensa/4", "dd/mensa/8"]),
      ("diet=vegetarian&open=2026-11-30+20:00", ["ny/dining/1"]), ("diet=vegan&at=tomorrow", ["dd/mensa/9"]),
      ("diet=vegetarian&category=dining-hall&q=pizza", ["dd/mensa/4"]), ("diet=kosher", []), ("diet=vegan&q=pancakes", []),
    ])
  func diets(query: String, ids: [String]) async throws {
    let site = try await TestSite.canteens()
    #expect(try await site.ids(query).sorted() == ids)
    #expect(try await site.selectedByAPI(query).sorted() == ids)
  }

  @Test(
    "The rows of a list name the dishes",
    arguments: [
      ("diet=vegan", "dd/mensa/4", "Gemüsecurry · Salat vom Buffet · Pizza Funghi"),
      ("diet=vegetarian", "dd/mensa/4", "Gemüsecurry · Pizza Margherita · Salat vom Buffet and 1 more"),
      ("q=pizza&diet=vegan", "dd/mensa/4", "Pizza Funghi"), ("q=pizza", "dd/mensa/4", "Pizza Margherita · Pizza Funghi"),
      ("q=pancakes", "ny/dining/1", "Pancakes"),
    ])
  func namedDishes(query: String, id: String, dishes: String) async throws {
    let text = try await TestSite.canteens().get("/all?lang=en&\(query)").text
    let row = try #require(text.firstRange(of: "<li class=\"place\" data-id=\"\(id)\"")).lowerBound
    let line = text[row...].firstMatch(of: /<p class="dishes">(.*?)<\/p>/)
    #expect(line.map { plainText($0.output.1) } == dishes)
  }

  @Test("A search finds open places first, with the dish")
  func search() async throws {
    let site = try await TestSite.canteens { entries in
      entries.append(try place("dd/mensa/11", "Anfang", hours: daily([service("18:00", "20:00")], zone: "Europe/Berlin")))
      for index in entries.indices where entries[index].id.record.contains("menu-77") {
        guard case .menu(var menu) = entries[index].details else { continue }
        menu.place = try entryID("dd/mensa/11")
        entries[index].details = .menu(menu)
      }
    }
    #expect(try await site.ids("q=pizza") == ["dd/mensa/4", "dd/mensa/11"])
  }

  @Test(
    "There are chips for diets if there are menus of the day, and they add up",
    arguments: [
      ("/dd", 0), ("/dd?at=tomorrow", 0), ("/dd?at=2026-12-09", 3), ("/ny?at=tomorrow", 3), ("/all", 0),
      ("/dd?at=2026-12-09&diet=vegan", 2),
    ])
  func chips(path: String, hidden: Int) async throws {
    let text = try await TestSite.canteens().get(path).text
    let chips = text.matches(of: /<a class="chip" href="([^"]*)" data-name="diet" data-value="([^"]*)"([^>]*)>([^<]*)<\/a>/)
    #expect(chips.map { String($0.output.2) } == ["vegan", "vegetarian", "halal"])
    #expect(chips.filter { $0.output.3 == " hidden" }.count == hidden)
  }

  @Test("A diet is added to the others of the address, or removed from them")
  func chipAddresses() async throws {
    let text = try await TestSite.canteens().get("/dd?open=now&diet=halal&lang=en").text
    func address(_ value: String) throws -> String {
      let pattern = try Regex(
        "<a class=\"chip\" href=\"([^\"]*)\" data-name=\"[a-z]*\" data-value=\"\(value)\"", as: (Substring, Substring).self)
      return String(try #require(text.firstMatch(of: pattern)).output.1)
    }
    #expect(try address("vegan") == "/dd?open=now&amp;diet=halal,vegan&amp;lang=en")
    #expect(try address("halal") == "/dd?open=now&amp;lang=en")
    #expect(try address("now") == "/dd?diet=halal&amp;lang=en")
    #expect(text.contains(">Vegan</a>") && text.contains("<input type=\"hidden\" name=\"diet\" value=\"halal\">"))
  }

  @Test("Lists with dishes last no longer than a minute, because the day may end", arguments: ["diet=vegan", "q=pizza", "q=mensa"])
  func lifetime(query: String) async throws {
    let site = try await TestSite.canteens(at: "2026-11-30T12:00:30+01:00")
    #expect(try await site.request("/api/v1/entries?campus=dd&\(query)").header("cache-control")?.contains("max-age=30") == true)
    #expect(try await site.request("/api/v1/entries?campus=dd").header("cache-control")?.contains("max-age=300") == true)
  }

  @Test("An unknown diet is explained")
  func wrongDiet() async throws {
    let site = try await TestSite.canteens()
    #expect(try await site.get("/all?diet=paleo").status == 400)
    #expect(try await site.get("/api/v1/entries?diet=paleo").text.contains("\"parameter\":\"diet\""))
  }
}
