import CampusCatalog
import CatalogDiff
import OpeningHours
import TestKit
import Testing

/// Changes of menus in words.
@Suite struct MenuChangeTests {
  private func menu(
    id: String = "penn/dining/menu-1", on day: String = "2026-11-21", meal: Meal = Meal(name: "Lunch", kind: .lunch),
    _ sections: [Dish]...
  ) throws -> Entry {
    try entry(
      id, name: nil,
      .menu(
        Menu(
          place: parsed("penn/dining/1") { EntryID($0) }, date: date(day), meal: meal,
          sections: sections.map { MenuSection(dishes: $0) })))
  }

  private static func dishes(_ names: String...) -> [Dish] { names.map { Dish(name: $0) } }

  private func texts(_ old: Entry, _ new: Entry) throws -> [String] {
    let found = Change.between(old, new, at: try instant("2026-11-21T17:00:00Z"), zone: try zone())
    #expect(found.allSatisfy { $0.rank == .routine })
    return found.map(\.text)
  }

  @Test(
    arguments: [
      (["A", "B"], ["A", "B"], []), (["Soup", "Risotto"], ["Soup", "Lasagna"], ["“Lasagna” replaces “Risotto”"]),
      (["A"], ["A", "B"], ["“B” added"]), (["A", "B"], ["A"], ["“B” removed"]), (["A"], ["A", "B", "C"], ["2 dishes added"]),
      (["A", "B", "C"], ["A"], ["2 dishes removed"]), (["A", "B", "C"], ["A", "D", "E", "F"], ["3 dishes added, 2 removed"]),
      (["A", "B", "C"], ["A", "D"], ["1 dish added, 2 removed"]), (["A", "B"], ["B", "A"], ["the dishes are arranged differently"]),
      // The same dish twice is two dishes.
      (["A", "A"], ["A"], ["“A” removed"]),
    ] as [([String], [String], [String])])
  func otherDishes(old: [String], new: [String], changes: [String]) throws {
    #expect(try texts(menu(old.map { Dish(name: $0) }), menu(new.map { Dish(name: $0) })) == changes)
  }

  @Test func statementsAboutDishes() throws {
    let price = try #require(Price(amount: "2.60", currency: "EUR"))
    let old = try menu(Self.dishes("A", "B", "C"))
    let new = try menu([
      Dish(name: "A", diets: [.vegan], allergens: [Allergen(.soy)], prices: [price]), Dish(name: "B", allergensStated: true, labels: ["x"]),
      Dish(name: "D", notes: ["new"]),
    ])
    #expect(
      try texts(old, new) == [
        "“D” replaces “C”; the allergens of 2 dishes have changed (“A” now states soy; “B” now states that it has none of the allergens that its feed knows); "
          + "“A” is now stated to be vegan; the labels of “B” have changed; "
          + "the prices of “A” have changed"
      ])
  }

  /// People rely on allergens: which are stated now, and no longer, is said.
  @Test(
    arguments: [
      ([], [Allergen(.milk)], "“A” now states milk"),
      ([Allergen(.milk)], [], "“A” no longer states milk and no longer states all its allergens"),
      ([Allergen(.milk), Allergen(.egg)], [Allergen(.milk)], "“A” no longer states egg"),
      (
        [Allergen(.egg), Allergen(.fish)], [Allergen(.gluten, detail: "wheat")],
        "“A” now states gluten (wheat) and no longer states egg or fish"
      ),
      ([Allergen(.nuts)], [Allergen(.nuts), Allergen(.soy), Allergen(.milk)], "“A” now states soy and milk"),
      ([Allergen(.nuts)], [Allergen(.nuts, detail: "almonds")], "“A” now states nuts (almonds)"),
      ([Allergen(.nuts, detail: "almonds")], [Allergen(.nuts)], "“A” now states nuts and no longer states nuts (almonds)"),
    ] as [([Allergen], [Allergen], String)])
  func allergens(old: [Allergen], new: [Allergen], text: String) throws {
    #expect(try texts(menu([Dish(name: "A", allergens: old)]), menu([Dish(name: "A", allergens: new)])) == [text])
  }

  /// A vegan dish is vegetarian.
  @Test func dietsThatAreImpliedStay() throws {
    let (old, new) = (Dish(name: "A", diets: [.vegetarian]), Dish(name: "A", diets: [.vegan]))
    #expect(try texts(menu([old]), menu([new])) == ["“A” is now stated to be vegan"])
    #expect(try texts(menu([new]), menu([old])) == ["“A” is now stated to be vegetarian and is no longer stated to be vegan"])
  }

  @Test(
    arguments: [
      (true, false, "“A” no longer states all its allergens"), (false, true, "“A” now states all its allergens"),
    ])
  func completeness(old: Bool, new: Bool, text: String) throws {
    func soup(_ isComplete: Bool) -> Dish { Dish(name: "A", allergens: [Allergen(.milk)], allergensStated: isComplete) }
    #expect(try texts(menu([soup(old)]), menu([soup(new)])) == [text])
    #expect(
      try texts(menu([Dish(name: "A", allergensStated: true)]), menu([Dish(name: "A")])) == ["“A” no longer states all its allergens"])
  }

  @Test(
    arguments: [
      ([], [.vegan, .halal], "“A” is now stated to be vegan and halal"), ([.vegan], [], "“A” is no longer stated to be vegan"),
      ([.vegan, .glutenFree], [.vegetarian], "“A” is now stated to be vegetarian and is no longer stated to be vegan or gluten-free"),
    ] as [([Diet], [Diet], String)])
  func diets(old: [Diet], new: [Diet], text: String) throws {
    #expect(try texts(menu([Dish(name: "A", diets: old)]), menu([Dish(name: "A", diets: new)])) == [text])
  }

  /// The first dishes are named, and all are counted, in text, Atom and Markdown.
  @Test func manyDishes() throws {
    func dishes(_ allergens: [Allergen]) -> [Dish] { ["A", "B", "C", "D", "E"].map { Dish(name: $0, allergens: allergens) } }
    let text =
      "the allergens of 5 dishes have changed (“A” now states milk; “B” now states milk; “C” now states milk; 2 more)"
    let (old, new) = (try menu(dishes([Allergen(.egg)])), try menu(dishes([Allergen(.egg), Allergen(.milk)])))
    #expect(try texts(old, new) == [text])
    let log = try changeLog(catalog([old]), catalog([new]))
    #expect(ChangeText.lines(of: log).joined(separator: " ").contains("2 more"))
    #expect(ChangeMarkdown.text(of: log).contains("“A” now states milk"))
  }

  /// Of dishes with the same name, those that differ least are the same.
  @Test func dishesOfOneName() throws {
    func soup(_ amount: String, _ diets: [Diet] = [], notes: [String] = []) throws -> Dish {
      Dish(name: "Soup", notes: notes, diets: diets, prices: [try #require(Price(amount: amount, currency: "EUR"))])
    }
    let (small, large) = (try soup("1.20", notes: ["small"]), try soup("2.20", [.vegan]))
    #expect(try texts(menu([small, large]), menu([large, small])) == ["the dishes are arranged differently"])
    #expect(try texts(menu([small, large]), menu([large])) == ["“Soup” removed"])
    #expect(try texts(menu([small, large]), menu([soup("2.40", [.vegan]), small])) == ["the prices of “Soup” have changed"])
    #expect(
      try texts(menu([small, large]), menu([soup("2.40", [.vegan]), soup("1.30", notes: ["small"])]))
        == ["the prices of 2 dishes have changed"])
    // The same in two sections.
    #expect(try texts(menu([small], [small, large]), menu([soup("1.30", notes: ["small"])], [small, large])).count == 1)
  }

  /// The same amounts in other words, and labels in another order, are no changes.
  @Test func equalAmounts() throws {
    func dish(_ amount: String, per: String = "100", base: String = "0.5", labels: [String] = ["a", "b"]) throws -> Dish {
      let quantity = try #require(Price.Quantity(amount: per, unit: "g"))
      let prices = [
        Price(role: .student, amount: amount, currency: "EUR"), Price(amount: amount, currency: "EUR", per: quantity, base: base),
      ]
      return Dish(name: "A", labels: labels, prices: try prices.map { try #require($0) })
    }
    let old = try menu([dish("3")])
    for same in try [dish("3.0"), dish("3.00"), dish("03"), dish("3", per: "100.0", base: "0.50"), dish("3", labels: ["b", "a"])] {
      #expect(try texts(old, menu([same])).isEmpty)
    }
    for other in try [dish("30"), dish("3.01"), dish("0.3"), dish("3", per: "10"), dish("3", base: "5")] {
      #expect(try texts(old, menu([other])) == ["the prices of “A” have changed"])
    }
    #expect(try changeLog(catalog([old]), catalog([menu([dish("3.0")])])).isEmpty)
  }

  @Test func namesOfSections() throws {
    func text(_ old: [String?], _ new: [String?], _ dishes: [Dish] = Self.dishes("B")) throws -> [String] {
      func sections(_ names: [String?], _ last: [Dish]) throws -> Entry {
        var found = try menu(Self.dishes("A"), Self.dishes("B"))
        var content = try #require(found.menu)
        content.sections = [MenuSection(name: names[0], dishes: Self.dishes("A")), MenuSection(name: names[1], dishes: last)]
        found.details = .menu(content)
        return found
      }
      return try texts(sections(old, Self.dishes("B")), sections(new, dishes))
    }
    #expect(try text(["Grill", "Salads"], ["Grill", "Salad bar"]) == ["section “Salads” renamed to “Salad bar”"])
    #expect(try text(["Grill", "Salads"], ["Wok", "Salad bar"]) == ["2 sections renamed"])
    #expect(try text(["Grill", nil], ["Grill", "Salads"]) == ["a section is called “Salads” now"])
    #expect(try text(["Grill", "Salads"], ["Grill", nil]) == ["section “Salads” no longer has a name"])
    #expect(
      try text(["Grill", "Salads"], ["Grill", "Salad bar"], Self.dishes("C", "B"))
        == ["“C” added; section “Salads” renamed to “Salad bar”"])
    // Another section with other dishes.
    #expect(try text(["Grill", "Salads"], ["Grill", "Desserts"], Self.dishes("C")) == ["“C” replaces “B”"])
  }

  @Test func placesMealsAndSections() throws {
    let old = try menu(Self.dishes("A", "B"))
    #expect(try texts(old, menu(Self.dishes("A"), Self.dishes("B"))) == ["the dishes are arranged differently"])
    let meal = Meal(name: "Lunch", kind: .lunch, from: LocalTime("11:00"), to: LocalTime("14:00"))
    #expect(try texts(old, menu(meal: meal, Self.dishes("A", "B"))) == ["meal “Lunch, 11:00–14:00”, was “Lunch”"])
    #expect(try texts(old, menu(meal: Meal(name: "Lunch", kind: .brunch), Self.dishes("A", "B"))) == ["meal “Lunch (brunch)”, was “Lunch”"])
    var moved = try #require(old.menu)
    moved.place = try parsed("penn/dining/2") { EntryID($0) }
    #expect(try texts(old, entry("penn/dining/menu-1", name: nil, .menu(moved))) == ["place “penn/dining/2”, was “penn/dining/1”"])
    // Texts that differ in their Unicode form only.
    #expect(
      try texts(menu(Self.dishes("Caf\u{E9}")), menu(Self.dishes("Cafe\u{301}"))) == ["sections is written in another Unicode form"])
  }

  /// A menu has ended when its day has passed in the zone of the campus.
  @Test(
    arguments: [("2026-11-22T04:59:00Z", false), ("2026-11-22T05:00:00Z", true), ("2026-12-22T12:00:00Z", true)])
  func endedMenus(at time: String, hasEnded: Bool) throws {
    let old = try catalog([menu(Self.dishes("A"))], at: "2026-11-21T12:00:00Z")
    let found = try changes(old, catalog([], at: time))
    #expect(
      found == [
        hasEnded
          ? "routine ended penn/dining/menu-1: was for Sat 21 Nov 2026"
          : "routine gone penn/dining/menu-1: is no longer listed, before its day is over"
      ])
  }

  /// A meal may end after midnight, and, if its end is unknown, the service day of its place.
  @Test(
    arguments: [
      ("11:00-26:00", nil, "2026-11-22T05:30:00Z", false), ("11:00-26:00", nil, "2026-11-22T06:59:59Z", false),
      ("11:00-26:00", nil, "2026-11-22T07:00:00Z", true), ("11:00-20:00", nil, "2026-11-22T05:00:00Z", true),
      ("", nil, "2026-11-22T05:00:00Z", true), ("unknown", nil, "2026-11-22T05:00:00Z", true),
      ("11:00-20:00", "25:00", "2026-11-22T05:59:00Z", false), ("11:00-20:00", "25:00", "2026-11-22T06:00:00Z", true),
      ("11:00-26:00", "25:00", "2026-11-22T06:30:00Z", true), ("11:00-26:00", nil, "2026-11-23T05:30:00Z", true),
    ] as [(String, String?, String, Bool)])
  func menusOfTheNight(hours: String, to: String?, at time: String, hasEnded: Bool) throws {
    // The place may be of another feed, and its id may come later.
    for id in ["penn/dining/1", "penn/zz/1"] {
      let hall = try place(id, hours: dated(from: "2026-11-21", [hours, "11:00-26:00"]))
      var late = try menu(meal: Meal(kind: .late, from: LocalTime("20:00"), to: to.flatMap { LocalTime($0) }), Self.dishes("A"))
      var content = try #require(late.menu)
      content.place = hall.id
      late.details = .menu(content)
      let feeds: [String: FeedReport.Outcome] = ["penn/dining": .fresh, "penn/zz": .fresh]
      let old = try catalog([hall, late].sorted { $0.id < $1.id }, at: "2026-11-21T12:00:00Z", feeds: feeds)
      let found = try changes(old, catalog([hall], at: time, feeds: feeds))
      #expect(
        found == [
          "routine \(hasEnded ? "ended" : "gone") \(late.id): "
            + (hasEnded ? "was for Sat 21 Nov 2026" : "is no longer listed, before its day is over")
        ])
    }
  }

  /// However many menus are new or over, the feed stays comparable, its places are compared by id, and text has only their numbers.
  @Test func menusAreCounted() throws {
    let places = try (0..<6).map { try place("penn/dining/\($0)", name: "Hall \($0)") }
    func menus(_ range: Range<Int>, _ day: String) throws -> [Entry] {
      try range.map { try menu(id: "penn/dining/menu-\(1000 + $0)", on: day, Self.dishes("A")) }
    }
    let old = try catalog(places + menus(0..<50, "2026-11-20") + menus(100..<102, "2026-11-30"))
    let new = try catalog(places + menus(200..<260, "2026-11-30"), at: "2026-11-21T18:00:00Z")
    let log = try changeLog(old, new)
    #expect(log.verdict == .different && log.feeds.isEmpty && log.count(.routine) == 112 && log.entries.count == 112)
    #expect(
      ChangeText.lines(of: log).suffix(3) == [
        "  60 menus of penn/dining are new", "  2 menus of penn/dining are no longer listed", "  50 menus of penn/dining have ended",
      ])
    #expect(ChangeMarkdown.text(of: log).contains("- 60 menus of penn/dining are new\n"))
    #expect(ChangeText.lines(of: log).count < 8)
    // A place that is gone is breaking, although the ids of most entries differ.
    let lost = try catalog(Array(places.dropFirst()) + menus(200..<260, "2026-11-30"), at: "2026-11-21T18:00:00Z")
    #expect(try changes(old, lost).contains("breaking gone penn/dining/0: is gone"))
    let added = try #require(log.entries.first { $0.event == .added })
    #expect(added.changes.map(\.text) == ["is new: Lunch on Mon 30 Nov 2026"])
    // The ids of places may change as a whole.
    let renumbered = try (0..<6).map { try place("penn/dining/n\($0)", name: "Hall \($0)") }
    let churned = try changeLog(old, catalog(renumbered + menus(0..<50, "2026-11-20"), at: "2026-11-21T18:00:00Z"))
    #expect(churned.verdict == .notComparable)
  }

  /// A menu is named after its place, day and meal, wherever the place is listed; without the place, it is named by its id.
  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func titles(isInOld: Bool, isInNew: Bool) throws {
    let hall = try place("penn/dining/1", name: "1920 Commons")
    let (soup, late) = (Self.dishes("A", "B"), Meal(kind: .late))
    let old = try [
      menu(soup), menu(id: "penn/dining/menu-2", on: "2026-11-30", meal: late, soup),
      menu(id: "penn/dining/menu-3", on: "2026-11-20", soup),
    ]
    let new = try [menu(Self.dishes("A", "C")), menu(id: "penn/dining/menu-4", on: "2026-11-22", soup)]
    let log = try changeLog(
      catalog((isInOld ? [hall] : []) + old), catalog((isInNew ? [hall] : []) + new, at: "2026-11-21T18:00:00Z"))
    let name = isInOld || isInNew ? "1920 Commons" : "penn/dining/1"
    let title = "Menu of \(name), Sat 21 Nov 2026, Lunch"
    let text = ChangeText.lines(of: log)
    #expect(text.contains("  \(title)  penn/dining/menu-1") && text.contains("    “C” replaces “B”"), "\(text)")
    #expect(ChangeMarkdown.text(of: log).contains("- **\(title)** (`penn/dining/menu-1`): “C” replaces “B”\n"))
    let atom = AtomChangeFeed.text(of: log)
    for title in [
      "\(title): “C” replaces “B”.", "Menu of \(name), Mon 30 Nov 2026, late is no longer listed, before its day is over.",
      "Menu of \(name), Fri 20 Nov 2026, Lunch is over.", "Menu of \(name), Sun 22 Nov 2026, Lunch is new.",
    ] {
      #expect(atom.contains("<title>\(title)</title>"), "\(atom)")
    }
    #expect(log.entries.filter { $0.kind == .menu }.allSatisfy { $0.name == nil })
  }

  @Test func menusOfAFeedThatFailedAreNotGone() throws {
    let old = try catalog([menu(on: "2026-11-30", Self.dishes("A"))])
    #expect(try changes(old, catalog([], feeds: ["penn/dining": .absent])) == [])
  }
}
