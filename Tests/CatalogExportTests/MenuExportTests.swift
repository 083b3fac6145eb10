import CampusCatalog
import CatalogExport
import CatalogQuery
import Foundation
import OpeningHours
import QueryTestData
import TestKit
import Testing

/// Menus in the formats that have them, each with the place that serves the dishes.
@Suite struct MenuExportTests {
  /// A canteen after its menus in the order of ids, with a menu of yesterday and one of today.
  private let entries: [Entry]

  init() throws {
    func price(_ role: Price.Role?, _ amount: String, _ currency: String = "EUR", per: Price.Quantity? = nil, base: String? = nil) throws
      -> Price
    {
      try parsed(amount) { Price(role: role, amount: $0, currency: currency, per: per, base: base) }
    }
    let stew = Dish(
      name: "=Linseneintopf", notes: ["mit Brot"], diets: [.vegan], allergens: [Allergen(.gluten, detail: "Weizen"), Allergen(.celery)],
      labels: ["Mensa Vital"], prices: [try price(.student, "0.90"), try price(.employee, "4"), try price(.guest, "5.10")])
    let per = try parsed("100") { Price.Quantity(amount: $0, unit: "g") }
    let salad = Dish(
      name: "Salatbüfett", diets: [.vegetarian, .glutenFree, .lactoseFree], allergensStated: true,
      prices: [
        try price(nil, "0.75", per: per, base: "1.20"), try price(nil, "6.50"), try price(.student, "0.60", per: per, base: "1.20"),
        try price(nil, "0.80", per: per, base: "1.20"),
      ])
    let soup = Dish(name: "Tagessuppe")
    func menu(_ id: String, _ day: String, _ meal: Meal, _ sections: [MenuSection]) throws -> Entry {
      let id = try entryID(id)
      let feed = try #require(id.feed)
      return Entry(
        id: id, campus: feed.campus, name: nil, sources: [SourceReference(feed: feed, record: "\(id)")],
        details: .menu(Menu(place: try entryID("a/x/mensa"), date: try date(day), meal: meal, sections: sections)))
    }
    let lunch = Meal(name: "Mittag", kind: .lunch, from: LocalTime("11:00"), to: LocalTime("14:00"))
    var mensa = try place("a/x/mensa", "Mensa Süd")
    mensa.details = .place(Place(category: .diningHall))
    entries = [
      try menu("a/menus/menu-mensa-2026-11-20-other", "2026-11-20", Meal(kind: .other), [MenuSection(dishes: [soup])]),
      try menu(
        "a/menus/menu-mensa-2026-11-21-mittag", "2026-11-21", lunch,
        [MenuSection(name: "Theke 1", dishes: [stew, soup]), MenuSection(name: "Theke 2", dishes: [salad])]),
      mensa,
      try menu("b/x/menu-gone-2026-11-21-other", "2026-11-21", Meal(kind: .other), [MenuSection(dishes: [soup])]),
    ]
  }

  private func text(
    _ format: ExportFormat, _ table: ExportTable = .dishes, _ filter: ExportFilter = ExportFilter(),
    at time: String = "2026-11-21T11:00:00Z", in language: Language? = nil, of entries: [Entry]? = nil
  ) throws -> (text: String, count: Int) {
    let zone = try parsed("Europe/Berlin") { Zone($0) }
    let campuses = [
      Campus(id: try parsed("a") { CampusID($0) }, name: "A", timeZone: zone, country: "DE"),
      Campus(id: try parsed("b") { CampusID($0) }, name: "B", timeZone: zone, country: "DE"),
    ]
    let at = try moment(time)
    var rule = StatusRule(at: at, campuses: campuses)
    rule.chosenStyle.language = language
    var export = CatalogExport(
      format, ExportHeader(generatedAt: at, campuses: campuses, feeds: [], rule: rule, filter: filter))
    export.table = table
    var bytes: [UInt8] = []
    let catalog = Catalog(generatedAt: at, campuses: campuses, feeds: [], entries: entries ?? self.entries)
    let count = try export.write(EntryStream(CatalogParts(catalog))) { bytes.append(contentsOf: $0) }
    return (String(decoding: bytes, as: UTF8.self), count)
  }

  // MARK: - Tables

  /// One row for each dish, in the order of the feed, with exact prices.
  @Test func tableOfDishes() throws {
    let lines: [Substring] = try text(.csv).text.split(separator: "\r\n")
    let rows: [String] = lines.map { String($0).replacing("\n", with: "/") }
    let titles =
      "id,campus,place,place_name,date,meal,meal_name,starts,ends,section,name,notes,diets,allergens,allergens_stated,covered_allergens,labels,"
    let more = "price,price_student,price_employee,price_guest,price_pupil,currency,per_amount,per_unit,base,more_prices,time_zone,"
    #expect(rows.first == titles + more + "feeds,feed_urls,licenses,changed_at,missing_feeds")
    let start = "a/menus/menu-mensa-2026-11-21-mittag,a,a/x/mensa,Mensa Süd,2026-11-21,lunch,Mittag,11:00,14:00,"
    let soup = "Tagessuppe,,,,false,,,,,,,,,,,,,Europe/Berlin,"
    let prices = "0.75,0.60,,,,EUR,100,g,1.20,\"6.50 EUR/0.80 EUR per 100 g plus 1.20\""
    let expected: [String] = [
      "a/menus/menu-mensa-2026-11-20-other,a,a/x/mensa,Mensa Süd,2026-11-20,other,,,,,\(soup)a/menus,,,,",
      "\(start)Theke 1,'=Linseneintopf,mit Brot,vegan,\"gluten: Weizen/celery\",true,,Mensa Vital,,0.90,4.00,5.10,,EUR,,,,,Europe/Berlin,a/menus,,,,",
      "\(start)Theke 1,\(soup)a/menus,,,,",
      "\(start)Theke 2,Salatbüfett,,\"vegetarian/gluten-free/lactose-free\",,true,,,\(prices),Europe/Berlin,a/menus,,,,",
      "b/x/menu-gone-2026-11-21-other,b,a/x/mensa,,2026-11-21,other,,,,,\(soup)b/x,,,,",
    ]
    #expect(Array(rows.dropFirst()) == expected)
  }

  /// Of a feed that can state two allergens, a dish that states its allergens is free of the other one; of others, nothing is known.
  @Test(arguments: [
    (true, [Allergen(.gluten)], "gluten,false,\"gluten\nmilk\","), (true, [], ",false,\"gluten\nmilk\","),
    (false, [Allergen(.gluten)], "gluten,false,,"),
  ])
  func coveredAllergens(isStated: Bool, allergens: [Allergen], cells: String) throws {
    let menu = Menu(
      place: try entryID("a/x/mensa"), date: try date("2026-11-21"), meal: Meal(kind: .lunch), coveredAllergens: [.gluten, .milk],
      sections: [MenuSection(dishes: [Dish(name: "Suppe", allergens: allergens, allergensStated: isStated)])])
    let id = try entryID("a/menus/menu-mensa-2026-11-21-lunch")
    let found = Entry(id: id, campus: try parsed("a") { CampusID($0) }, name: nil, sources: [], details: .menu(menu))
    let rows = try text(.csv, of: [found]).text
    #expect(rows.contains(",Suppe,,,\(cells)"), "\(rows)")
  }

  /// A selection that leaves out the places has their names, and only the selected menus.
  @Test func namesDoNotDependOnSelection() throws {
    let campus = try parsed("a") { CampusID($0) }
    let (rows, count) = try text(.csv, .menus, ExportFilter(campuses: [campus], kinds: [.menu]))
    #expect(count == 2)
    let starts: [String] = rows.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",").prefix(9).joined(separator: ",") }
    #expect(
      starts == [
        "a/menus/menu-mensa-2026-11-20-other,a,a/x/mensa,Mensa Süd,2026-11-20,other,Europe/Berlin,a/menus",
        "a/menus/menu-mensa-2026-11-21-mittag,a,a/x/mensa,Mensa Süd,2026-11-21,lunch,Mittag,11:00,14:00",
      ])
    #expect(try text(.csv, .dishes, ExportFilter(kinds: [.place])).text.split(separator: "\r\n").count == 1)
  }

  // MARK: - Pages

  /// The menus of the day by place: each dish with what the kitchen states about it, also if the places are left out.
  @Test func markdownHasMenus() throws {
    let page = try text(.markdown, in: .german).text
    let table = """
      ## Speisepläne

      Gerichte, Ernährungsformen und Allergene nach Angaben der Küche.

      ### Mensa Süd

      | Mahlzeit | Gericht | Ernährungsform | Allergene | Preis | Bemerkungen |
      |---|---|---|---|---|---|
      | Mittag, 11:00–14:00 · Theke 1 | =Linseneintopf | vegan | enthält Gluten (Weizen), Sellerie | 0,90 EUR (Studierende), 4,00 EUR (Bedienstete), \
      5,10 EUR (Gäste) | mit Brot; Mensa Vital |
      | Mittag, 11:00–14:00 · Theke 1 | Tagessuppe | | Allergene nicht angegeben | | |
      | Mittag, 11:00–14:00 · Theke 2 | Salatbüfett | vegetarisch, glutenfrei, laktosefrei | keine Allergene | \
      1,20 + 0,75 EUR je 100 g, 6,50 EUR, 1,20 + 0,60 EUR je 100 g (Studierende), 1,20 + 0,80 EUR je 100 g | |


      """
    #expect(page.contains(table), "\(page)")
    // A page may be read later, so it has all of the day.
    #expect(try text(.markdown, at: "2026-11-21T22:00:00Z", in: .german).text.contains(table))
    // The menu of yesterday is over. One of a place that the catalog does not have has its id.
    #expect(page.components(separatedBy: "Tagessuppe").count == 3)
    #expect(page.contains("### a/x/mensa\n"))
    let (menus, count) = try text(.markdown, .dishes, ExportFilter(kinds: [.menu]), in: .german)
    #expect(count == 3 && menus.contains(table) && !menus.contains("a/x/mensa"), "\(menus)")
    #expect(try !text(.markdown, .dishes, ExportFilter(kinds: [.place])).text.contains("Menus"))
    #expect(try !text(.markdown, at: "2026-11-22T11:00:00Z").text.contains("Menus"))
  }

  @Test func pageHasMenus() throws {
    let page = try text(.html, in: .german).text
    let menus = """
      <h2 id="a.menus">Speisepläne</h2>
      <p class="note">Gerichte, Ernährungsformen und Allergene nach Angaben der Küche.</p>
      <section class="group">
      <h3><bdi>Mensa Süd</bdi></h3>
      <h4 class="kind"><bdi>Mittag, 11:00–14:00 · Theke 1</bdi></h4>
      <ul class="events">
      <li><bdi>=Linseneintopf</bdi><p class="where" dir="auto">vegan · 0,90 EUR (Studierende), 4,00 EUR (Bedienstete), 5,10 EUR (Gäste)</p>\
      <p class="where" dir="auto">enthält Gluten (Weizen), Sellerie · mit Brot · Mensa Vital</p></li>
      <li><bdi>Tagessuppe</bdi><p class="where" dir="auto">Allergene nicht angegeben</p></li>
      </ul>

      """
    #expect(page.contains(menus), "\(page)")
    #expect(page.contains("<li><a href=\"#a.menus\"><bdi>Speisepläne</bdi></a></li>"))
    #expect(try !text(.html, at: "2026-11-22T11:00:00Z").text.contains("Menus"))
  }

  // MARK: - Linked data

  /// A place alone has the nodes of its menus that the whole catalog has.
  @Test func linkedPlaceHasMenus() throws {
    let campus = Campus(id: try parsed("a") { CampusID($0) }, name: "A", timeZone: try parsed("Europe/Berlin") { Zone($0) })
    let rule = StatusRule(at: try moment("2026-11-21T11:00:00Z"), campuses: [campus])
    let nodes = try text(.jsonld).text.split(separator: "\n").filter { $0.contains("a/x/mensa") }.map {
      $0.hasSuffix(",") ? $0.dropLast() : $0
    }
    let place = try #require(entries.first { $0.kind == .place })
    #expect(
      LinkedPlace.json(place, menus: Array(entries.prefix(2)), campus, rule)
        == "{\"@context\":\"https://schema.org\",\"@graph\":[\(nodes[1]),\n\(nodes[0])]}")
    #expect(LinkedPlace.json(place, menus: Array(entries.prefix(1)), campus, rule) == LinkedPlace.json(place, campus, rule))
    #expect(LinkedPlace.json(place, campus, rule) == "{\"@context\":\"https://schema.org\",\(nodes[1].dropFirst())")
  }

  /// The menus of a place are of its node: those of today and later, with the diets that schema.org has.
  @Test func linkedDataHasMenus() throws {
    let lines = try text(.jsonld).text.split(separator: "\n").filter { $0.contains("hasMenu") }.map {
      $0.hasSuffix(",") ? $0.dropLast() : $0
    }
    try #require(lines.count == 2)
    let menu = """
      {"@type":"FoodEstablishment","@id":"#a/x/mensa","hasMenu":{"@type":"Menu","@id":"#a/menus/menu-mensa-2026-11-21-mittag",\
      "identifier":"a/menus/menu-mensa-2026-11-21-mittag","name":"Mittag",\
      "temporalCoverage":"2026-11-21T11:00:00+01:00/2026-11-21T14:00:00+01:00","hasMenuSection":[
      """
    #expect(lines[0].hasPrefix(menu), "\(lines[0])")
    let stew = """
      {"@type":"MenuItem","name":"=Linseneintopf","description":"mit Brot\\nAllergens, as stated by the kitchen: gluten: Weizen, celery",\
      "keywords":["Mensa Vital"],"suitableForDiet":["https://schema.org/VeganDiet","https://schema.org/VegetarianDiet"],\
      "offers":[{"@type":"Offer","category":"student","price":"0.90","priceCurrency":"EUR"},\
      {"@type":"Offer","category":"employee","price":"4.00","priceCurrency":"EUR"},\
      {"@type":"Offer","category":"guest","price":"5.10","priceCurrency":"EUR"}]}
      """
    #expect(lines[0].contains(stew), "\(lines[0])")
    let salad = """
      {"@type":"MenuSection","name":"Theke 2","hasMenuItem":[{"@type":"MenuItem","name":"Salatbüfett",\
      "description":"Allergens, as stated by the kitchen: none",\
      "suitableForDiet":["https://schema.org/VegetarianDiet","https://schema.org/GlutenFreeDiet"],\
      "offers":[{"@type":"Offer","priceSpecification":{"@type":"CompoundPriceSpecification","priceComponent":[\
      {"@type":"UnitPriceSpecification","price":"1.20","priceCurrency":"EUR"},\
      {"@type":"UnitPriceSpecification","price":"0.75","priceCurrency":"EUR",\
      "referenceQuantity":{"@type":"QuantitativeValue","value":"100","unitText":"g"}}]}},{"@type":"Offer","price":"6.50",
      """
    #expect(lines[0].contains(salad), "\(lines[0])")
    #expect(
      lines[1].contains("\"temporalCoverage\":\"2026-11-21\",\"hasMenuSection\":[{\"@type\":\"MenuSection\",\"hasMenuItem\""), "\(lines[1])"
    )
    // The next day begins on the clock of the campus.
    #expect(try text(.jsonld, at: "2026-11-21T22:59:00Z").text.contains("hasMenu"))
    #expect(try !text(.jsonld, at: "2026-11-21T23:00:00Z").text.contains("hasMenu"))
    #expect(try text(.jsonld, at: "2026-11-20T22:59:00Z").text.contains("menu-mensa-2026-11-20-other"))
  }

  /// After midnight, the menus of the night before are there while they are served, wherever their places are in the catalog.
  @Test(
    arguments: [
      ("20:00-26:00", nil, "a/x/mensa", true), ("20:00-26:00", nil, "a/a/mensa", true), ("20:00-24:00", nil, "a/x/mensa", false),
      ("00:00-24:00", nil, "a/a/mensa", false), (nil, nil, "a/x/mensa", false), (nil, "25:00", "a/x/mensa", true),
      ("20:00-26:00", "24:30", "a/a/mensa", false),
    ] as [(String?, String?, String, Bool)])
  func linkedMenusOfTheNight(hours: String?, to: String?, id: String, isServed: Bool) throws {
    let times = hours?.split(separator: "-").map(String.init)
    let schedule = try times.map { try daily([service($0[0], $0[1])], zone: "Europe/Berlin") }
    let mensa = try place(id, "Mensa", hours: schedule)
    guard var supper = entries.first, case .menu(var menu) = supper.details else { throw BadTestData(text: "menu") }
    menu.place = mensa.id
    menu.meal = Meal(kind: .dinner, from: LocalTime("20:00"), to: to.flatMap { LocalTime($0) })
    supper.details = .menu(menu)
    let night = [supper, mensa].sorted { $0.id < $1.id }
    let time = "2026-11-20T23:45:00Z"
    for filter in [ExportFilter(), ExportFilter(kinds: [.menu])] {
      let graph = try text(.jsonld, .dishes, filter, at: time, of: night).text
      #expect(graph.contains("Tagessuppe") == isServed && graph.hasSuffix("\n]}\n"), "\(graph)")
    }
    let campus = Campus(id: mensa.campus, name: "A", timeZone: try parsed("Europe/Berlin") { Zone($0) })
    let linked = LinkedPlace.json(mensa, menus: [supper], campus, StatusRule(at: try moment(time), campuses: [campus]))
    #expect(linked.contains("Tagessuppe") == isServed)
  }
}
