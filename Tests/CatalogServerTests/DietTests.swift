import CampusCatalog
import CatalogQuery
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
      ("diet=vegetarian&open=2026-11-30+08:00", ["ny/dining/1"]), ("diet=vegan&at=tomorrow", ["dd/mensa/9"]),
      ("price=2.59&role=student", ["dd/mensa/8"]), ("price=2,60&role=student&diet=halal", ["dd/mensa/4"]), ("price=1", []),
      ("without=gluten&diet=vegan", ["dd/mensa/8"]), ("without=Wheat,almonds", ["dd/mensa/8"]), ("q=pizza&price=4.99", []),
      ("q=pizza&price=4.99&role=student", ["dd/mensa/4"]),
      ("q=fungi", ["dd/mensa/4"]), ("diet=Vegan", ["dd/mensa/4", "dd/mensa/8"]), ("diet=vegano", ["dd/mensa/4", "dd/mensa/8"]),
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
      ("diet=vegan", "dd/mensa/4", "Gemüsecurry 2.60–6.30 EUR · Salat vom Buffet · Pizza Funghi 5.00 EUR"),
      (
        "diet=vegetarian", "dd/mensa/4",
        "Gemüsecurry 2.60–6.30 EUR · Pizza Margherita 3.10–6.95 EUR · Salat vom Buffet and 1 more"
      ),
      ("diet=vegan&price=4&role=student", "dd/mensa/4", "Gemüsecurry 2.60 EUR"),
      ("price=4&role=student", "dd/mensa/4", "Gemüsecurry 2.60 EUR · Pizza Margherita 3.10 EUR"),
      ("diet=vegan&role=employee", "dd/mensa/4", "Gemüsecurry 6.30 EUR · Salat vom Buffet · Pizza Funghi 5.00 EUR"),
      ("price=6,5&diet=vegan", "dd/mensa/4", "Gemüsecurry 2.60–6.30 EUR · Pizza Funghi 5.00 EUR"),
      ("q=pizza&diet=vegan", "dd/mensa/4", "Pizza Funghi 5.00 EUR"),
      ("q=pizza", "dd/mensa/4", "Pizza Margherita 3.10–6.95 EUR · Pizza Funghi 5.00 EUR"),
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
    "There are chips for the diets that dishes of the list suit, and they add up",
    arguments: [
      ("/dd", "vegan vegetarian halal"), ("/dd?at=tomorrow", "vegan vegetarian"), ("/dd?at=2026-12-09", ""), ("/ny?at=tomorrow", ""),
      ("/ny", "vegetarian"), ("/all", "vegan vegetarian halal"), ("/dd?at=2026-12-09&diet=vegan", "vegan"),
      ("/dd?diet=halal", "vegan vegetarian halal"), ("/dd?diet=vegan,kosher", "vegan"), ("/dd?category=gym", ""),
      ("/dd?open=2026-11-30+18:00", ""), ("/dd?building=Nirgendwo", ""), ("/all?q=pancakes", "vegetarian"),
      ("/dd?q=nussbraten", "vegan vegetarian"),
      ("/dd?price=2&role=student", "vegan vegetarian"), ("/dd?near=51.2,13.7&within=100m", ""),
    ])
  func chips(path: String, shown: String) async throws {
    #expect(try await chips(path, TestSite.canteens()) == shown)
  }

  @Test(
    "The chip of a diet is on, and turns it off, whatever word the address has for it",
    arguments: [("vegetarian", "/dd"), ("vegetarisch", "/dd"), ("halal,V%C3%A9g%C3%A9tarien", "/dd?diet=halal"), ("vegan", nil)]
      as [(String, String?)])
  func wordsOfChips(diets: String, off: String?) async throws {
    let text = try await TestSite.canteens().get("/dd?diet=\(diets)").text
    let chip = try #require(text.firstMatch(of: /<a class="chip" href="([^"]*)" data-name="diet" data-value="vegetarian"([^>]*)>/)).output
    #expect(chip.2.contains("aria-current") == (off != nil), "\(chip)")
    #expect(off == nil || off == String(chip.1), "\(chip)")
  }

  /// Returns the diets that have chips.
  private func chips(_ path: String, _ site: TestSite) async throws -> String {
    let text = try await site.get(path).text
    let chips = text.matches(of: /<a class="chip" href="([^"]*)" data-name="diet" data-value="([^"]*)"([^>]*)>([^<]*)<\/a>/)
    #expect(chips.map { String($0.output.2) } == ["vegan", "vegetarian", "halal"])
    return chips.filter { $0.output.3 != " hidden" }.map { String($0.output.2) }.joined(separator: " ")
  }

  @Test("After midnight, there are chips for the menus of the night before that are still served")
  func chipsAtNight() async throws {
    let hours = try daily([service("11:00", "26:00")], zone: "Europe/Berlin")
    for (time, shown) in [("00:30", "vegan vegetarian"), ("02:00", "")] {
      let site = try await TestSite.canteens(at: "2026-12-01T\(time):00+01:00", hours: hours)
      #expect(try await chips("/dd?category=dining-hall", site) == shown)
    }
  }

  @Test("Open places serve a dish now: those of the next day are not for them, but for the list of all")
  func openPlacesServeNow() async throws {
    let site = try await TestSite.canteens(at: "2026-11-30T22:30:00+01:00") { entries in
      for index in entries.indices where entries[index].id.record == "9" {
        guard case .place(var place) = entries[index].details else { continue }
        place.hours = try daily([service("00:00", "24:00")], zone: "Europe/Berlin")
        entries[index].details = .place(place)
      }
    }
    #expect(try await site.ids("campus=dd&open=now") == ["dd/mensa/9"])
    for (query, ids) in [
      ("diet=vegan", ["dd/mensa/9"]), ("diet=vegan&open=now", []), ("q=obstsalat", ["dd/mensa/9"]), ("q=obstsalat+open", []),
      ("diet=vegan&state=open", []), ("diet=vegan&for=1h", []), ("q=obstsalat&state=open", []),
    ] {
      #expect(try await site.ids("campus=dd&\(query)") == ids, "\(query)")
    }
    #expect(try await chips("/dd", site) == "vegan vegetarian")
    #expect(try await chips("/dd?open=now", site) == "")
  }

  @Test("A search for a diet names the dishes, and says who states it, in all languages", arguments: Language.allCases)
  func searchForDiet(language: Language) async throws {
    let word = Diet.vegan.text(in: language).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let site = try await TestSite.canteens()
    let text = try await site.get("/dd?lang=\(language.rawValue)&q=\(word)").text.replacing("&#39;", with: "'")
    #expect(text.contains("<bdi>Nussbraten</bdi>") && text.contains(language.words.text("stated-by-kitchen")))
    let explanation = language.words.text("dishes-of-diet", ["diet": Diet.vegan.text(in: language)])
    #expect(text.contains(explanation), "\(explanation)")
    let list = try await site.get("/api/v1/entries?campus=dd&q=\(word)&lang=en").text
    #expect(list.contains("\"dishes\":[\"Nussbraten\",\"Obstsalat\"]") && list.contains("as stated by the kitchen"), "\(list)")
    #expect(try await site.get("/api/v1/menus?campus=dd&q=\(word)").text.contains("Nussbraten"))
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

  @Test("The form asks for a price and who pays it, if the campus has prices, and keeps them", arguments: Language.allCases)
  func priceFields(language: Language) async throws {
    let site = try await TestSite.canteens()
    let text = try await site.get("/dd?price=4&role=student&without=milk&lang=\(language.rawValue)").text
    #expect(text.contains("<label for=\"price\">\(language.words.text("price-at-most"))</label><input id=\"price\" name=\"price\""))
    #expect(text.contains("maxlength=\"20\" value=\"4\">") && text.contains("<details name=\"choices\" class=\"more\" data-on>"))
    #expect(text.contains("<option value=\"student\" selected>\(language.words.text("role-student"))</option>"))
    #expect(text.contains("<input type=\"hidden\" name=\"without\" value=\"milk\">"))
    #expect(try await !site.get("/ny").text.contains("name=\"price\""))
    #expect(try await site.get("/dd?price=&role=student").status == 200)
    let wrong = try await site.get("/dd?price=cheap")
    #expect(wrong.status == 400 && wrong.text.contains("value=\"cheap\" aria-invalid=\"true\""))
  }

  @Test("An unknown diet is explained")
  func wrongDiet() async throws {
    let site = try await TestSite.canteens()
    #expect(try await site.get("/all?diet=paleo").status == 400)
    #expect(try await site.get("/api/v1/entries?diet=paleo").text.contains("\"parameter\":\"diet\""))
  }
}
