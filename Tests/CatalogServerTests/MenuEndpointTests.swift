import CampusCatalog
import Foundation
import NIOCore
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

@Suite struct MenuEndpointTests {
  private struct List: Decodable {
    struct Item: Decodable {
      struct Menu: Decodable {
        struct Section: Decodable {
          struct Dish: Decodable { let name: String }
          let dishes: [Dish]
        }
        let sections: [Section]
      }
      let id: String
      let distance: Double?
      let menus: [Menu]
    }
    let at: String
    let total: Int
    let dishes: Int
    let places: [Item]
    let leftOut: [String: Int]
    let next: String?
  }

  private func site() async throws -> TestSite {
    let site = try await TestSite([], at: Canteens.noon)
    try await site.show(try Canteens().catalog.entries, countries: ["dd": "US"], zones: ["dd": "Europe/Berlin"])
    return site
  }

  private func list(_ query: String, _ site: TestSite) async throws -> List {
    let response = try await site.request("/api/v1/menus\(query)")
    #expect(response.status == 200, "\(query)")
    return try JSONDecoder().decode(List.self, from: Data(response.body.readableBytesView))
  }

  @Test(
    arguments: [
      ("", "dd/mensa/4 dd/mensa/8 ny/dining/1 dd/mensa/77", 9), ("?campus=ny", "ny/dining/1", 1), ("?place=dd/mensen/80", "dd/mensa/8", 2),
      ("?place=dd/mensa/8,dd/mensa/77&meal=other", "dd/mensa/77", 1), ("?date=2026-12-01", "dd/mensa/9", 1),
      ("?date=tomorrow&campus=dd", "dd/mensa/9", 1), ("?date=today&meal=dinner", "dd/mensa/4", 1),
      ("?diet=vegan&diet=halal", "dd/mensa/4", 1), ("?without=nuts,milk", "dd/mensa/4 dd/mensa/8", 4),
      ("?price=3&role=student&diet=vegan", "dd/mensa/4 dd/mensa/8", 3), ("?q=pizza", "dd/mensa/4 dd/mensa/77", 3),
      ("?near=51.03,13.731", "dd/mensa/8 dd/mensa/4", 7), ("?near=51.03,13.731&within=200m", "dd/mensa/8", 2),
      ("?place=dd/mensa/5", "", 0), ("?date=2027-01-01", "", 0), ("?diet=&q=&date=", "dd/mensa/4 dd/mensa/8 ny/dining/1 dd/mensa/77", 9),
    ])
  func menus(query: String, places: String, dishes: Int) async throws {
    let list = try await list(query, site())
    #expect(list.places.map(\.id).joined(separator: " ") == places, "\(query)")
    #expect(list.dishes == dishes, "\(query)")
    #expect(list.total == list.places.count)
    #expect(list.places.flatMap(\.menus).flatMap(\.sections).flatMap(\.dishes).count == dishes)
    #expect(list.places.allSatisfy { ($0.distance != nil) == query.contains("near") })
  }

  @Test func leftOutDishes() async throws {
    let list = try await list("?diet=vegetarian&without=milk&price=3&role=student", site())
    #expect(list.leftOut == ["diet": 1, "allergen": 2, "allergensNotStated": 2, "price": 1, "priceNotStated": 0])
  }

  /// All pages are about the moment of the first one, also after midnight.
  @Test func pages() async throws {
    let site = try await site()
    try site.setClock("2026-11-30T23:59:30+01:00")
    var page = try await list("?limit=2&campus=dd&date=today", site)
    var ids = page.places.map(\.id)
    try site.setClock("2026-12-01T00:01:00+01:00")
    while let next = page.next {
      page = try await list("?limit=2&campus=dd&date=today&cursor=\(next)", site)
      #expect(page.total == 3)
      ids += page.places.map(\.id)
    }
    #expect(ids.sorted() == ["dd/mensa/4", "dd/mensa/77", "dd/mensa/8"])
    #expect(try await list("?campus=dd", site).places.map(\.id) == ["dd/mensa/9"])
  }

  /// Without a day, a meal that is over is not listed, but the next one is; the list of places names its day.
  @Test(arguments: [("21:59", "", ""), ("22:00", "dd/mensa/9", ",\"dishesDate\":\"2026-12-01\"")])
  func nextMeals(time: String, places: String, day: String) async throws {
    let site = try await TestSite.canteens(at: "2026-11-30T\(time):00+01:00")
    #expect(try await list("?campus=dd&meal=lunch", site).places.map(\.id).joined() == places)
    #expect(try await list("?campus=dd&meal=lunch&date=today", site).places.count == 2)
    let text = try await site.get("/api/v1/entries?campus=dd&diet=vegan&q=nord&expand=menu").text
    #expect(text.contains("\"dishes\":[\"Obstsalat\"]\(day),\"menus\":[") == !day.isEmpty, "\(text)")
    let page = try await site.get("/dd?diet=vegan&lang=en").text
    #expect(page.contains("<p class=\"dishes\">Tue 1 Dec: <bdi>Obstsalat</bdi>") == !day.isEmpty)
  }

  /// A search for a dish that is over says so, in the language of the answer; one that finds something does not.
  @Test func dishesAtOtherTimes() async throws {
    let over = #""otherTimes":"Was on today’s menu: Schnitzel (Alte Mensa).""#
    let site = try await TestSite.canteens(at: "2026-11-30T15:30:00+01:00")
    for list in ["entries?campus=dd&q=schnitzel", "menus?campus=dd&q=schnitzel", "entries?campus=dd&q=schnitzel&open=now"] {
      let text = try await site.get("/api/v1/\(list)&lang=en").text
      #expect(text.contains("\"total\":0") && text.contains(over), "\(text)")
    }
    let german = try await site.get("/api/v1/menus?campus=dd&q=obst&lang=de").text
    #expect(
      german.contains("heute auf der Speisekarte: Obstsalat (Mensa Süd). Auf der Speisekarte am Di. 1. Dez.: Obstsalat (Café Nord)."))
    let page = try await site.get("/dd?q=schnitzel&lang=fr").text
    #expect(page.contains("<bdi>Au menu plus tôt aujourd’hui\u{A0}: Schnitzel (Alte Mensa).</bdi>"))
    for target in ["/api/v1/menus?campus=dd&q=funghi", "/api/v1/entries?campus=dd&q=funghi", "/api/v1/entries?campus=dd&q=mensa"] {
      #expect(try await !site.get(target).text.contains("otherTimes"), "\(target)")
    }
    #expect(try await !site.get("/api/v1/menus?campus=ny&q=schnitzel").text.contains("otherTimes"))
    #expect(try await !site.get("/dd?q=funghi&lang=en").text.contains("today’s menu"))
  }

  /// A feed of menus may have a record of its own for a place.
  @Test func recordsOfMenus() async throws {
    let site = try await TestSite.canteens { entries in
      for index in entries.indices where entries[index].id.record.hasPrefix("menu-80-") {
        guard case .menu(var menu) = entries[index].details else { continue }
        menu.place = try entryID("dd/mensa/8")
        entries[index].details = .menu(menu)
      }
      for index in entries.indices where entries[index].id.record == "8" { entries[index].aliases = [] }
    }
    for (query, places) in [
      ("?place=dd/mensen/80", "dd/mensa/8"), ("?place=dd/mensa/8", "dd/mensa/8"),
      ("?place=dd/mensen/80,dd/mensa/4", "dd/mensa/4 dd/mensa/8"),
      ("?place=dd/mensen/8", ""), ("?place=dd/mensen/80&date=2026-12-01", ""),
    ] {
      #expect(try await list(query, site).places.map(\.id).joined(separator: " ") == places, "\(query)")
    }
  }

  /// Words and amounts are those of the commands.
  @Test(
    arguments: [
      ("?without=lactose", "?without=milk"), ("?without=WHEAT", "?without=gluten"), ("?without=tree%20nuts", "?without=nuts"),
      ("?without=seafood", "?without=crustaceans,fish,molluscs"), ("?price=3,10&role=student", "?price=3.10&role=student"),
      ("?diet=vegetarisch,HALAL", "?diet=vegetarian,halal"), ("?diet=v%C3%A9g%C3%A9talien", "?diet=vegan"),
      ("?diet=Vegan&meal=LUNCH", "?diet=vegan&meal=lunch"), ("?price=3&role=Student", "?price=3.00&role=student"),
    ])
  func sameWords(query: String, same: String) async throws {
    let site = try await site()
    let (found, expected) = (try await list(query, site), try await list(same, site))
    #expect(found.places.map(\.id) == expected.places.map(\.id) && found.leftOut == expected.leftOut)
    #expect(found.dishes > 0 && found.dishes < 9)
  }

  @Test(
    arguments: [
      ("without=,", "without names no allergen"), ("without=%20", "without names no allergen"),
      ("without=nut", "did you mean \\\"nuts\\\"?"), ("without=lactse", "did you mean \\\"lactose\\\"?"),
      ("diet=vegn", "did you mean \\\"vegan\\\"?"), ("meal=lunhc", "Did you mean \\\"lunch\\\"?"),
      ("role=students&price=3", "\\\"student\\\""),
      ("price=4€", "write only a number such as 4.50"),
    ])
  func suggestions(query: String, text: String) async throws {
    let response = try await site().get("/api/v1/menus?\(query.replacing("€", with: "%E2%82%AC"))")
    #expect(response.status == 400 && response.text.contains(text), "\(response.text)")
  }

  @Test(
    arguments: [
      ("diet", "vegn"), ("without", "nut"), ("meal", "supper"), ("role", "student"), ("price", "cheap"), ("price", "0"), ("q", "!"),
      ("place", "mensa"), ("date", "18:00"), ("date", "now"), ("date", "never"), ("near", "x"), ("within", "1km"), ("cursor", "1"),
      ("limit", "0"), ("kind", "menu"),
    ])
  func wrongParameters(name: String, value: String) async throws {
    let response = try await site().request("/api/v1/menus?\(name)=\(value)")
    #expect(response.status == 400)
    #expect(String(buffer: response.body).contains("\"parameter\":\"\(name)\""), "\(String(buffer: response.body))")
  }

  /// Places have their menus of the day on request.
  @Test(
    arguments: [
      ("?expand=menu&campus=dd", ["menu-4-2026-11-30-mittag", "menu-4-2026-11-30-dinner", "menu-80-2026-11-30-mittag"]),
      ("?expand=menu&at=2026-12-01&campus=dd", ["menu-9-2026-12-01-lunch"]), ("?expand=usual", []),
      ("?expand=usual,menu&campus=ny", ["menu-1-2026-11-30-breakfast"]),
    ])
  func menusOfPlaces(query: String, menus: [String]) async throws {
    let text = try await site().get("/api/v1/entries\(query)").text
    #expect(text.matches(of: /"id":"[^"]*\/(menu-[^"]*)"/).map { String($0.output.1) } == menus, "\(text)")
  }

  /// A place alone has its menus of the day.
  @Test(
    arguments: [
      ("dd/mensa/4", ["menu-4-2026-11-30-mittag", "menu-4-2026-11-30-dinner"]), ("dd/mensa/8", ["menu-80-2026-11-30-mittag"]),
      ("dd/mensa/9", []), ("dd/mensa/9?at=2026-12-01", ["menu-9-2026-12-01-lunch"]),
    ])
  func menusOfPlace(path: String, menus: [String]) async throws {
    let text = try await site().get("/api/v1/entries/\(path)").text
    #expect(text.matches(of: /"id":"[^"]*\/(menu-[^"]*)"/).map { String($0.output.1) } == menus, "\(text)")
  }

  /// The page of a place has its menus of the day as linked data.
  @Test func pageHasLinkedMenus() async throws {
    let site = try await site()
    let page = try await site.get("/places/dd/mensa/8").text
    let data = try #require(page.firstMatch(of: /<script type="application\/ld\+json">(.*?)<\/script>/.dotMatchesNewlines())).output.1
    let graph = try JSONDecoder().decode(LinkedGraph.self, from: Data(data.utf8)).graph
    #expect(graph.map(\.id) == ["#dd/mensa/8", "#dd/mensa/8"], "\(data)")
    #expect(graph.compactMap(\.hasMenu?.hasMenuSection).flatMap(\.self).flatMap(\.hasMenuItem).map(\.name) == ["Nussbraten", "Obstsalat"])
    #expect(try await !site.get("/places/dd/mensa/9").text.contains("hasMenuSection"))
  }

  private struct LinkedGraph: Decodable {
    struct Node: Decodable {
      struct Menu: Decodable {
        struct Section: Decodable {
          struct Item: Decodable { let name: String }
          let hasMenuItem: [Item]
        }
        let hasMenuSection: [Section]
      }
      let id: String
      let hasMenu: Menu?

      enum CodingKeys: String, CodingKey { case id = "@id", hasMenu }
    }
    let graph: [Node]

    enum CodingKeys: String, CodingKey { case graph = "@graph" }
  }

  /// A list of places that a search finds names the dishes.
  @Test func searchFindsDishes() async throws {
    let text = try await site().get("/api/v1/entries?q=pizza").text
    #expect(text.contains(#""dishes":["Pizza Margherita","Pizza Funghi"]"#), "\(text)")
    #expect(try await site().get("/api/v1/entries?q=obst%20tomorrow").text.contains(#""id":"dd/mensa/9""#))
  }
}
