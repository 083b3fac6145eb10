import CampusCatalog
import FeedKit
import OpeningHours
import SimdJSON
import TestKit
import Testing

/// Menus of a draft: joined, cleaned and limited.
@Suite struct MenuDraftTests {
  private func draft(zone: String? = "Europe/Berlin") throws -> FeedDraft {
    let zone = try zone.map { try parsed($0) { Zone($0) } }
    let campus = Campus(id: try parsed("here") { CampusID($0) }, name: "Here", timeZone: zone)
    return FeedDraft(
      for: Feed(
        id: try parsed("here/mensa") { FeedID($0) }, campus: campus, adapter: try parsed("mensa") { AdapterID($0) }, addresses: [:]))
  }

  private func reply(page: Int = 1, at time: String? = "2026-11-28T23:30:00Z") throws -> FeedReply {
    FeedReply(
      to: FeedRequest("days", page: page, addresses: []), body: [],
      receivedAt: try time.map { time in try parsed(time) { Instant($0) } })
  }

  private func day(_ text: String) throws -> LocalDate { try parsed(text) { LocalDate($0) } }

  private func sections(_ names: String...) -> [MenuSection] { names.map { MenuSection(name: "Wok", dishes: [Dish(name: $0)]) } }

  private static let lunch = Meal(name: "Mittag Menü", kind: .lunch)

  @Test(arguments: [false, true]) func sectionsOfOneReplyAreJoined(storesLines: Bool) throws {
    var draft = try draft()
    if storesLines { draft.storeOnlyLines() }
    let (reply, date) = (try reply(), try day("2026-11-30"))
    draft.addMenu(of: "4/a", date: date, meal: Self.lunch, sections: sections("Soup"), in: reply, at: "/0")
    draft.addMenu(of: "4/a", date: date, meal: Meal(kind: .dinner), sections: sections("Pasta"), in: reply, at: "/1")
    draft.addMenu(of: "4/a", date: date, meal: Self.lunch, sections: sections("Curry", "Soup"), in: reply, at: "/2")
    try draft.finish()
    let entries = try storesLines ? #require(draft.lines).entries() : draft.entries
    #expect(
      entries.map(\.id.description) == [
        "here/mensa/menu-4%2Fa-2026-11-30-dinner", "here/mensa/menu-4%2Fa-2026-11-30-mittag-menu",
      ])
    #expect(entries.map { $0.menu?.dishes.map(\.name) } == [["Pasta"], ["Soup", "Curry", "Soup"]])
    #expect(entries.allSatisfy { $0.menu?.place.description == "here/mensa/4%2Fa" && $0.menu?.date == date && $0.name == nil })
    #expect(entries[1].sources.map(\.record) == ["menu-4/a-2026-11-30-mittag-menu"])
    #expect(draft.pointers.map(\.pointer) == ["/1", "/0"] && draft.notes.isEmpty && draft.rejected == 0)
  }

  /// Meals with the same word in their id are different menus if they differ in name, kind or times, in any order of the reply.
  @Test(arguments: [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0]])
  func mealsOfOneNameAreDifferent(order: [Int]) throws {
    let meals: [(Meal, String)] = [
      (Meal(name: "Lunch", kind: .lunch, from: LocalTime("11:00"), to: LocalTime("14:00")), "lunch"),
      (Meal(name: "Lunch", kind: .lunch, from: LocalTime("17:00"), to: LocalTime("20:00")), "lunch-1700"),
      (Meal(name: "LUNCH", kind: .lunch, from: LocalTime("17:00"), to: LocalTime("21:00")), "lunch-3"),
      (Meal(name: "!", kind: .other), "other"),
      (Meal(name: "?", kind: .other), "other-2"), (Meal(kind: .dinner), "dinner"),
    ]
    var draft = try draft()
    let date = try day("2026-11-30")
    for index in order {
      let sections = sections("Dish \(index)")
      draft.addMenu(of: "4", date: date, meal: meals[index].0, sections: sections, in: try reply(), at: "/\(index)")
    }
    try draft.finish()
    let found = draft.entries.map { "\($0.id.record) \($0.menu?.dishes.map(\.name).joined(separator: ", ") ?? "")" }
    let expected = meals.enumerated().map { index, meal in "menu-4-2026-11-30-\(meal.1) Dish \(index)" }
    #expect(Set(found) == Set(expected) && draft.notes.isEmpty)
    #expect(draft.entries.allSatisfy { entry in entry.sources.first?.record == String(entry.id.record) })
  }

  /// A key that another meal has by its name is not given to a second meal.
  @Test func keysAreDifferent() throws {
    var draft = try draft()
    let early = Meal(name: "Lunch", kind: .lunch, from: LocalTime("11:00"))
    let late = Meal(name: "Lunch", kind: .lunch, from: LocalTime("17:00"))
    for meal in [Meal(name: "Lunch 1700", kind: .lunch), late, early] {
      draft.addMenu(of: "4", date: try day("2026-11-30"), meal: meal, sections: sections("Soup"), in: try reply(), at: "")
    }
    try draft.finish()
    #expect(draft.entries.map(\.id.record) == ["menu-4-2026-11-30-lunch", "menu-4-2026-11-30-lunch-1700", "menu-4-2026-11-30-lunch-2"])
    #expect(draft.entries.map { $0.menu?.meal.from?.description } == ["11:00", nil, "17:00"])
  }

  @Test func menusOfLaterRepliesAreCounted() throws {
    var draft = try draft()
    let date = try day("2026-11-30")
    for (page, dish) in [(1, "Soup"), (2, "Pasta"), (2, "Curry")] {
      draft.addMenu(of: "4", date: date, meal: Self.lunch, sections: sections(dish), in: try reply(page: page), at: "/0")
    }
    try draft.finish()
    #expect(draft.entries.map { $0.menu?.dishes.map(\.name) } == [["Soup"]])
    #expect(draft.notes.map(\.code) == [.menuRepeated] && draft.notes[0].detail.hasPrefix("1 menu "))
  }

  @Test(
    arguments: [
      // The reply was received on the 29th in Berlin, on the 28th in New York.
      ("Europe/Berlin", "2026-12-13", true), ("Europe/Berlin", "2026-12-14", false), ("America/New_York", "2026-12-12", true),
      ("America/New_York", "2026-12-13", false), ("Europe/Berlin", "2026-01-01", true), (nil, "2030-01-01", true),
    ] as [(String?, String, Bool)])
  func daysAheadAreLimited(zone: String?, date: String, isKept: Bool) throws {
    var draft = try draft(zone: zone)
    draft.addMenu(of: "4", date: try day(date), meal: Self.lunch, sections: sections("Soup"), in: try reply(), at: "")
    try draft.finish()
    #expect(draft.entries.count == (isKept ? 1 : 0) && draft.notes.map(\.code) == (isKept ? [] : [.menuLater]))
  }

  @Test func withoutATimeOfReceiptAllDaysAreKept() throws {
    var draft = try draft()
    draft.addMenu(of: "4", date: try day("2030-01-01"), meal: Self.lunch, sections: sections("Soup"), in: try reply(at: nil), at: "")
    try draft.finish()
    #expect(draft.entries.count == 1)
  }

  @Test func dishesAreLimited() throws {
    var draft = try draft()
    let dishes = (0..<150).map { Dish(name: "Dish \($0)") }
    for index in 0..<4 {
      draft.addMenu(
        of: "4", date: try day("2026-11-30"), meal: Self.lunch, sections: [MenuSection(name: "\(index)", dishes: dishes)], in: try reply(),
        at: "/\(index)")
    }
    try draft.finish()
    let menu = try #require(draft.entries.first?.menu)
    #expect(menu.sections.map(\.dishes.count) == [150, 150, 100] && menu.sections.last?.dishes.last?.name == "Dish 99")
    #expect(draft.notes.map(\.code) == [.menuDishes] && draft.notes[0].detail == "200 of 600 dishes were left out")
    #expect(draft.notes[0].entry == draft.ids.first)
  }

  @Test func textsAreCleaned() throws {
    var draft = try draft()
    let price = try #require(Price(amount: "2.60", currency: "EUR"))
    let dishes = [
      Dish(
        name: " Soup\r\nof the day ", notes: ["a\u{7}b", "", "ab"], diets: [.vegan], allergens: [Allergen(.gluten, detail: "\n")],
        labels: [" x\ty"], prices: [price]), Dish(name: "\u{200B}"), Dish(name: " \n"),
    ]
    let meal = Meal(name: " \n ", kind: .other, from: LocalTime("11:00"), to: LocalTime("14:00"))
    draft.addMenu(
      of: "4", date: try day("2026-11-30"), meal: meal,
      sections: [MenuSection(name: "\n", dishes: dishes), MenuSection(name: "B", dishes: [Dish(name: "")]), MenuSection(dishes: [])],
      in: try reply(), at: "")
    // Without dishes, there is no menu.
    draft.addMenu(of: "5", date: try day("2026-11-30"), meal: meal, sections: [MenuSection(dishes: [])], in: try reply(), at: "")
    try draft.finish()
    let menu = try #require(draft.entries.first?.menu)
    #expect(draft.ids.map(\.description) == ["here/mensa/menu-4-2026-11-30-other"])
    #expect(menu.meal == Meal(kind: .other, from: LocalTime("11:00"), to: LocalTime("14:00")))
    #expect(
      menu.sections == [
        MenuSection(
          dishes: [
            Dish(
              name: "Soup of the day", notes: ["ab"], diets: [.vegan], allergens: [Allergen(.gluten)], labels: ["x y"], prices: [price])
          ])
      ])
    #expect(draft.notes.map(\.code) == [.menuUnnamed] && draft.notes[0].detail == "3 dishes without a name left out")
  }

  /// Names, notes and labels have no traces of a page, whatever adapter reads them.
  @Test(arguments: [
    ("<b>Fish</b> &amp; Chips", "Fish & Chips"), ("Fish & Chips", "Fish & Chips"), ("a\u{202E}b\u{2066}c\u{200F}", "abc"),
    ("Rice   and\u{A0} \u{2003}beans", "Rice and beans"), ("100\u{A0}g", "100\u{A0}g"), ("<5 g salt", "<5 g salt"),
    ("Tofu <new>", "Tofu <new>"),
    ("Cr&egrave;me br&#251;l&eacute;e", "Crème brûlée"), ("Soup<br/>of the day", "Soup of the day"), ("<SPAN class=\"x\">A</span>", "A"),
    ("A < B > C", "A < B > C"), ("A&B;", "A&B;"), ("3 <p 4", "3 <p 4"),
  ])
  func textsHaveNoMarkup(_ text: String, _ expected: String) throws {
    var draft = try draft()
    let dish = Dish(name: text, notes: [text], allergens: [Allergen(.nuts, detail: text)], labels: [text])
    draft.addMenu(
      of: "4", date: try day("2026-11-30"), meal: Meal(name: text, kind: .lunch), sections: [MenuSection(name: text, dishes: [dish])],
      in: try reply(), at: "")
    try draft.finish()
    let menu = try #require(draft.entries.first?.menu)
    let clean = Dish(name: expected, notes: [expected], allergens: [Allergen(.nuts, detail: expected)], labels: [expected])
    #expect(menu.meal.name == expected && menu.sections == [MenuSection(name: expected, dishes: [clean])])
  }

  @Test func dishOfOnlyMarkupIsUnnamed() throws {
    var draft = try draft()
    draft.addMenu(
      of: "4", date: try day("2026-11-30"), meal: Self.lunch, sections: sections("Soup", "<br>", "\u{202E}"), in: try reply(), at: "")
    try draft.finish()
    #expect(draft.entries.first?.menu?.dishes.map(\.name) == ["Soup"] && draft.notes.map(\.code) == [.menuUnnamed])
  }

  /// What feeds write where there is no dish.
  @Test(
    arguments: [
      ("-", false), (" \u{2013}\u{2013} ", false), ("...", false), ("***", false), ("/", false), ("<b>+</b>", false), ("Closed!", false),
      ("GESCHLOSSEN", false), ("- fermé -", false), ("Suljettu.", false), ("Heute  geschlossen", false), ("7", true), ("\u{1F355}", true),
      ("Closed for repairs", false), ("Fermé le soir", false), ("Closed 12/25", false), ("Closed-faced sandwich", true),
      ("Closed sandwich", true), ("+1", true), ("咖喱", true), ("Bœuf fermier", true), ("Enclosed", true),
    ]) func placeholdersAreNoDishes(_ name: String, _ isDish: Bool) throws
  {
    var draft = try draft()
    draft.addMenu(
      of: "4", date: try day("2026-11-30"), meal: Self.lunch, sections: sections("Soup", name), in: try reply(), at: "")
    try draft.finish()
    #expect(draft.entries.first?.menu?.dishes.count == (isDish ? 2 : 1))
    #expect(draft.notes.map(\.code) == (isDish ? [] : [.menuUnnamed]))
  }

  @Test(arguments: [
    ("Dinner (closed)", false), ("Mittagessen: geschlossen", false), ("Déjeuner fermé", false), ("Wedding, private", false),
    ("Lunch by invitation", false), ("Lunch", true), ("Closing dinner", true), ("Menu fermier", true),
    ("Lunch (Salad bar closed)", true), ("Lunch – closed at 14:00", true), ("Dinner at the Private Kitchen", true),
    ("Abendessen (nicht geschlossen)", true),
  ])
  func closedAndPrivateMealsHaveNoMenu(_ name: String, _ isOpen: Bool) throws {
    var draft = try draft()
    draft.addMenu(
      of: "4", date: try day("2026-11-30"), meal: Meal(name: name, kind: .other), sections: sections("Soup", "Rice"), in: try reply(),
      at: "/1")
    try draft.finish()
    #expect(draft.entries.count == (isOpen ? 1 : 0))
    #expect(draft.notes.map { "\($0.code) \($0.pointer ?? "")" } == (isOpen ? [] : ["menu.skipped /1"]))
  }

  /// Of two places with the same id, it is unknown which serves the dishes, unless a later page repeats the place.
  @Test(
    arguments: [
      (pages: [1, 1], names: ["Hall", "Hall"], isKept: false), (pages: [1, 2], names: ["Hall", "Hall"], isKept: true),
      (pages: [1, 2], names: ["Hall", "Mensa"], isKept: false),
    ], [false, true])
  func menusOfPlacesWithOneID(_ places: (pages: [Int], names: [String], isKept: Bool), storesLines: Bool) throws {
    var draft = try draft()
    if storesLines { draft.storeOnlyLines() }
    for (index, page) in places.pages.enumerated() {
      let id = try parsed("here/mensa/4") { EntryID($0) }
      draft.add(
        Entry(
          id: id, campus: draft.feed.campus.id, name: places.names[index], sources: [SourceReference(feed: draft.feed.id, record: "4")],
          details: .place(Place(category: .cafe))),
        at: RecordPointer(request: try reply(page: page).request, parent: "", index: index))
      draft.addMenu(of: "4", date: try day("2026-11-30"), meal: Self.lunch, sections: sections("Soup"), in: try reply(page: page), at: "")
    }
    draft.addMenu(of: "5", date: try day("2026-11-30"), meal: Self.lunch, sections: sections("Soup"), in: try reply(), at: "")
    try draft.finish()
    let last = "menu-5-2026-11-30-mittag-menu"
    #expect(draft.ids.map { String($0.record) } == (places.isKept ? ["4", "menu-4-2026-11-30-mittag-menu", last] : ["4", last]))
    #expect(draft.notes.map(\.code) == (places.isKept ? [.menuRepeated, .duplicateID] : [.menuPlace, .duplicateID]))
  }

  /// A menu without an id counts as a record, unless the record is that of a place: this one counts itself.
  @Test(arguments: [(500, false, ["/0"]), (500, true, ["/0"]), (600, false, ["/0"]), (600, true, [])])
  func longKeysAreLeftOut(length: Int, isPartOfPlace: Bool, notes: [String]) throws {
    var draft = try draft()
    draft.addMenu(
      of: String(repeating: "x", count: length), date: try day("2026-11-30"), meal: Self.lunch, sections: sections("Soup"), in: try reply(),
      at: "/0", isPartOfPlace: isPartOfPlace)
    try draft.finish()
    #expect(draft.ids.isEmpty && draft.rejected == (isPartOfPlace ? 0 : 1) && draft.notes.compactMap(\.pointer) == notes)
  }

  /// However many menus a feed has, its places decide whether too many records were set aside.
  @Test(arguments: [(places: 5, isRefused: true), (places: 0, isRefused: false), (places: 40, isRefused: false)])
  func menusDoNotHideBadRecords(places: Int, isRefused: Bool) throws {
    var draft = try draft()
    for index in 0..<places {
      let id = try parsed("here/mensa/\(index)") { EntryID($0) }
      draft.add(
        Entry(
          id: id, campus: draft.feed.campus.id, name: "Hall", sources: [SourceReference(feed: draft.feed.id, record: "\(index)")],
          details: .place(Place(category: .cafe))), at: RecordPointer(request: try reply().request, parent: "", index: index))
    }
    for index in 0..<3 {
      draft.reject(JSONFieldError(.missing, at: "", "bad"), at: RecordPointer(request: try reply().request, parent: "", index: index))
    }
    for index in 0..<100 {
      draft.addMenu(of: "\(index)", date: try day("2026-11-30"), meal: Self.lunch, sections: sections("Soup"), in: try reply(), at: "")
    }
    try draft.finish()
    let isFine = (try? draft.checkRejections()) != nil
    #expect(isFine != isRefused)
  }

  /// Menus that programs and catalogs have as entries are limited, too.
  @Test func addedMenusAreLimited() throws {
    var draft = try draft()
    for (index, name) in ["Soup", "\u{200B}"].enumerated() {
      let id = try parsed("here/mensa/menu-\(index)") { EntryID($0) }
      let menu = Menu(
        place: try parsed("here/mensa/4") { EntryID($0) }, date: try day("2026-11-30"), meal: Self.lunch,
        sections: [MenuSection(dishes: Array(repeating: Dish(name: name), count: 401))])
      draft.add(
        Entry(
          id: id, campus: draft.feed.campus.id, name: nil, sources: [SourceReference(feed: draft.feed.id, record: "\(index)")],
          details: .menu(menu)), at: RecordPointer(request: try reply().request, parent: "", index: index))
    }
    try draft.finish()
    #expect(draft.entries.map { $0.menu?.dishes.count } == [400] && draft.rejected == 1)
    #expect(draft.notes.map(\.code).contains(.menuDishes))
  }
}
