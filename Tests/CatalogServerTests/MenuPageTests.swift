import CampusCatalog
import Foundation
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

@Suite("The menus of a week, for print")
struct MenuPageTests {
  private static let mensa = "/places/dd/mensa/4"

  @Test("The week has a row for each day and a column for each meal")
  func week() async throws {
    let text = try await TestSite.canteens().get("\(Self.mensa)/menu?lang=en").text
    let table = try #require(text.firstMatch(of: /<table class="week">.*?<\/table>/.dotMatchesNewlines())).output
    let titles = table.matches(of: /<th scope="col"[^>]*>(.*?)<\/th>/).map { String($0.output.1) }
    #expect(titles == ["Day", "Mittag, 11:00–14:00", "Dinner"])
    let rows = table.matches(of: /<tr><th scope="row">.*?<\/tr>/.dotMatchesNewlines()).map { plainText($0.output) }
    #expect(rows.count == 7)
    #expect(rows[0].hasPrefix("Mon 30 Nov Wok Gemüsecurry vegan halal") && rows[0].contains("Pizza Funghi vegan 5.00 EUR"))
    #expect(rows[1] == "Tue 1 Dec No menu known yet")
    #expect(text.contains("<a href=\"/places/dd/mensa/4?lang=en\"><bdi>Alte Mensa</bdi></a>"))
  }

  @Test("The times of a meal that are not the same on all days are those of each day")
  func times() async throws {
    let site = try await TestSite.canteens { entries in
      for index in entries.indices where entries[index].id.record.contains("menu-9-") {
        guard case .menu(var menu) = entries[index].details else { continue }
        menu.place = try entryID("dd/mensa/4")
        menu.meal = Meal(name: "Mittag", kind: .lunch, from: LocalTime("12:00"), to: LocalTime("13:00"))
        entries[index].details = .menu(menu)
      }
    }
    let text = try await site.get("\(Self.mensa)/menu?lang=en").text
    #expect(text.contains("<th scope=\"col\" dir=\"auto\">Mittag</th>"))
    #expect(text.contains("Mittag, 11:00–14:00</p>") && text.contains("Mittag, 12:00–13:00</p>"))
  }

  @Test(
    "The more there is to print, the smaller is the type",
    arguments: [(2, SheetType.large), (6, .medium), (12, .dense), (60, .dense)])
  func type(dishes: Int, type: SheetType) {
    let day = [[Array(repeating: "Pasta · contains gluten, egg · 2.60 EUR (students)", count: dishes)]]
    #expect(SheetType(fitting: Array(repeating: day, count: 5)) == type)
  }

  @Test("No type is too small to read on paper, and each has a style")
  func smallestType() async throws {
    let site = try await TestSite.canteens()
    let page = try await site.get("\(Self.mensa)/menu").text
    let address = try #require(page.firstMatch(of: /href="([^"]*\/menu\.[^"]*css)"/)).output.1
    let style = try await site.get(String(address)).text
    let sizes = style.matches(of: /font-size: *([0-9.]+)pt/).compactMap { Double($0.output.1) }
    #expect(sizes.count >= 3 && sizes.allSatisfy { $0 >= 7 }, "\(sizes)")
    for type in SheetType.allCases { #expect(style.contains("data-type=\(type.rawValue)")) }
  }

  @Test(
    "The week is the one of the date, or of the next menu",
    arguments: [
      ("/places/dd/mensa/9/menu", "2026-11-28T12:00:00+01:00", "2026-11-30", 0),
      ("/places/dd/mensa/9/menu", Canteens.noon, "2026-11-30", 0),
      ("/places/dd/mensa/9/menu?date=2026-12-13", Canteens.noon, "2026-12-07", 1),
      ("/places/dd/mensa/9/menu", "2026-12-14T12:00:00+01:00", "2026-12-14", 1),
    ])
  func weekOfDate(path: String, time: String, monday: String, links: Int) async throws {
    let text = try await TestSite.canteens(at: time).get(path).text
    #expect(text.firstMatch(of: /<table class="week">.*?datetime="([^"]*)"/.dotMatchesNewlines())?.output.1 == Substring(monday))
    #expect(text.matches(of: /\/menu\?date=2026-12-01/).count == links)
  }

  @Test(
    "A week has no days before today without menus, unless it has none at all",
    arguments: [("", "30 Nov,2 Dec,3 Dec,4 Dec,5 Dec,6 Dec"), ("&date=2026-11-16", "16 Nov,17 Nov,18 Nov,19 Nov,20 Nov,21 Nov,22 Nov")])
  func pastDays(query: String, days: String) async throws {
    let text = try await TestSite.canteens(at: "2026-12-02T12:00:00+01:00").get("/places/dd/mensa/4/menu?lang=en\(query)").text
    let found = text.matches(of: /<th scope="row">.*?<time datetime="[^"]*">(.*?)<\/time>/).map { String($0.output.1) }
    #expect(found.joined(separator: ",") == days)
  }

  @Test("A week has no days of the weekend on which nothing is known, and not the menus of others")
  func weekend() async throws {
    let text = try await TestSite.canteens { $0.append(try place("dd/mensa/10", "Bar")) }.get("/places/dd/mensa/10/menu?lang=en").text
    #expect(text.matches(of: /<th scope="row">/).count == 5 && !text.contains("class=\"dish\""))
    #expect(try await TestSite.canteens().get("/places/dd/mensa/99/menu").status == 404)
    #expect(try await TestSite.canteens().get("/places/dd/mensa/4/menu?date=x").status == 400)
  }
}
