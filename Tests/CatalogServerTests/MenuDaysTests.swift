import CampusCatalog
import Foundation
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

@Suite("The menus on the page of a place")
struct MenuDaysTests {
  private static let mensa = "/places/dd/mensa/4"

  /// The parts of a page with the menus of the two days.
  private func days(_ path: String, _ site: TestSite) async throws -> [String] {
    let text = try await site.get("\(path)?lang=en").text
    return text.matches(of: /<(section|details) class="menu-day".*?<\/\1>/.dotMatchesNewlines()).map { String($0.output.0) }
  }

  @Test("Dishes have their diets, prices, remarks, allergens and labels, as stated by the kitchen")
  func dishes() async throws {
    let site = try await TestSite.canteens()
    let text = try await site.get("\(Self.mensa)?lang=en").text
    let dishes = text.matches(of: /<li class="dish">(.*?)<\/li>/.dotMatchesNewlines()).map { plainText($0.output.1) }
    #expect(
      dishes == [
        "Gemüsecurry vegan halal 2.60 EUR (students) 6.30 EUR (employees) mit Reis · contains gluten (wheat), soy",
        "Pizza Margherita vegetarian 3.10 EUR (students) 6.95 EUR (guests) contains gluten, milk",
        "Salat vom Buffet vegan 0.90 EUR per 100 g allergens not stated",
        "Schnitzel 10.20 EUR (students) contains gluten, egg · Schwein",
        "Pizza Funghi vegan 5.00 EUR contains gluten",
      ])
    #expect(text.contains("<p class=\"section\" dir=\"auto\">Wok</p>"))
    #expect(text.contains("Dishes, diets and allergens are as stated by the kitchen."))
    #expect(text.contains("<span class=\"price\" data-role=\"student\">2.60 EUR (students)</span>"))
    // Each meal has its times, and the first one that is not over is chosen.
    #expect(text.contains("<label for=\"meal-2026-11-30-0\"><span dir=\"auto\">Mittag, 11:00–14:00</span></label>"))
    #expect(text.contains("id=\"meal-2026-11-30-0\" checked") && !text.contains("id=\"meal-2026-11-30-1\" checked"))
    #expect(try await plainText(days(Self.mensa, site)[1]) == "Tomorrow Tue 1 Dec No menu known yet")
  }

  @Test(
    "The substances that the regulation names have words in all languages; others are as the feed has them", arguments: Language.allCases)
  func detailsOfAllergens(language: Language) async throws {
    let details: [(String, Allergen.Code)] = [
      ("wheat", .gluten), ("Roggen", .gluten), ("KAMUT", .gluten), ("almond", .nuts), ("noix de cajou", .nuts), ("Eichel", .nuts),
    ]
    let site = try await TestSite.canteens { entries in
      for index in entries.indices where entries[index].id.record.contains("dinner") {
        guard case .menu(var menu) = entries[index].details else { continue }
        let allergens = details.map { Allergen($1, detail: $0) }
        menu.sections = [MenuSection(dishes: [Dish(name: "Kuchen", allergens: allergens)])]
        entries[index].details = .menu(menu)
      }
    }
    let text = try await site.get("\(Self.mensa)?lang=\(language.rawValue)").text
    let expected = ["wheat", "rye", "khorasan-wheat"].map { language.words.text("allergen-detail-\($0)") }
    let nuts = ["almonds", "cashews"].map { language.words.text("allergen-detail-\($0)") } + ["Eichel"]
    for word in expected { #expect(text.contains("\(language.words.text("allergen-gluten")) (\(word))"), "\(word)") }
    for word in nuts { #expect(text.contains("\(language.words.text("allergen-nuts")) (\(word))"), "\(word)") }
  }

  @Test(
    "The prices that can be chosen are those of the place",
    arguments: [("dd/mensa/4", ["", "student", "employee", "guest"]), ("ny/dining/1", [])])
  func roles(id: String, roles: [String]) async throws {
    let text = try await TestSite.canteens().get("/places/\(id)").text
    let choice = text.firstMatch(of: /<p class="prices-for scripted">.*?<\/p>/.dotMatchesNewlines())?.output ?? ""
    #expect(choice.matches(of: /<option value="([^"]*)"/).map { String($0.output.1) } == roles)
  }

  @Test(
    "A meal that is over is not the first to see; when all are, the next day is unfolded",
    arguments: [("13:59", "0", false), ("14:00", "1", false), ("21:59", "1", false), ("22:00", "0", true)])
  func chosenMeal(time: String, meal: String, isNextOpen: Bool) async throws {
    let days = try await days(Self.mensa, TestSite.canteens(at: "2026-11-30T\(time):00+01:00"))
    #expect(days[0].contains("id=\"meal-2026-11-30-\(meal)\" checked"), "\(days[0])")
    #expect(days[1].hasPrefix("<details class=\"menu-day\" open>") == isNextOpen)
  }

  @Test("A day that is over is folded if the menus of the next one are known", arguments: [("13:59", false), ("14:00", true)])
  func overDay(time: String, isOver: Bool) async throws {
    let site = try await TestSite.canteens(at: "2026-11-30T\(time):00+01:00") { entries in
      for index in entries.indices where entries[index].id.record.hasPrefix("menu-9-") {
        guard case .menu(var menu) = entries[index].details else { continue }
        menu.place = try entryID("dd/mensa/8")
        entries[index].details = .menu(menu)
      }
    }
    let days = try await days("/places/dd/mensa/8", site)
    #expect(days[0].hasPrefix("<details class=\"menu-day\"><summary>") == isOver && days[0].contains("Nussbraten"))
    #expect(days[1].hasPrefix("<details class=\"menu-day\" open>") == isOver && days[1].contains("Obstsalat"))
  }

  @Test("The menus of an alias are those of the place, and one meal needs no tabs")
  func alias() async throws {
    let days = try await days("/places/dd/mensa/8", TestSite.canteens())
    #expect(days[0].contains("<h4><span dir=\"auto\">Mittag, 11:00–14:00</span></h4>") && !days[0].contains("<input"))
    #expect(days[0].contains("<bdi>Nussbraten</bdi>") && days[0].contains("<bdi>no allergens</bdi>"))
    let merged = try await self.days("/places/dd/mensen/80", TestSite.canteens())
    #expect(merged == days)
  }

  @Test("A closed day is closed, and a day without a menu is unknown; a place without menus has no such part")
  func closedAndUnknown() async throws {
    func hours(_ plan: DayPlan) throws -> Schedule {
      let all = try daily([service("11:00", "15:00")], zone: "Europe/Berlin")
      let layer = try #require(Layer(.special, from: date("2026-12-01"), to: date("2026-12-01"), .week(WeekPlan([.tuesday: plan]))))
      return Schedule(zone: all.zone, layers: all.layers + [layer])
    }
    for (plan, text) in [(DayPlan.closed, "Closed"), (.unknown, "No menu known yet")] {
      let hours = try hours(plan)
      let site = try await TestSite.canteens(hours: hours)
      #expect(try await plainText(days(Self.mensa, site)[1]) == "Tomorrow Tue 1 Dec \(text)")
    }
    let site = try await TestSite.canteens { $0.append(try place("dd/mensa/10", "Bar", hours: hours(.closed))) }
    let text = try await site.get("/places/dd/mensa/10").text
    #expect(!text.contains("class=\"menus\"") && !text.contains("/assets/menu."))
  }

  @Test(
    "The day of a place lasts until its last service ends",
    arguments: [
      ("2026-12-01T01:59:00+01:00", ["Mon 30 Nov", "Today Tue 1 Dec"]),
      ("2026-12-01T02:00:00+01:00", ["Today Tue 1 Dec", "Tomorrow Wed 2 Dec"]),
    ])
  func night(time: String, names: [String]) async throws {
    let hours = try daily([service("11:00", "26:00")], zone: "Europe/Berlin")
    let site = try await TestSite.canteens(at: time, hours: hours)
    let days = try await days(Self.mensa, site)
    for (day, name) in zip(days, names) { #expect(plainText(day).hasPrefix(name), "\(plainText(day))") }
    #expect(days[0].contains("Gemüsecurry") == (names[0] == "Mon 30 Nov"))
    #expect(try await site.ids("diet=vegan").contains("dd/mensa/4") == (names[0] == "Mon 30 Nov"))
  }

  @Test(
    "Menus of the night before are on the page while they are served, as in the API, also without hours of the place",
    arguments: [
      ("2026-11-30T23:59:00+01:00", true), ("2026-12-01T00:30:00+01:00", true), ("2026-12-01T00:59:59+01:00", true),
      ("2026-12-01T01:00:00+01:00", false),
    ])
  func lateMenu(time: String, isServed: Bool) async throws {
    let site = try await TestSite.canteens(at: time) { entries in
      entries.append(try place("dd/mensa/12", "Spätschicht"))
      for index in entries.indices where entries[index].id.record.hasPrefix("menu-77") {
        guard case .menu(var menu) = entries[index].details else { continue }
        menu.place = try entryID("dd/mensa/12")
        menu.meal = Meal(kind: .late, from: LocalTime("21:00"), to: LocalTime("25:00"))
        entries[index].details = .menu(menu)
      }
    }
    let page = try await site.get("/places/dd/mensa/12?lang=en").text
    let data = try #require(page.firstMatch(of: /<script type="application\/ld\+json">.*?<\/script>/.dotMatchesNewlines())).output
    #expect(data.contains("Pizza Margherita") == isServed)
    #expect(try await plainText(days("/places/dd/mensa/12", site)[0]).contains("Pizza Margherita") == isServed)
    for path in ["menus?place=dd/mensa/12", "entries/dd/mensa/12", "entries?campus=dd&q=spaetschicht&expand=menu"] {
      #expect(
        try await site.get("/api/v1/\(path.replacing("ae", with: "%C3%A4"))").text.contains("Pizza Margherita") == isServed, "\(path)")
    }
  }

  @Test("At night, the meal to see first is one that is still served")
  func chosenMealOfTheNight() async throws {
    let hours = try daily([service("11:00", "26:00")], zone: "Europe/Berlin")
    let days = try await days(Self.mensa, TestSite.canteens(at: "2026-12-01T00:30:00+01:00", hours: hours))
    #expect(days[0].contains("id=\"meal-2026-11-30-1\" checked") && days[1].hasPrefix("<details class=\"menu-day\"><summary>"))
  }

  @Test("The menus of another day are those of its page")
  func chosenDay() async throws {
    let text = try await TestSite.canteens().get("/places/dd/mensa/9?at=2026-12-01&lang=en").text
    #expect(text.contains("Obstsalat") && text.contains("id=\"menus\""))
  }

  @Test("Texts of the kitchen are text")
  func markup() async throws {
    let evil = "<script>alert(1)</script>\u{202e}"
    let site = try await TestSite.canteens { entries in
      let id = try entryID("dd/mensa/menu-4-2026-11-30-x")
      let dish = Dish(name: evil, notes: [evil], allergens: [Allergen(.nuts, detail: evil)], labels: [evil])
      let menu = Menu(
        place: try entryID("dd/mensa/4"), date: try date("2026-11-30"), meal: Meal(name: evil, kind: .other),
        sections: [MenuSection(name: evil, dishes: [dish])])
      entries.append(
        Entry(
          id: id, campus: entries[0].campus, name: nil,
          sources: [SourceReference(feed: try parsed("dd/mensa") { FeedID($0) }, record: "1")],
          details: .menu(menu)))
    }
    for path in [Self.mensa, "\(Self.mensa)/menu"] {
      let text = try await site.get(path).text
      #expect(text.contains("&lt;script&gt;alert(1)") && !text.contains("<script>alert"))
    }
  }

  @Test("All texts about menus are in all languages", arguments: Language.allCases)
  func languages(language: Language) async throws {
    let site = try await TestSite.canteens()
    let words = language.words
    for (path, keys) in [
      (
        Self.mensa,
        ["menus", "no-menu-yet", "prices-for", "everybody", "menus-of-week", "stated-by-kitchen", "allergens-not-stated", "meals"]
      ),
      ("\(Self.mensa)/menu", ["no-menu-yet", "stated-by-kitchen", "diet-vegan"]), ("\(Self.mensa)/menu?date=2026-12-09", ["earlier-menus"]),
    ] {
      let text = try await site.get("\(path)\(path.contains("?") ? "&" : "?")lang=\(language.rawValue)").text
        .replacing("&#39;", with: "'")
      for key in keys { #expect(text.contains(words.text(key)), "\(key)") }
    }
  }
}

extension TestSite {
  /// A site with the canteens, at noon in Dresden or another time.
  static func canteens(at time: String = Canteens.noon, _ change: (inout [Entry]) throws -> Void = { _ in }) async throws -> TestSite {
    var entries = try Canteens().catalog.entries
    try change(&entries)
    let site = try await TestSite([], at: time)
    try await site.show(entries.sorted { $0.id < $1.id }, countries: ["dd": "DE", "ny": "US"], zones: ["dd": "Europe/Berlin"])
    return site
  }

  /// A site whose canteen 4 has other hours.
  static func canteens(at time: String = Canteens.noon, hours: Schedule) async throws -> TestSite {
    try await canteens(at: time) { entries in
      for index in entries.indices where entries[index].id.record == "4" {
        guard case .place(var place) = entries[index].details else { continue }
        place.hours = hours
        entries[index].details = .place(place)
      }
    }
  }
}

/// Returns the text of a part of a page.
func plainText(_ part: some StringProtocol) -> String {
  String(part).replacing(/<[^>]*>/, with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
