import CampusCatalog
import Foundation
import OpeningHours
import QueryTestData
import TestKit
import TestTraits
import Testing

@Suite(.waitsForPrograms) struct MenuCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(String(decoding: CatalogWriter.bytes(of: try Canteens().catalog), as: UTF8.self), to: "catalog.json")
  }

  /// Runs the command in English, at noon unless there is another time.
  private func menu(_ arguments: [String], at time: String = Canteens.noon) throws -> Program.Result {
    try Program.run(["menu", "--catalog", "catalog.json", "--lang", "en", "--at", time] + arguments, directory: folder.url)
  }

  @Test func textByPlace() throws {
    let result = try menu(["--campus", "dd", "--near", "51.03,13.731", "--diet", "vegan"])
    #expect(result.status == 0)
    #expect(
      result.out == """
        Mensa Süd · Open until Mon 14:00 · 131 m
          Mittag, 11:00–14:00
            Nussbraten · vegan · 2.50 EUR (students)
              contains nuts
            Obstsalat · vegan · 1.50 EUR
              no allergens

        Alte Mensa · Open until Mon 15:00 · 463 m
          Mittag, 11:00–14:00 · Wok
            Gemüsecurry · vegan, halal · 2.60 EUR (students), 6.30 EUR (employees)
              contains gluten (wheat), soy · mit Reis
          Mittag, 11:00–14:00
            Salat vom Buffet · vegan · 0.90 EUR per 100 g
              allergens not stated
          Dinner
            Pizza Funghi · vegan · 5.00 EUR
              contains gluten

        Dishes, diets and allergens are as stated by the kitchen.

        """)
    #expect(result.error.hasSuffix("aggregate: 2 dishes left out: 2 not stated to be vegan\n"), "\(result.error)")
  }

  @Test func dishesAtOtherTimes() throws {
    let time = "2026-11-30T15:30:00+01:00"
    let over = "aggregate: Earlier on Mon 30 Nov: Schnitzel (Alte Mensa).\n"
    let menu = try menu(["--search", "schnitzel", "--campus", "dd"], at: time)
    #expect(menu.out.isEmpty && menu.error.contains(over), "\(menu.error)")
    let options = ["--campus", "dd", "--catalog", "catalog.json", "--lang", "en", "--at", time]
    let found = try Program.run(["search", "schnitzel"] + options, directory: folder.url)
    #expect(found.out.isEmpty && found.error.contains(over), "\(found.error)")
  }

  /// With a role, prices for others are not shown. Words are in the language of the campus.
  @Test func pricesOfRole() throws {
    let result = try menu(["alte mensa", "--meal", "lunch", "--search", "pizza", "--role", "student", "--lang", "de"])
    #expect(result.out.contains("    Pizza Margherita · vegetarisch · 3,10 EUR (Studierende)\n"), "\(result.out)")
    let all = try menu(["--without", "nuts,milk", "--max-price", "4,20", "--role", "student", "--campus", "dd"])
    #expect(!all.out.contains("6.30"), "\(all.out)")
    #expect(
      all.error.hasSuffix("6 dishes left out: 3 with milk or nuts, 1 without stated allergens, 2 for more than 4.20\n"), "\(all.error)")
    let guest = try menu(["--max-price", "9", "--role", "guest", "--feed", "ny/dining"])
    #expect(guest.out.isEmpty && guest.error.hasSuffix("1 dish left out: 1 without a price of a portion for guests\n"), "\(guest.error)")
  }

  @Test(
    arguments: [
      (["mensa", "süd"], ["dd/mensa/8"]), (["Mensa Süd", "Commons"], ["dd/mensa/8", "ny/dining/1"]),
      (["mensa"], ["dd/mensa/4", "dd/mensa/8"]),
      (["dd/mensa/77"], ["dd/mensa/77"]), (["dd/mensen/80"], ["dd/mensa/8"]), (["dd/mensen/menu-80-2026-11-30-mittag"], ["dd/mensa/8"]),
      (["--without", "lactose,tree nuts", "mensa süd", "alte mensa"], ["dd/mensa/4", "dd/mensa/8"]),
      (["dd/mensa/8", "dd/mensa/4", "--limit", "1"], ["dd/mensa/4"]), (["--category", "cafe"], []),
    ])
  func places(_ arguments: [String], _ ids: [String]) throws {
    let result = try menu(arguments + ["--format", "ndjson"])
    #expect(result.status == 0, "\(result.error)")
    let lines = result.out.split(separator: "\n").map { Data($0.utf8) }
    #expect(try lines.map { try JSONDecoder().decode(Place.self, from: $0).id } == ids)
  }

  private struct Place: Decodable { let id: String }

  @Test func rowsOfDishes() throws {
    let result = try menu(["alte", "--meal", "lunch", "--format", "csv"])
    let rows = result.out.components(separatedBy: "\r\n")
    #expect(
      rows[0]
        == "id,campus,place,place_name,distance,date,meal,meal_name,starts,ends,section,name,notes,diets,allergens,allergens_stated,covered_allergens,labels,"
        + "price,price_student,price_employee,price_guest,price_pupil,currency,per_amount,per_unit,base,more_prices,time_zone")
    let start = "dd/mensa/menu-4-2026-11-30-mittag,dd,dd/mensa/4,Alte Mensa,,2026-11-30,lunch,Mittag,11:00,14:00"
    #expect(
      rows[1] == "\(start),Wok,Gemüsecurry,mit Reis,\"vegan\nhalal\",\"gluten: wheat\nsoy\",true,,,,2.60,6.30,,,EUR,,,,,Europe/Berlin")
    #expect(rows[3] == "\(start),,Salat vom Buffet,,vegan,,false,,,0.90,,,,,EUR,100,g,,,Europe/Berlin")
    #expect(rows.count == 6 && rows[5].isEmpty)
    // The same columns and values as in the export, besides the distance and the sources.
    let table = try Program.run(["export", "catalog.json", "--format", "csv", "--table", "dishes"], directory: folder.url).out
      .components(separatedBy: "\r\n")
    #expect(rows[0].replacing(",distance", with: "") == table[0].replacing(/,feeds,.*/, with: ""))
    #expect(table.contains { $0.hasPrefix(rows[3].replacing("Mensa,,", with: "Mensa,")) }, "\(table)")
    let near = try menu(["--near", "51.03,13.731", "--search", "obst", "--format", "csv"]).out
    #expect(near.contains(",dd/mensa/8,Mensa Süd,131.4,2026-11-30,"), "\(near)")
  }

  /// Why there is nothing: the meal, the day, the distance, or the dishes.
  @Test(
    arguments: [
      (["--meal", "brunch"], "no menus for brunch on this day, only for breakfast, lunch, dinner and other"),
      (["dd/mensa/9"], "no menus are known for Mon 30 Nov 2026, only for Tue 1 Dec 2026; try --at 2026-12-01"),
      (
        ["--near", "52,13"],
        "no menus within 5 km; 2 places with menus are farther away than 5 km; 1 place with menus is left out: no coordinates; try"
      ),
      (
        ["--diet", "kosher", "mensa süd"],
        "no matching dishes among those of 1 menu\naggregate: 2 dishes left out: 2 not stated to be kosher\n"
      ),
      (["--search", "sushi"], "no matching dishes among those of 5 menus for \"sushi\"\n"),
      (["--search", "margarita piza"], "for \"margarita piza\"; did you mean \"margherita pizza\"?\n"),
      (["--meal", "late", "dd/mensa/9"], "no menus of these places are known"),
      (
        ["--meal", "late,all-day"],
        "no menus for late meals or all-day meals on this day, only for breakfast, lunch, dinner and other meals"
      ),
    ])
  func nothing(_ arguments: [String], _ message: String) throws {
    let result = try menu(arguments + ["--clock", "24"])
    #expect(result.status == 0)
    #expect(result.out.isEmpty)
    #expect(result.error.contains(message), "\(result.error)")
  }

  /// Writes the catalog with its entries changed.
  private func write(_ change: (inout Entry) throws -> Void) throws {
    let catalog = try Canteens().catalog
    let entries = try catalog.entries.map { entry in
      var entry = entry
      try change(&entry)
      return entry
    }
    let changed = Catalog(generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: [], entries: entries)
    try folder.write(String(decoding: CatalogWriter.bytes(of: changed), as: UTF8.self), to: "catalog.json")
  }

  /// A place that is closed on the day is named, if the question is about it.
  @Test func closedPlaces() throws {
    let week = WeekPlan([.tuesday: DayPlan([try service("17:00", "20:00")])])
    let hours = Schedule(zone: try parsed("Europe/Berlin") { Zone($0) }, layers: [Layer(.weekly, unbounded: .week(week))])
    try write { entry in
      if entry.id == (try entryID("dd/mensa/9")) { entry = try place("dd/mensa/9", "Café Nord", hours: hours) }
    }
    let error = try menu(["dd/mensa/9", "--clock", "24"]).error
    let reason = "no menus are known for Mon 30 Nov 2026, when Café Nord (dd/mensa/9) is closed, only for Tue 1 Dec 2026"
    #expect(error.contains("\(reason); try --at 2026-12-01"), "\(error)")
  }

  /// A record that a feed has for a place stands for the place.
  @Test func linkedRecords() throws {
    try write { entry in
      entry.aliases = []
      guard case .menu(var menu) = entry.details, menu.place == (try entryID("dd/mensen/80")) else { return }
      menu.place = try entryID("dd/mensa/9")
      entry.details = .menu(menu)
    }
    #expect(try menu(["dd/mensen/80"]).out.hasPrefix("Café Nord · "))
    #expect(try menu(["dd/mensen/8"]).status == 4)
  }

  /// A feed that cannot state all allergens says which ones a dish is free of.
  @Test func allergensThatAFeedCanState() throws {
    try write { entry in
      guard case .menu(let menu) = entry.details, menu.place == (try entryID("dd/mensen/80")) else { return }
      entry.details = .menu(
        Menu(place: menu.place, date: menu.date, meal: menu.meal, coveredAllergens: [.nuts, .milk], sections: menu.sections))
    }
    let text = try menu(["mensa süd"]).out
    #expect(text.contains("      contains nuts\n") && text.contains("      without milk, nuts\n"), "\(text)")
    let celery = try menu(["mensa süd", "--without", "celery"])
    #expect(celery.error.contains("2 dishes left out: 2 without stated allergens"), "\(celery.error)")
  }

  /// The sample has dishes of every kind, so that each option can be tried.
  @Test func sample() throws {
    let vegan = try Program.run(["menu", "--sample", "--diet", "vegan", "--lang", "en"])
    #expect(
      vegan.status == 0 && vegan.out.contains("Falk Kosher Dining · Opens in 30 min\n  Lunch, 12:30–2 PM · salad bar\n"), "\(vegan.out)")
    let others = try Program.run(["menu", "1920 commons", "--sample", "--meal", "brunch", "--without", "milk", "--lang", "en"])
    #expect(others.out.contains("    tofu scramble · vegan\n      contains soy\n") && !others.out.contains("turkey"), "\(others.out)")
    #expect(others.error.hasSuffix("6 dishes left out: 4 with milk, 2 without stated allergens\n"), "\(others.error)")
    let tomorrow = try Program.run(["menu", "--sample", "--at", "tomorrow", "--lang", "en"])
    #expect(tomorrow.out.contains("french toast") && !tomorrow.out.contains("pizza"), "\(tomorrow.out)")
  }

  /// Messages are for all formats but JSON, which has their numbers; of several places, those without menus are named.
  @Test(arguments: [("text", true), ("csv", true), ("ndjson", true), ("json", false)])
  func messages(format: String, hasMessages: Bool) throws {
    try write { entry in
      if entry.menu?.place == (try entryID("dd/mensa/9")) { entry = try place("dd/mensa/menu-9", "Bar") }
    }
    let error = try menu(["mensa süd", "dd/mensa/9", "bar", "--without", "nuts", "--format", format]).error
    #expect(error.contains("1 dish left out: 1 with nuts\n") == hasMessages, "\(error)")
    #expect(error.contains("no menus of \"dd/mensa/9\" are known\naggregate: no menus of \"bar\" are known\n") == hasMessages, "\(error)")
    #expect(!error.contains("no menus of \"mensa"), "\(error)")
  }

  /// At night, meals that are over are not listed, and those of the next day have its date.
  @Test func night() throws {
    let night = "2026-11-30T23:30:00+01:00"
    let text = try menu(["--campus", "dd"], at: night).out
    #expect(text.hasPrefix("Café Nord · Opens Tue 1 Dec 17:00\n  Tue 1 Dec · Lunch\n    Obstsalat · vegan · 1.50 EUR\n"), "\(text)")
    #expect(!text.contains("Alte Mensa"))
    let over = try menu(["mensa süd"], at: night)
    #expect(over.error.contains("no more menus on Mon 30 Nov 2026; try --at 2026-11-30 to list them\n"), "\(over.error)")
    let day = try menu(["mensa süd"], at: "2026-11-30").out
    #expect(day.contains("Nussbraten"), "\(day)")
    let search = try Program.run(
      ["search", "obst", "--catalog", "catalog.json", "--lang", "en", "--at", night], directory: folder.url)
    #expect(search.out.contains("  Tue 1 Dec: Obstsalat  "), "\(search.out)")
    // Nothing is open. The word for that is understood, so it is not misspelled.
    let open = try Program.run(
      ["search", "obst", "open", "--catalog", "catalog.json", "--lang", "en", "--at", night], directory: folder.url)
    #expect(open.error.contains("no open places match \"obst open\": none has \"obst\"\n"), "\(open.error)")
  }

  @Test func otherDays() throws {
    #expect(try menu(["--campus", "dd"], at: "2026-12-01").out.hasPrefix("Café Nord · Open 17:00–20:00\n  Lunch\n    Obstsalat"))
    let later = try menu(["--campus", "dd"], at: "2026-12-09")
    #expect(later.error.contains("only for 2 days, 30 November – 1 December 2026; try --at 2026-12-01"), "\(later.error)")
    let none = try Program.run(["menu", "--sample", "--campus", "gmu"])
    #expect(none.status == 0 && none.error.contains("no menus are known, because the selected feeds have none"), "\(none.error)")
  }

  @Test(
    arguments: [
      (["--diet", "vegn"], 64, "no diet \"vegn\"; did you mean \"vegan\"? Use one of vegan, vegetarian, "),
      (["--diet", "vegan,"], 64, "no diet \"\"; use one of vegan, "),
      (["--without", "nut"], 64, "no allergen \"nut\"; did you mean \"nuts\"? Use one of gluten, crustaceans, "),
      (["--without", "lactse"], 64, "no allergen \"lactse\"; did you mean \"lactose\"? Use one of gluten, crustaceans, "),
      (["--meal", "lunhc"], 64, "no meal \"lunhc\"; did you mean \"lunch\"? Use one of breakfast, "),
      (["--role", "teacher"], 64, "no role \"teacher\"; use one of student, employee, guest, pupil"),
      (["--max-price", "cheap"], 64, "--max-price: invalid amount \"cheap\"; write only a number such as 4.50"),
      (["--max-price", "4€"], 64, "write only a number such as 4.50, without a currency"),
      (["--max-price", "0"], 64, "--max-price: invalid amount \"0\""), (["--search", "!"], 64, "--search \"!\" has no letter or digit"),
      (["--within", "5m"], 64, "--near"), (["--format", "xml"], 64, "use one of text, json, ndjson, tsv or csv"),
      (["sued"], 4, "did you mean \"süd\"?"), (["--diet", "veganico"], 64, "no diet \"veganico\""),
      (["mensa nörd"], 4, "neither the id nor the name"), (["dd/mensa/5"], 4, "no entry dd/mensa/5"),
    ])
  func errors(_ arguments: [String], _ status: Int32, _ message: String) throws {
    let result = try menu(arguments)
    #expect(result.status == status, "\(result.error)")
    #expect(result.out.isEmpty)
    #expect(result.error.contains(message), "\(result.error)")
  }

  /// A search finds places by what they serve on the day, and names the dishes.
  @Test func searchNamesDishes() throws {
    func search(_ arguments: [String], at time: String = Canteens.noon) throws -> String {
      try Program.run(
        ["search", "--catalog", "catalog.json", "--lang", "en", "--at", time] + arguments, directory: folder.url
      ).out
    }
    let text = try search(["pizza"])
    #expect(text.contains("  MENU "), "\(text)")
    #expect(text.contains("  Pizza Margherita, Pizza Funghi  "), "\(text)")
    #expect(try search(["nuss", "--json"]).contains(#""total":1,"entries":[\#n{"id":"dd/mensa/8""#))
    #expect(try search(["nuss", "--format", "ndjson"]).hasSuffix(#","dishes":["Nussbraten"]}"# + "\n"))
    #expect(try search(["mensa"]).contains("MENU") == false)
    #expect(try search(["piza"]).contains("  Pizza Margherita, Pizza Funghi  "))
    #expect(try search(["obst"], at: "2026-12-01").contains("Café Nord"))
    #expect(try search(["nuss"], at: "2026-12-01").isEmpty)
  }

  /// A search says who states the dishes, and how a word was understood.
  @Test(
    arguments: [
      ("vegan", "Nussbraten, Obstsalat", "understood as vegan: dishes that are vegan, as stated by the kitchen"),
      ("nusbraten", "Nussbraten", "understood as “nussbraten” for “nusbraten”"),
    ])
  func searchSaysWhoStatesDishes(word: String, dishes: String, understood: String) throws {
    let result = try Program.run(
      ["search", word, "--catalog", "catalog.json", "--campus", "dd", "--lang", "en", "--at", Canteens.noon], directory: folder.url)
    #expect(result.out.contains(dishes), "\(result.out)")
    #expect(result.error.contains("aggregate: \(understood)\n"), "\(result.error)")
    #expect(result.error.contains("aggregate: dishes, diets and allergens are as stated by the kitchen\n"), "\(result.error)")
  }

  @Test(.enabled(if: Oracle.isInstalled, "Scripts/setup --tests installs jsonschema"))
  func documentIsValid() throws {
    try folder.write(try Program.run(["schema", "menus"]).out, to: "schema.json")
    let commands = [
      [], ["--near", "51.03,13.731"], ["--diet", "vegan", "--limit", "1"], ["--without", "milk", "--max-price", "3"], ["--search", "x"],
    ]
    for (index, command) in commands.enumerated() { try folder.write(try menu(command + ["--json"]).out, to: "\(index).json") }
    let check = """
      import json, sys, jsonschema
      schema = json.load(open("schema.json"))
      jsonschema.Draft202012Validator.check_schema(schema)
      for path in sys.argv[1:]: jsonschema.validate(json.load(open(path)), schema)
      """
    let result = try Program.run(
      ["-c", check] + commands.indices.map { "\($0).json" }, directory: folder.url, executable: URL(fileURLWithPath: Oracle.python))
    #expect(result.status == 0, "\(result.error)")
    let limited = try String(contentsOf: folder.url.appendingPathComponent("2.json"), encoding: .utf8)
    #expect(limited.contains(#""total":2,"places":[\#n{"id":"dd/mensa/4""#), "\(limited)")
    #expect(
      limited.hasSuffix(
        "\n],\"dishes\":5,\"leftOut\":{\"diet\":4,\"allergen\":0,\"allergensNotStated\":0,\"price\":0,\"priceNotStated\":0}}\n"))
  }
}
