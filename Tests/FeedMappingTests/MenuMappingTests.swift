import AdapterWorkbench
import Aggregation
import FeedKit
import FeedMapping
import Testing

/// Mappings that read the dishes of places.
@Suite struct MenuMappingTests {
  private static let head = #""entries": "menu", "records": """#

  /// Returns "Lunch 2026-11-24: Wok (Tofu | vegan | nuts: almonds | label | student 2.50 EUR)", and so on.
  private static func text(_ menu: Menu) -> String {
    let sections = menu.sections.map { "\($0.name ?? "-") (\($0.dishes.map(text).joined(separator: "; ")))" }
    let times = menu.meal.from.map { " \($0)-\(menu.meal.to.map { "\($0)" } ?? "?")" } ?? ""
    return "\(menu.meal.name ?? "-") \(menu.meal.kind.rawValue)\(times) \(menu.date): \(sections.joined(separator: ", "))"
  }

  private static func text(_ dish: Dish) -> String {
    let allergens = dish.allergens.map { allergen in allergen.code.rawValue + (allergen.detail.map { ": \($0)" } ?? "") }
    let prices = dish.prices.map { price in
      let per = price.per.map { " per \($0.amount) \($0.unit)" } ?? ""
      return (price.base.map { "\($0) + " } ?? "") + "\(price.amount) \(price.currency)\(per)" + (price.role.map { " \($0)" } ?? "")
    }
    var known = dish.diets.map(\.rawValue)
    if dish.allergensStated || !allergens.isEmpty {
      known.append("\(dish.allergensStated ? "contains" : "contains at least") \(allergens.joined(separator: ", "))")
    }
    return ([dish.name] + dish.notes.map { "+\($0)" } + known + dish.labels.map { "#\($0)" } + prices).joined(separator: " | ")
  }

  private static func menus(_ draft: FeedDraft) -> [String] { draft.entries.compactMap(\.menu).map(text) }

  /// Reads one dish with the rules for dishes, and codes.
  private static func dish(
    _ rules: String, codes: String = "{}", _ dish: String
  ) async throws -> (text: String?, notes: [String]) {
    let mapping = """
      {\(head), "menus": {"place": {"text": "a"}, "date": "/date", "currency": "EUR", "codes": \(codes),
        "dishes": {"each": "/dishes", "name": "/name"\(rules.isEmpty ? "" : ", ")\(rules)}}}
      """
    let draft = try await MappingCase(mapping).read(#"[{"date": "2026-11-24", "dishes": [{"name": "Soup"}, \#(dish)]}]"#)
    let menu = try #require(draft.entries.first?.menu, "\(draft.notes)")
    #expect(menu.dishes.first == Dish(name: "Soup"), "a broken dish does not change others")
    return (menu.dishes.dropFirst().first.map(text), draft.notes.map { "\($0.code) \($0.pointer ?? "")" })
  }

  @Test func placesHaveMenus() async throws {
    let mapping = """
      {"records": "/halls", "skip": {"at": "/hidden"}, "id": "/slug", "name": "/title",
       "menus": {"each": ["/days", "/meals"], "date": {"outer": "/date"}, "drop": {"at": "/closed"},
                 "meal": {"name": "/name", "kind": {"words": {"lunch": ["lunch"]}, "of": "/name"}, "from": "/from", "to": "/to"},
                 "dishes": {"each": ["/counters", "/items"], "section": {"outer": "/title"}, "name": "/name"}}}
      """
    let meal = #"{"name": "Late Lunch", "from": "11:00", "to": "2pm", "counters": [{"title": "Wok", "items": [{"name": "Tofu"}]}]}"#
    let other = #"{"name": "Tea", "counters": [{"title": "Bar", "items": [{"name": "Scones"}, {"name": "Jam"}]}]}"#
    let closed = #"{"name": "Lunch", "closed": true, "counters": [{"title": "Wok", "items": [{"name": "Noodles"}]}]}"#
    func hall(_ key: String, _ days: String, hidden: Bool = false) -> String {
      #"{"slug": "\#(key)", "title": "Hall \#(key)", "days": [\#(days)], "hidden": \#(hidden)}"#
    }
    let days = #"{"date": "2026-11-24", "meals": [\#(meal), \#(other), {"name": "Dinner"}]}, {"date": "2026-11-25", "meals": [\#(closed)]}"#
    let draft = try await MappingCase(mapping).read(
      #"{"halls": [\#(hall("a", days)), \#(hall("b", "")), \#(hall("c", days, hidden: true))]}"#)
    #expect(draft.entries.filter { $0.kind == .place }.map(\.id.record) == ["a", "b"])
    #expect(
      Self.menus(draft) == ["Late Lunch lunch 11:00-14:00 2026-11-24: Wok (Tofu)", "Tea other 2026-11-24: Bar (Scones; Jam)"])
    #expect(draft.entries.compactMap(\.menu).allSatisfy { "\($0.place)" == "town/feed/a" })
    #expect(Set(draft.notes.map(\.code)) == [.menuSkipped, .skipped] && draft.rejected == 0)
    let note = draft.notes.first { $0.code == .menuSkipped }
    #expect(note?.pointer == "/halls/0/days/1/meals/0" && note?.detail.hasPrefix("1 dish left out ") == true)
  }

  /// If the record of a place is damaged, its menus are gone, too.
  @Test func placesWithMenusMeetTheContract() async throws {
    let mapping = """
      {"records": "", "id": "/k", "name": "/k",
       "menus": {"each": "/m", "date": "/d", "meal": {"name": "/n"}, "dishes": {"each": "/l", "name": ""}}}
      """
    let menus = #"[{"d": "2026-11-24", "n": "Lunch", "l": ["Soup"]}, {"d": "2026-11-25", "n": "Tea", "l": ["Pasta"]}]"#
    let records = ["a", "b"].map { #"{"k": "\#($0)", "m": \#(menus)}"# }.joined(separator: ",")
    #expect(try await MappingCase(mapping).contractFailures("[\(records)]") == [])
  }

  @Test func placeIsInAddress() async throws {
    let place = #"{"before": "?", "of": {"after": "/", "of": {"address": true}}}"#
    let mapping = #"{\#(Self.head), "menus": {"place": \#(place), "date": "/d", "dishes": {"each": "/l", "name": ""}}}"#
    let draft = try await MappingCase(mapping).read(#"[{"d": "2026-11-24", "l": ["Soup", "Pasta"]}]"#)
    #expect(draft.entries.map(\.id.description) == ["town/feed/menu-api-2026-11-24-other"])
    #expect(Self.menus(draft) == ["- other 2026-11-24: - (Soup; Pasta)"])
  }

  @Test(arguments: [
    (#"{"days": [{"d": "2026-11-24", "l": ["Soup"]}]}"#, ["- other 2026-11-24: - (Soup)"]),
    (#"{"weeks": [{"days": [{"d": "2026-11-24", "l": ["Soup"]}]}, {"days": []}]}"#, ["- other 2026-11-24: - (Soup)"]),
    (#"{"days": [], "weeks": [{"days": [{"d": "2026-11-24", "l": ["Soup"]}]}]}"#, []),
  ])
  func firstShapeThatExists(_ body: String, _ expected: [String]) async throws {
    let mapping = """
      {"entries": "menu", "records": {"one": ""}, "menus": {"each": {"first": ["/days", ["/weeks", "/days"]]}, "place": {"text": "a"},
       "date": "/d", "dishes": {"each": "/l", "name": ""}}}
      """
    #expect(Self.menus(try await MappingCase(mapping).read(body)) == expected)
    let error = await #expect(throws: AdapterError.self) { try await MappingCase(mapping).read(#"{"error": "busy", "days": null}"#) }
    #expect(error?.code == .wrongShape)
  }

  @Test func sections() async throws {
    let rows = #"""
      [{"t": "Wok", "h": true}, {"n": "Tofu", "k": "Main"}, {"t": "free text"}, {"n": "Rice", "k": "Side"}, {"t": "", "h": true},
       {"n": "Fish", "k": "Main"}]
      """#
    func sections(_ rules: String) async throws -> [String] {
      let dishes = #"{"each": "/l", "name": "/n", "drop": {"at": "/n", "is": null}, \#(rules)}"#
      let mapping = #"{\#(Self.head), "menus": {"place": {"text": "a"}, "date": "/d", "dishes": \#(dishes)}}"#
      return Self.menus(try await MappingCase(mapping).read(#"[{"d": "2026-11-24", "l": \#(rows)}]"#))
    }
    #expect(
      try await sections(#""headers": {"at": "/h"}, "section": "/t""#) == ["- other 2026-11-24: Wok (Tofu; Rice), - (Fish)"])
    #expect(try await sections(#""section": "/k""#) == ["- other 2026-11-24: Main (Tofu; Fish), Side (Rice)"])
  }

  /// A header that has a dish with another name is both.
  @Test func headersMayBeDishes() async throws {
    let rows = #"[{"t": "Grill", "h": true, "n": "Burger"}, {"n": "Fries"}, {"t": "Bar", "h": true, "n": "Bar"}, {"n": "Salad"}]"#
    let dishes = #"{"each": "/l", "name": "/n", "headers": {"at": "/h"}, "section": "/t"}"#
    let mapping = #"{\#(Self.head), "menus": {"place": {"text": "a"}, "date": "/d", "dishes": \#(dishes)}}"#
    let draft = try await MappingCase(mapping).read(#"[{"d": "2026-11-24", "l": \#(rows)}]"#)
    #expect(Self.menus(draft) == ["- other 2026-11-24: Grill (Burger; Fries), Bar (Salad)"] && draft.notes.isEmpty)
  }

  /// Codes in the brackets at the end of a name.
  @Test(arguments: [
    ("Soup (vg ,w)", "Soup | vegan | contains gluten: wheat"), ("Soup ()", "Soup"), ("Soup", "Soup"),
    ("Soup (hot) stew", "Soup (hot) stew"),
    ("Soup (hot) (VG)", "Soup (hot) | vegan"), ("Soup (VG, x (y))", "Soup | vegan | #x (y)"), ("Soup) (VG", "Soup) (VG"),
    ("Soup VG)", "Soup VG)"), (" Soup(N) ", "Soup | contains nuts"),
    ("Soup <b>(VG)</b>", "Soup | vegan"),
  ])
  func codesInBrackets(_ name: String, _ expected: String) async throws {
    let dishes = #"{"each": "/l", "name": {"beforeBrackets": ""}, "labels": {"split": {"brackets": ""}, "by": ","}}"#
    let mapping =
      #"{\#(Self.head), "menus": {"place": {"text": "a"}, "date": "/d", "codes": \#(Self.codes), "dishes": \#(dishes)}}"#
    let draft = try await MappingCase(mapping).read(#"[{"d": "2026-11-24", "l": ["\#(name)"]}]"#)
    #expect(Self.menus(draft) == ["- other 2026-11-24: - (\(expected))"] && draft.notes.isEmpty)
  }

  // MARK: - Labels

  private static let codes =
    #"{"VG": "vegan", "w": "gluten: wheat", "SF": ["crustaceans", "molluscs"], "0": "no allergens", "N": "nuts", "Fair": "label"}"#

  @Test(arguments: [
    (#"["VG", "w", "fair"]"#, "Dish | vegan | contains gluten: wheat | #fair", []),
    // A label that is not known may be an allergen.
    (#"["VG", "w", "new"]"#, "Dish | vegan | contains at least gluten: wheat | #new", []), (#"["0", "new"]"#, "Dish | #new", []),
    (#"["N", null]"#, "Dish | contains at least nuts", []), (#"["N", ""]"#, "Dish | contains at least nuts", []),
    (#"["sf"]"#, "Dish | contains crustaceans, molluscs", []), (#"["0"]"#, "Dish | contains ", []), (#""VG""#, "Dish | vegan", []),
    ("[]", "Dish", []), ("null", "Dish", []), (#"["VG", "VG", " "]"#, "Dish | vegan", []),
    (#"["N", {"x": 1}, "VG"]"#, "Dish | vegan | contains at least nuts", ["schema.type /0/dishes/1/l/1"]),
    (#"{"x": 1}"#, "Dish", ["schema.type /0/dishes/1/l"]), ("[[]]", "Dish", ["schema.type /0/dishes/1/l/0"]),
    ("7", "Dish | #7", []), ("true", "Dish | #true", []), (#"["<b>N</b>", "A &amp;  B"]"#, "Dish | contains at least nuts | #A & B", []),
  ])
  func labels(_ labels: String, _ expected: String, _ notes: [String]) async throws {
    let read = try await Self.dish(#""labels": "/l""#, codes: Self.codes, #"{"name": "Dish", "l": \#(labels)}"#)
    #expect(read.text == expected && read.notes == notes, "\(read)")
  }

  /// Kitchens may have "v" for vegan and "V" for vegetarian, so the case of a letter counts.
  @Test(arguments: [
    ("v", "Dish | vegan"), ("V", "Dish | vegetarian"), ("g", "Dish | gluten-free"), ("G", "Dish | contains gluten"), ("x", "Dish | #x"),
    ("(x)", "Dish | #(x)"), ("X", "Dish | halal"), ("(X)", "Dish | kosher"),
    // Keys that differ only by case.
    ("Ei", "Dish | contains egg"), ("EI", "Dish | contains fish"), ("ei", "Dish | #ei"), ("SOJA", "Dish | contains soy"),
  ])
  func caseOfLabels(_ label: String, _ expected: String) async throws {
    let codes = """
      {"v": "vegan", "V": "vegetarian", "g": "gluten-free", "G": "gluten", "X": "halal", "(X)": "kosher", "Ei": "egg", "EI": "fish",
       "Soja": "soy"}
      """
    let read = try await Self.dish(#""labels": "/l""#, codes: codes, #"{"name": "Dish", "l": ["\#(label)"]}"#)
    #expect(read.text == expected, "\(read)")
  }

  @Test(arguments: [
    (#"[{"n": "N", "v": false}]"#, "Dish | contains "), (#"[{"n": "N", "v": true}, {"n": "w", "v": false}]"#, "Dish | contains nuts"),
    ("[]", "Dish"), ("null", "Dish"),
    // A label that cannot be read may be an allergen.
    (#"[{"n": "N", "v": false}, {"n": {}, "v": true}]"#, "Dish"),
    (#"[{"n": "N", "v": true}, {"v": true}]"#, "Dish | contains at least nuts"), (#"[{"n": "N", "v": "maybe"}]"#, "Dish | contains nuts"),
  ])
  func allergensAreStated(_ labels: String, _ expected: String) async throws {
    let rules = #"""
      "labels": {"each": "/l", "drop": {"at": "/v", "is": [false, null]}, "take": "/n"}, "allergensStated": {"at": "/l/0/n", "isNot": null}
      """#
    let read = try await Self.dish(rules, codes: Self.codes, #"{"name": "Dish", "l": \#(labels)}"#)
    #expect(read.text == expected, "\(read)")
  }

  /// A flag that is neither true nor false may be an allergen.
  @Test(arguments: [
    (#""a": true, "b": false"#, "Dish | contains nuts", []), (#""a": 1, "b": 0"#, "Dish | contains nuts", []),
    (#""a": "true", "b": "0""#, "Dish | contains nuts", []),
    (#""a": true, "b": "yes""#, "Dish | contains at least nuts", ["schema.type /0/dishes/1/b"]),
    (#""a": [], "b": 1"#, "Dish | contains at least gluten: wheat", ["schema.type /0/dishes/1/a"]),
    (#""a": 2"#, "Dish", ["schema.type /0/dishes/1/a"]), (#""a": null, "b": """#, "Dish", []),
  ])
  func flags(_ values: String, _ expected: String, _ notes: [String]) async throws {
    let rules = #""labels": {"flags": {"N": "/a", "w": "/b"}}"#
    let read = try await Self.dish(rules, codes: Self.codes, #"{"name": "Dish", \#(values)}"#)
    #expect(read.text == expected && read.notes == notes, "\(read)")
  }

  /// The labels that a feed has decided on say whether all allergens are stated.
  @Test(arguments: [
    (#"{"VG": 1, "w": 0, "SF": 0, "N": 1}"#, "Dish | vegan | contains nuts"), (#"{"N": 0, "sf": 0}"#, "Dish | contains "),
    (#"{"SF": 1, "N": 0, "w": 1}"#, "Dish | contains gluten: wheat, crustaceans, molluscs"),
    // Some are missing, or are not decided.
    (#"{"VG": 1, "w": 0, "N": 0}"#, "Dish | vegan"), (#"{"N": null, "SF": 0}"#, "Dish"),
    (#"{"N": "maybe", "SF": 1}"#, "Dish | contains at least crustaceans, molluscs"),
    (#"{"a": 0, "b": 0, "c": 0, "d": 0, "e": 0, "f": 0}"#, "Dish"), ("{}", "Dish"), ("null", "Dish"),
  ])
  func decidedLabels(_ labels: String, _ expected: String) async throws {
    let rules = #"""
      "labels": {"each": "/l", "drop": {"at": "", "isNot": 1}, "take": {"key": true}},
      "allergensStated": {"labels": {"each": "/l", "drop": {"at": "", "isNot": [0, 1]}, "take": {"key": true}}}
      """#
    let read = try await Self.dish(rules, codes: Self.codes, #"{"name": "Dish", "l": \#(labels)}"#)
    #expect(read.text == expected, "\(read)")
  }

  /// Only a list of allergens says that there are no others.
  @Test(arguments: [
    (#"["milk"]"#, "Dish | contains milk"), (#"["seal"]"#, "Dish | contains at least fish | #seal"),
    (#"["seal", "milk"]"#, "Dish | contains fish, milk | #seal"), (#"["none"]"#, "Dish | contains "),
    (#"["none", "milk"]"#, "Dish | contains at least milk"), (#"["milk", "<br>"]"#, "Dish | contains at least milk"),
    (#"["milk", "?"]"#, "Dish | contains at least milk | #?"),
  ])
  func incompleteLists(_ labels: String, _ expected: String) async throws {
    let codes = #"{"milk": "milk", "seal": ["fish", "label"], "none": "no allergens"}"#
    let read = try await Self.dish(#""labels": "/l""#, codes: codes, #"{"name": "Dish", "l": \#(labels)}"#)
    #expect(read.text == expected, "\(read)")
  }

  /// A flag without a value may be one that is not decided.
  @Test(arguments: [
    (#""e": true, "m": false"#, "Dish | contains egg"), (#""e": true"#, "Dish | contains at least egg"),
    (#""e": true, "m": null"#, "Dish | contains at least egg"), (#""e": true, "m": """#, "Dish | contains at least egg"),
  ])
  func flagsWithoutAValue(_ flags: String, _ expected: String) async throws {
    let rule = #""labels": {"flags": {"egg": "/e", "milk": "/m"}}"#
    let read = try await Self.dish(rule, codes: #"{"egg": "egg", "milk": "milk"}"#, #"{"name": "Dish", \#(flags)}"#)
    #expect(read.text == expected, "\(read)")
  }

  /// A built-in adapter may read feeds whose labels mean different things.
  @Test func codesOfFeedTakePrecedence() async throws {
    let file = #"""
      {"campuses": [{"id": "a", "name": "A", "timeZone": "UTC"}], "feeds": [{"id": "a/menus", "adapter": "nutrislice-menus",
        "addresses": {"menus": "https://a.api.nutrislice.com/menu/api/weeks/school/hall/menu-type/lunch/{year}/{month}/{day}/"},
        "codes": {"Contains Milk": "milk", "Vegan": "label", "Made without Egg": "label"}}]}
      """#
    let registry = try Registry().adding(Array(file.utf8), file: "r.json")
    let id = try #require(FeedID("a/menus"))
    let feed = try #require(registry.feed(id))
    let icons = ["Vegan", "Contains milk", "Made without Egg"].map { #"{"name": "\#($0)"}"# }.joined(separator: ", ")
    let reply =
      #"{"days": [{"date": "2026-11-24", "menu_items": [{"food": {"name": "Rice", "icons": {"food_icons": [\#(icons)]}}}]}]}"#
    let adapter = try #require(registry.adapter(of: feed))
    let trial = await AdapterTrial(adapter, feed: feed, bodies: ["menus": Array(reply.utf8)])
    let menu = try #require(trial.draft.entries.first?.menu, "\(trial.draft.notes)")
    #expect(menu.dishes.map(Self.text) == ["Rice | contains at least milk | #Made without Egg | #Vegan"])
  }

  // MARK: - Names and notes

  @Test(arguments: [
    (#"{"name": "Dish", "n": "a\nb"}"#, "Dish | +a b", []), (#"{"name": "Dish", "n": {}}"#, "Dish", ["schema.type /0/dishes/1/n"]),
    (#"{"name": 7, "n": 8}"#, "7 | +8", []), (#"{"name": {}, "n": "a"}"#, nil, ["schema.type /0/dishes/1/name"]),
    (#"{"name": "", "n": "a"}"#, nil, ["menu.unnamed "]), (#"{"n": "a"}"#, nil, ["menu.unnamed "]), ("null", nil, ["menu.unnamed "]),
  ])
  func namesAndNotes(_ dish: String, _ expected: String?, _ notes: [String]) async throws {
    let read = try await Self.dish(#""notes": ["/n"]"#, dish)
    #expect(read.text == expected && read.notes == notes, "\(read)")
  }

  // MARK: - Prices

  @Test(arguments: [
    (#""€ 3,90""#, "Dish | 3.90 EUR student", false), ("3.9", "Dish | 3.90 EUR student", false), ("4", "Dish | 4.00 EUR student", false),
    (#""1.200""#, "Dish", true),
    ("0", "Dish", false), (#""–""#, "Dish", false), ("null", "Dish", false), (#""""#, "Dish", false), (#""free""#, "Dish", true),
    (#""3,90 $""#, "Dish", true), ("-1", "Dish", true), ("true", "Dish", true),
  ])
  func prices(_ price: String, _ expected: String, _ isNoted: Bool) async throws {
    let read = try await Self.dish(#""prices": {"role": "student", "amount": "/p"}"#, #"{"name": "Dish", "p": \#(price)}"#)
    #expect(read.text == expected && read.notes == (isNoted ? ["menu.price /0/dishes/1"] : []), "\(read)")
  }

  @Test(arguments: [(".", "1.20"), (",", "1200.00")]) func decimalMarkIsStated(_ decimal: String, _ expected: String) async throws {
    let dishes = #"{"each": "/l", "name": "/n", "prices": {"amount": "/p"}}"#
    let mapping = """
      {\(Self.head), "menus": {"place": {"text": "a"}, "date": "/d", "currency": "EUR", "decimal": "\(decimal)", "dishes": \(dishes)}}
      """
    let draft = try await MappingCase(mapping).read(#"[{"d": "2026-11-24", "l": [{"n": "Dish", "p": "1.200"}]}]"#)
    #expect(Self.menus(draft) == ["- other 2026-11-24: - (Dish | \(expected) EUR)"])
  }

  @Test func priceOfWrongTypeIsNoted() async throws {
    let rules = #""prices": [{"role": "student", "amount": "/p"}, {"amount": "/q"}]"#
    let read = try await Self.dish(rules, #"{"name": "Dish", "p": [2], "q": "2.50"}"#)
    #expect(read.text == "Dish | 2.50 EUR" && read.notes == ["schema.type /0/dishes/1/p"], "\(read)")
  }

  @Test(arguments: [
    ("2,60 / 6,30 / 6,95", "Dish | 2.60 EUR student | 6.30 EUR employee | 6.95 EUR guest", 0),
    ("2,60 / – / 6,95", "Dish | 2.60 EUR student | 6.95 EUR guest", 0), ("-", "Dish", 0), ("2,60", "Dish", 1), ("2,60 / 6,30", "Dish", 1),
    ("2,60 / x / 6,95 €", "Dish | 2.60 EUR student | 6.95 EUR guest", 1), ("1/2/3/4", "Dish", 1),
  ])
  func severalPricesInOneText(_ text: String, _ expected: String, _ notes: Int) async throws {
    let rules = #""prices": {"roles": ["student", "employee", "guest"], "amount": "/p"}"#
    let read = try await Self.dish(rules, #"{"name": "Dish", "p": "\#(text)"}"#)
    #expect(read.text == expected && read.notes.count == notes, "\(read)")
  }

  @Test(arguments: [
    (#""b": 0, "a": 0.9, "u": "100g""#, "Dish | 0.90 EUR per 100 g", 0),
    (#""b": 1.5, "a": 0.9, "u": "100g""#, "Dish | 1.50 + 0.90 EUR per 100 g", 0),
    (#""b": 3.5, "a": null, "u": null"#, "Dish | 3.50 EUR", 0), (#""b": null, "a": 12, "u": "kg""#, "Dish | 12.00 EUR per 1 kg", 0),
    (#""b": 0, "a": 0, "u": "100g""#, "Dish", 0), (#""b": null, "a": null"#, "Dish", 0),
    (#""a": 3, "u": "0,5 l""#, "Dish | 3.00 EUR per 0.5 l", 0), (#""a": 3, "u": "pro 100 g""#, "Dish | 3.00 EUR per 100 g", 0),
    (#""a": 3, "u": "/100g""#, "Dish | 3.00 EUR per 100 g", 0), (#""a": 3, "u": "à 100 g""#, "Dish | 3.00 EUR per 100 g", 0),
    (#""a": 3, "u": "1 kilogram""#, "Dish | 3.00 EUR per 1 kilogram", 0), (#""a": 3, "u": "2 liters""#, "Dish | 3.00 EUR per 2 liters", 0),
    // A dish as it is served is not a quantity.
    (#""a": 0.9, "u": "1 Portion""#, "Dish | 0.90 EUR", 0), (#""a": 0.9, "u": "pro 1 Stück""#, "Dish | 0.90 EUR", 0),
    (#""a": 0.9, "u": "Stk.""#, "Dish | 0.90 EUR", 0), (#""a": 0.9, "u": "/ Port.""#, "Dish | 0.90 EUR", 0),
    (#""a": 0.9, "u": "1.0 Stück""#, "Dish | 0.90 EUR", 0), (#""a": 0.9, "u": "2 Stück""#, "Dish | 0.90 EUR per 2 Stück", 0),
    (#""a": 0.9, "u": "1/2 Portion""#, "Dish | 0.90 EUR per 0.5 Portion", 0), (#""a": 2, "u": "½ l""#, "Dish | 2.00 EUR per 0.5 l", 0),
    (#""a": 2, "u": "pro 1 ½ Liter""#, "Dish | 2.00 EUR per 1.5 Liter", 0), (#""a": 2, "u": "/1⁄8l""#, "Dish | 2.00 EUR per 0.125 l", 0),
    (#""a": 2, "u": "11/2 l""#, "Dish", 1), (#""a": 2, "u": "1/25 l""#, "Dish", 1), (#""a": 2, "u": "2/4 cl""#, "Dish", 1),
    (#""a": 2, "u": "⅓ l""#, "Dish", 1), (#""a": 2, "u": "1/2""#, "Dish", 1), (#""a": 2, "u": "0,5 ½ l""#, "Dish", 1),
    (#""b": 0, "a": 0.9, "u": "pro Portion""#, "Dish | 0.90 EUR", 0), (#""a": 0.9, "u": "Stück""#, "Dish | 0.90 EUR", 0),
    (#""b": 2.5, "a": null, "u": "Portion""#, "Dish | 2.50 EUR", 0), (#""b": 1, "a": 0.9, "u": "Portion""#, "Dish", 1),
    (#""a": 0.9, "u": "klein""#, "Dish", 1), (#""a": 0.9, "u": "100""#, "Dish", 1), (#""a": 0.9, "u": "pro""#, "Dish", 1),
    // Without all parts, the dish would look cheaper than it is.
    (#""b": "?", "a": 0.9, "u": "100g""#, "Dish", 1), (#""b": 1, "a": "?", "u": "100g""#, "Dish", 1), (#""b": 1, "a": 0.9"#, "Dish", 1),
    (#""b": 1, "a": 0.9, "u": "0 g""#, "Dish", 1), (#""b": 1, "a": 0.9, "u": "2 x 50g""#, "Dish", 1),
    (#""b": {}, "a": 0.9, "u": "g""#, "Dish", 1),
  ])
  func pricesByQuantity(_ values: String, _ expected: String, _ notes: Int) async throws {
    let read = try await Self.dish(#""prices": {"amount": "/a", "base": "/b", "per": "/u"}"#, #"{"name": "Dish", \#(values)}"#)
    #expect(read.text == expected && read.notes.count == notes, "\(read)")
  }

  /// The number of a quantity is read as an amount.
  @Test(
    arguments: [
      ("1.000g", nil, "Dish"), ("1,000 g", nil, "Dish"), ("0.125 l", nil, "Dish | 2.00 EUR per 0.125 l"),
      ("0,5 l", nil, "Dish | 2.00 EUR per 0.5 l"),
      ("1.000g", ",", "Dish | 2.00 EUR per 1000 g"), ("1.000g", ".", "Dish | 2.00 EUR per 1 g"),
      ("1,000g", ".", "Dish | 2.00 EUR per 1000 g"),
      ("1.2.3 g", nil, "Dish"), ("1.000,5 g", ",", "Dish | 2.00 EUR per 1000.5 g"), (".5 l", nil, "Dish"),
    ] as [(String, String?, String)]) func quantities(_ text: String, _ decimal: String?, _ expected: String) async throws
  {
    let dishes = #"{"each": "/l", "name": "/n", "prices": {"amount": "/p", "per": "/u"}}"#
    let mark = decimal.map { #", "decimal": "\#($0)""# } ?? ""
    let mapping = """
      {\(Self.head), "menus": {"place": {"text": "a"}, "date": "/d", "currency": "EUR"\(mark), "dishes": \(dishes)}}
      """
    let draft = try await MappingCase(mapping).read(#"[{"d": "2026-11-24", "l": [{"n": "Dish", "p": 2, "u": "\#(text)"}]}]"#)
    #expect(Self.menus(draft) == ["- other 2026-11-24: - (\(expected))"], "\(draft.notes)")
    #expect(draft.notes.map(\.code) == (expected == "Dish" ? [.menuPrice] : []))
  }

  /// Zero and a dash are no price: the next place of the amount counts.
  @Test(arguments: [
    (#""a": 0, "b": 2.5"#, "Dish | 2.50 EUR", []), (#""a": "0,00", "b": "2,50""#, "Dish | 2.50 EUR", []),
    (#""a": "–", "b": 2.5"#, "Dish | 2.50 EUR", []), (#""a": "", "b": 2.5"#, "Dish | 2.50 EUR", []),
    (#""a": null, "b": 2.5"#, "Dish | 2.50 EUR", []),
    (#""a": 3, "b": 2.5"#, "Dish | 3.00 EUR", []), (#""a": 0, "b": 0"#, "Dish", []), (#""a": 0"#, "Dish", []),
    (#""a": "ask", "b": 2.5"#, "Dish", ["menu.price /0/dishes/1"]),
    (#""a": {}, "b": 2.5"#, "Dish | 2.50 EUR", ["schema.type /0/dishes/1/a"]),
    (#""a": 0, "b": "ask""#, "Dish", ["menu.price /0/dishes/1"]),
  ])
  func nextPriceCounts(_ values: String, _ expected: String, _ notes: [String]) async throws {
    let read = try await Self.dish(#""prices": {"amount": ["/a", "/b"]}"#, #"{"name": "Dish", \#(values)}"#)
    #expect(read.text == expected && read.notes == notes, "\(read)")
  }

  /// A text or a number instead of an object has no members, but is no absent value either.
  @Test(arguments: [
    (#""p": {"s": 2}, "l": [{"n": "VG"}]"#, "Dish | vegan | 2.00 EUR", []), (#""p": null, "l": null"#, "Dish", []),
    (#""p": """#, "Dish", []), (#""p": false, "l": []"#, "Dish", []),
    (#""p": "2.50""#, "Dish", ["schema.type /0/dishes/1/p"]), (#""p": 2"#, "Dish", ["schema.type /0/dishes/1/p"]),
    (#""p": [2]"#, "Dish", ["schema.type /0/dishes/1/p"]), (#""l": "VG""#, "Dish", ["schema.type /0/dishes/1/l"]),
    (#""l": ["VG", {"n": "N"}]"#, "Dish | contains at least nuts", ["schema.type /0/dishes/1/l/0"]),
    (#""i": {"l": ["Fair"]}"#, "Dish | #Fair", []), (#""i": "Fair""#, "Dish", ["schema.type /0/dishes/1/i"]),
  ])
  func textsInsteadOfObjects(_ values: String, _ expected: String, _ notes: [String]) async throws {
    let rules = #""prices": {"amount": "/p/s"}, "labels": [{"each": "/l", "take": "/n"}, "/i/l"]"#
    let read = try await Self.dish(rules, codes: Self.codes, #"{"name": "Dish", \#(values)}"#)
    #expect(read.text == expected && read.notes == notes, "\(read)")
  }

  @Test func droppedTextsInsteadOfObjectsAreNoted() async throws {
    let rules = #""labels": {"each": "/l", "drop": {"at": "/v", "is": [false, null]}, "take": "/n"}"#
    let labels = #"[{"n": "N", "v": true}, {"n": "w", "v": false}, "VG", null, []]"#
    let read = try await Self.dish(rules, codes: Self.codes, #"{"name": "Dish", "l": \#(labels)}"#)
    #expect(read.text == "Dish | contains at least nuts" && read.notes == ["schema.type /0/dishes/1/l/2"], "\(read)")
  }

  /// The same in the lists of menus and their dishes.
  @Test(arguments: [
    (#"[{"d": "2026-11-24", "c": [{"l": ["Soup"]}]}]"#, []), (#"[7, {"d": "2026-11-24", "c": [{"l": ["Soup"]}]}]"#, ["schema.type /m/0"]),
    (#"[{"d": "2026-11-24", "c": ["x", {"l": ["Soup"]}]}]"#, ["schema.type /m/0/c/0"]),
    (#"[{"d": "2026-11-24", "c": [null, {}, {"l": ["Soup"]}, {"l": null}, false, ""]}, null, ""]"#, []),
    (#"[{"d": "2026-11-24", "c": [{"l": ["Soup"]}]}, {"d": "2026-11-25", "c": 7}]"#, ["schema.type /m/1/c"]),
  ])
  func textsInsteadOfRows(_ rows: String, _ notes: [String]) async throws {
    let menus = #""menus": {"each": "/m", "date": "/d", "dishes": {"each": ["/c", "/l"], "name": ""}"#
    let only = try await MappingCase(#"{"entries": "menu", "records": {"one": ""}, \#(menus), "place": {"text": "a"}}}"#).read(
      #"{"m": \#(rows)}"#)
    #expect(Self.menus(only) == ["- other 2026-11-24: - (Soup)"])
    #expect(only.notes.map { "\($0.code) \($0.pointer ?? "")" } == notes, "\(only.notes)")
    let ofPlace = try await MappingCase(#"{"records": "", "id": "/k", "name": "/k", \#(menus)}}"#).read(#"[{"k": "a", "m": \#(rows)}]"#)
    #expect(Self.menus(ofPlace) == ["- other 2026-11-24: - (Soup)"])
    #expect(ofPlace.notes.map { "\($0.code) \($0.pointer ?? "")" } == notes.map { $0.replacing(" ", with: " /0") }, "\(ofPlace.notes)")
  }

  @Test func nextOfSeveralPricesCounts() async throws {
    let rules = #""prices": {"roles": ["student", "guest"], "amount": ["/a", "/b"]}"#
    let read = try await Self.dish(rules, #"{"name": "Dish", "a": "0 / –", "b": "2 / 3"}"#)
    #expect(read.text == "Dish | 2.00 EUR student | 3.00 EUR guest" && read.notes == [], "\(read)")
    let base = #""prices": {"amount": "/a", "base": ["/b", "/c"], "per": "/u"}"#
    let other = try await Self.dish(base, #"{"name": "Dish", "a": 1, "b": 0, "c": 2, "u": "kg"}"#)
    #expect(other.text == "Dish | 2.00 + 1.00 EUR per 1 kg" && other.notes == [], "\(other)")
  }

  // MARK: - Dates and meals

  /// Times with dates of their own belong to a service day: to that of the menu, or they are left out.
  @Test(
    arguments: [
      ("2026-11-30T22:00", "2026-12-01T01:00", "22:00-25:00", 0), ("2026-11-30T11:00", "2026-11-30T14:00", "11:00-14:00", 0),
      (nil, "2026-12-01T01:00", "?-25:00", 0), ("22:00", "2026-12-01T01:00", "22:00-25:00", 0),
      ("2026-11-30T22:00", "01:00", "22:00-25:00", 0),
      ("2026-12-01T00:30", "2026-12-01T02:00", "24:30-26:00", 0), ("2026-12-01T00:30", "02:00", "24:30-26:00", 0),
      ("2026-12-01T00:30", nil, "24:30-?", 0),
      ("2026-11-30T22:00", "2026-12-01T07:00", "22:00-31:00", 0), ("2026-11-30T22:00", "2026-11-30T01:00", "22:00-25:00", 0),
      // Without a beginning, an end by 06:00 is after midnight.
      (nil, "01:00", "?-25:00", 0), (nil, "00:00", "?-24:00", 0), (nil, "14:00", "?-14:00", 0), (nil, "2026-11-30T14:00", "?-14:00", 0),
      // Of other days.
      ("2026-12-01T11:00", "2026-12-01T14:00", "-", 1), ("2026-11-29T11:00", nil, "-", 1), ("2025-11-30T11:00", "2025-11-30T14:00", "-", 1),
      ("2026-11-29T22:00", "2026-11-30T01:00", "-", 1), (nil, "2026-11-29T14:00", "-", 1), ("2026-11-30T11:00", "2026-12-02T01:00", "-", 1),
      ("2026-12-01T02:00", "2026-11-30T22:00", "-", 1), ("2026-11-30T01:00", "2026-12-01T02:00", "-", 1),
    ] as [(String?, String?, String, Int)])
  func mealsBelongToTheirDay(_ from: String?, _ to: String?, _ expected: String, _ notes: Int) async throws {
    let meal = #"{"kind": "dinner", "from": "/f", "to": "/t"}"#
    let rest = #""place": {"text": "a"}, "date": {"text": "2026-11-30"}, "dishes": {"each": "/l", "name": ""}"#
    let values = [from.map { #""f": "\#($0)""# }, to.map { #""t": "\#($0)""# }].compactMap(\.self).map { ", \($0)" }.joined()
    let draft = try await MappingCase(#"{\#(Self.head), "menus": {"meal": \#(meal), \#(rest)}}"#).read(#"[{"l": ["Soup"]\#(values)}]"#)
    let menu = try #require(draft.entries.first?.menu)
    let times = [menu.meal.from, menu.meal.to].map { $0.map { "\($0)" } ?? "?" }.joined(separator: "-")
    #expect((times == "?-?" ? "-" : times) == expected && draft.notes.count == notes, "\(times) \(draft.notes)")
    #expect(draft.notes.allSatisfy { $0.code.description == "schema.time" && $0.pointer == "/0" })
  }

  @Test func breakfastMayEndEarly() async throws {
    let rest = #""place": {"text": "a"}, "date": "/d", "dishes": {"each": "/l", "name": ""}"#
    let draft = try await MappingCase(#"{\#(Self.head), "menus": {"meal": {"kind": "breakfast", "to": "/t"}, \#(rest)}}"#).read(
      #"[{"l": ["Soup"], "d": "2026-11-30", "t": "06:00"}]"#)
    #expect(draft.entries.first?.menu?.meal.to == LocalTime("06:00"))
  }

  @Test(arguments: [
    ("Mo 30.11.", "2026-11-30"), ("So 27.12", "2026-12-27"), ("Do 31.12.", "2026-12-31"), ("Fr 01.01", "2027-01-01"),
    ("Mo 1.8.", "2026-08-01"), ("Sa 29.02.", nil),
    ("Mo 31.11.", nil), ("Mo", nil), ("Mo 1.1.2027", nil),
  ])
  func datesWithoutYear(_ date: String, _ expected: String?) async throws {
    let rule = #"{"date": {"after": " ", "of": "/d"}, "order": "day-first", "year": {"received": 0}}"#
    let mapping = #"{\#(Self.head), "menus": {"place": {"text": "a"}, "date": \#(rule), "dishes": {"each": "/l", "name": ""}}}"#
    let draft = try await MappingCase(mapping).read(#"[{"d": "\#(date)", "l": ["Soup"]}]"#, receivedAt: "2026-12-27T12:00:00Z")
    #expect(draft.entries.first?.menu.map { "\($0.date)" } == expected && draft.rejected == (expected == nil ? 1 : 0), "\(draft.notes)")
  }

  /// The weekday tells an old reply from this week's: without one that is known, the year is unknown.
  @Test(
    arguments: [
      ("Ma 30.11.", "2026-11-30", []), ("ti 01.12", "2026-12-01", []), ("Fr 11.12.", nil, [.menuDate]),
      ("<b>Ma</b> 30.11.", "2026-11-30", []), ("30.11. Ma", nil, [.menuDate]),
      ("01.12.", nil, [.menuDate]),
      // The last of these days were in 2025, 2020 and 2026.
      ("Ma 01.12.", nil, [.menuDate]), ("Ti 08.12.", "2026-12-08", []), ("Ti 30.06.", "2026-06-30", []), ("To 01.10.", "2026-10-01", []),
      ("Ma 09.10", nil, [.menuDate]), ("Ma Ti", nil, [.menuDate]),
    ] as [(String, String?, [ReasonCode])])
  func weekdayConfirmsTheYear(_ date: String, _ expected: String?, _ notes: [ReasonCode]) async throws {
    let weekday = #"{"table": {"Ma": "monday", "Ti": "tuesday", "To": "thursday"}, "of": {"before": " ", "of": "/d"}}"#
    let rule =
      #"{"date": {"after": " ", "of": "/d"}, "order": "day-first", "year": {"received": 0}, "weekday": \#(weekday)}"#
    let mapping = #"{"records": "", "id": "/k", "name": "/k", "menus": {"date": \#(rule), "dishes": {"each": "/l", "name": ""}}}"#
    let draft = try await MappingCase(mapping).read(#"[{"k": "a", "d": "\#(date)", "l": ["Soup"]}]"#, receivedAt: "2026-11-29T12:00:00Z")
    #expect(draft.entries.compactMap(\.menu).map { "\($0.date)" } == [expected].compactMap(\.self))
    #expect(draft.notes.map(\.code) == notes, "\(draft.notes)")
  }

  @Test func menuWithoutDateIsSetAside() async throws {
    let menus = #""menus": {"each": "/m", "date": "/d", "dishes": {"each": "/l", "name": ""}"#
    let rows = #"[{"d": "2026-11-24", "l": ["Soup"]}, {"d": "soon", "l": ["Pasta", "Rice"]}, {"l": ["Bread"]}, {"d": "soon", "l": []}]"#
    let only = try await MappingCase(
      #"{"entries": "menu", "records": {"one": ""}, \#(menus), "place": {"text": "a"}}}"#
    ).read(#"{"m": \#(rows)}"#)
    #expect(Self.menus(only) == ["- other 2026-11-24: - (Soup)"] && only.rejected == 2)
    #expect(only.notes.map(\.code.description) == ["schema.time", "schema.missing"] && only.notes.first?.pointer == "/m/1")
    let ofPlace = try await MappingCase(#"{"records": "", "id": "/k", "name": "/k", \#(menus)}}"#).read(#"[{"k": "a", "m": \#(rows)}]"#)
    #expect(Self.menus(ofPlace) == ["- other 2026-11-24: - (Soup)"] && ofPlace.rejected == 0 && ofPlace.entries.count == 2)
    #expect(ofPlace.notes.map(\.code) == [.menuDate, .menuDate] && ofPlace.notes[0].detail.hasPrefix("2 dishes "))
  }

  @Test(arguments: [
    (#""n": "Lunch", "f": "11:00", "t": "14:00""#, "Lunch lunch 11:00-14:00", 0),
    (#""n": "Night", "f": "22:00", "t": "01:00""#, "Night other 22:00-25:00", 0),
    (#""n": "Lunch", "f": "soon", "t": "14:00""#, "Lunch lunch", 1),
    (#""n": "Lunch", "f": "11:00", "t": "35:00""#, "Lunch lunch 11:00-?", 1),
    // Times that contradict each other.
    (#""n": "Lunch", "f": "14:00", "t": "11:00""#, "Lunch lunch", 1), (#""n": "Lunch", "f": "11:00", "t": "11:00""#, "Lunch lunch", 1),
    (#""n": "Tea", "f": "2026-11-24T22:00:00", "t": "2026-11-25T01:00:00""#, "Tea other 22:00-25:00", 0),
    (#""n": "Tea", "f": "2026-11-24T15:00:00", "t": "2026-11-26T16:00:00""#, "Tea other", 1),
    (#""n": "Tea", "f": "2026-11-24T15:00:00", "t": "2026-11-23T16:00:00""#, "Tea other", 1),
    (#""n": {}, "f": "11:00""#, "- other 11:00-?", 2), ("", "- other", 0),
  ])
  func meals(_ values: String, _ expected: String, _ notes: Int) async throws {
    let meal = #"{"name": "/n", "kind": {"words": {"lunch": ["lunch"]}, "of": "/n"}, "from": "/f", "to": "/t"}"#
    let rest = #""place": {"text": "a"}, "date": {"text": "2026-11-24"}, "dishes": {"each": "/l", "name": ""}"#
    let mapping = #"{\#(Self.head), "menus": {"meal": \#(meal), \#(rest)}}"#
    let draft = try await MappingCase(mapping).read(#"[{"l": ["Soup"]\#(values.isEmpty ? "" : ", ")\#(values)}]"#)
    #expect(Self.menus(draft) == ["\(expected) 2026-11-24: - (Soup)"] && draft.notes.count == notes, "\(Self.menus(draft)) \(draft.notes)")
  }

  @Test(arguments: [
    ("Lunch", "lunch"), ("LUNCH & more", "lunch"), ("late-lunch", "lunch"), ("Late Night", "late"), ("Latenight", "late"), ("Late", "late"),
    ("Chocolate", "other"), ("Luncheon", "other"), ("Lunch/Dinner", "other"), ("all-day-breakfast", "other"), ("All Day", "all-day"),
    ("no-lunch", "other"), ("Early Dinner", "dinner"), ("Late lunch, lunch", "lunch"), ("Mittagessen", "lunch"),
    ("MITTAGESSEN groß", "lunch"),
    ("", "other"), ("Lunch 2", "lunch"),
  ])
  func kindsAreFoundByWholeWords(_ name: String, _ kind: String) async throws {
    let words = """
      {"lunch": ["lunch", "late lunch", "mittagessen"], "late": ["late", "late night", "latenight"], "dinner": ["dinner", "early dinner"],
       "breakfast": ["breakfast"], "all-day": ["all day"], "other": ["no"]}
      """
    let meal = #"{"kind": {"words": \#(words), "of": "/n"}}"#
    let mapping =
      #"{\#(Self.head), "menus": {"place": {"text": "a"}, "date": "/d", "meal": \#(meal), "dishes": {"each": "/l", "name": ""}}}"#
    let draft = try await MappingCase(mapping).read(#"[{"d": "2026-11-24", "n": "\#(name)", "l": ["Soup"]}]"#)
    #expect(draft.entries.first?.menu?.meal.kind.rawValue == kind)
  }

  // MARK: - Rules that find nothing

  private static let day = #"""
    {"canteen": "mill", "days": [{"date": "2026-11-24", "closed": null, "counters": [
      {"name": "Grill", "dishes": [{"title": "Pie", "marks": ["V"], "price": {"students": "3.20"}}]}, {"name": "Soup", "dishes": []}]}]}
    """#

  /// Each rule is replaced in a mapping that is right otherwise.
  @Test(
    arguments: [
      (
        "/counters", "/stations",
        #"/menus/dishes/each/0: "/stations" finds nothing in 1 menu; the first has "/date", "/closed", "/counters""#
      ),
      ("/dishes", "/items", #"/menus/dishes/each/1: "/items" finds nothing in 2 rows; the first has "/name", "/dishes""#),
      ("/title", "/name", #"/menus/dishes/name: "/name" finds nothing in 1 dish; it is further out, so write {"outer": "/name"}"#),
      ("/marks", "/labels", #"/menus/dishes/labels: "/labels" finds nothing in 1 dish; the first has "/title", "/marks", "/price""#),
      (
        "/price/students", "/students",
        #"/menus/dishes/prices/0/amount: "/students" finds nothing in 1 dish; the first has "/title", "/marks", "/price""#
      ),
      ("/date", "/day", #"/menus/date: "/day" finds nothing in 1 menu; the first has "/date", "/closed", "/counters""#),
      (
        #"{"outer": "/canteen"}"#, #""/canteen""#,
        #"/menus/place: "/canteen" finds nothing in 1 menu; it is further out, so write {"outer": "/canteen"}"#
      ),
      ("", "", nil),
    ] as [(String, String, String?)])
  func emptyRulesAreNamed(right: String, wrong: String, message: String?) async throws {
    let text = #"""
      {"entries": "menu", "records": "/days", "menus": {"place": {"outer": "/canteen"}, "date": "/date", "currency": "EUR", "dishes": {
        "each": ["/counters", "/dishes"], "section": {"outer": "/name"}, "name": "/title", "labels": "/marks",
        "prices": [{"role": "student", "amount": "/price/students"}]}}}
      """#
    let old = right.hasPrefix("{") ? right : "\"\(right)\""
    let new = right.hasPrefix("{") ? wrong : "\"\(wrong)\""
    let mapping = try Mapping(Array((right.isEmpty ? text : text.replacing(old, with: new)).utf8), file: "m.json")
    let messages = try await MappingCase(mapping).trial(Self.day).emptyMenuRules(of: MappingAdapter(mapping, id: .mapping))
    #expect(messages == (message.map { [$0] } ?? []), "\(messages)")
  }

  /// A day without dishes has an empty list, which is no mistake.
  @Test func emptyListsAreNoMistake() async throws {
    let mapping = try Mapping(
      Array(#"{\#(Self.head), "menus": {"place": {"text": "a"}, "date": "/d", "dishes": {"each": "/l", "name": "/n"}}}"#.utf8),
      file: "m.json")
    let messages = try await MappingCase(mapping).trial(#"[{"d": "2026-11-24", "l": []}]"#)
      .emptyMenuRules(of: MappingAdapter(mapping, id: .mapping))
    #expect(messages.isEmpty, "\(messages)")
  }

  /// Labels that the table explains are read, whatever became of them; others are not.
  @Test func labelsInTheTableAreRead() async throws {
    let mapping = try Mapping(
      Array(
        #"""
        {\#(Self.head), "menus": {"place": {"text": "a"}, "date": "/d", "codes": {"V": "vegetarian", "H": "nuts", "2": "label"},
          "dishes": {"each": "/l", "name": "/n", "labels": ["/m", {"split": "/t", "by": ","}]}}}
        """#.utf8), file: "m.json")
    let trial = try await MappingCase(mapping).trial(
      #"[{"d": "2026-11-24", "l": [{"n": "Pie", "m": ["V", "H"], "t": "2, H", "x": "Q"}]}]"#)
    let entry = try #require(trial.draft.entries.first)
    let values = try #require(trial.record(of: entry.id)?.values)
    let codes = MappingAdapter(mapping, id: .mapping).codes
    #expect(RawValues(of: entry, from: values, codes: codes).unused.map(\.pointer) == ["/l/0/x"])
    #expect(RawValues(of: entry, from: values).unused.map(\.pointer).contains("/l/0/m/0"))
  }

  // MARK: - The file

  @Test(arguments: [
    (#"{"entries": "menu", "records": ""}"#, "1:1", "\"menus\" is missing"),
    (#"{"entries": "menu", "records": "", "name": "/n", "menus": {}}"#, "1:36", "name"),
    (#"{"records": "", "id": "/k", "name": "/n", "menus": {"place": "/p"}}"#, "1:53", "places"),
    (#"{"records": "", "menus": {"place": "/p"}}"#, "1:1", #"write "entries": "menu""#),
    (#"{"records": "", "id": "/k", "name": "/n", "menus": {"place": "/p"}}"#, "1:53", #"write "entries": "menu""#),
    (#"{"entries": "menu", "records": "", "date": "/d", "menus": {}}"#, "1:36", #""date": it belongs to "menus""#),
    (#"{"entries": "event", "records": "", "id": "/k", "name": "/n", "times": {"starts": "/s"}, "menus": {}}"#, "1:90", "menus"),
    (
      #"{"records": "", "join": "id", "id": "/k", "name": "/n", "menus": {"date": "/d", "dishes": {"each": "/l", "name": "/n"}}}"#, "1:57",
      "joined"
    ),
  ])
  func mistakesOutsideAreFound(_ file: String, _ position: String, _ message: String) { Self.expect(file, position, message) }

  @Test(arguments: [
    (#""place": {"text": "a"}, "dishes": {"each": "/l", "name": "/n"}"#, "2:1", "\"date\" is missing"),
    (#""date": "/d", "dishes": {"each": "/l", "name": "/n"}"#, "2:1", "\"place\" is missing"),
    (#""place": {"text": "a"}, "date": "/d", "codes": {"G": "glutenfree"}, "dishes": {"each": "/l", "name": "/n"}"#, "2:59", "gluten-free"),
    (
      #""place": {"text": "a"}, "date": "/d", "codes": {"G": "vegan: wheat"}, "dishes": {"each": "/l", "name": "/n"}"#, "2:59",
      "diet or allergen"
    ),
    (
      #""place": {"text": "a"}, "date": "/d", "codes": {"G": "milk", "G ": "nuts"}, "dishes": {"each": "/l", "name": "/n"}"#, "2:72",
      "the same as another key"
    ),
    (#""place": {"text": "a"}, "date": "/d", "currency": "euro", "dishes": {"each": "/l", "name": "/n"}"#, "2:49", "ISO 4217"),
    (#""place": {"text": "a"}, "date": "/d", "dishes": {"each": "/l", "name": "/n", "prices": {"amount": "/p"}}"#, "2:88", "currency"),
    (#""place": {"text": "a"}, "date": "/d", "labels": "/l""#, "2:49", #""labels": it belongs to "dishes""#),
    (#""place": {"text": "a"}, "date": "/d", "paging": {"days": 7}"#, "2:49", #""paging": it belongs to the mapping, beside "menus""#),
    (#""place": {"text": "a"}, "date": "/d", "meal": "Lunch""#, "2:49", #"such as {"name": "/meal""#),
    (#""place": {"text": "a"}, "date": "/d", "dishes": "/l""#, "2:49", #"such as {"each": "/dishes", "name": "/title"}"#),
    (#""place": {"text": "a"}, "date": "/d", "dishes": {"codes": {}}"#, "2:60", #""codes": it belongs to "menus", beside "dishes""#),
    (
      #""place": {"text": "a"}, "date": "/d", "dishes": {"each": "/l", "name": "/n", "allergensStated": true}"#, "2:88",
      "without it, they do wherever there are any"
    ),
    (#""place": {"text": "a"}, "date": "/d", "codes": {"A": "wheat"}"#, "2:59", #"did you mean "gluten: wheat"?"#),
    (#""place": {"text": "a"}, "date": "/d", "codes": {"A": "Gluten Free"}"#, "2:59", #"did you mean "gluten-free"?"#),
    (#""place": {"text": "a"}, "date": "/d", "codes": {"A": "milk-free"}"#, "2:59", #"did you mean "label"?"#),
    (#""place": {"text": "a"}, "date": "/d", "codes": {"vegan": "VG"}"#, "2:59", #"{"VG": "vegan"}"#),
    (#""place": {"text": "a"}, "date": "/d", "meal": {"kind": "supper"}, "dishes": {"each": "/l", "name": "/n"}"#, "2:58", "expected a"),
    (
      #""place": {"text": "a"}, "date": "/d", "meal": {"kind": {"words": {"late": ["late"], "lunch": ["Late"]}, "of": "/n"}}"#, "2:95",
      "another list"
    ),
    (
      #""place": {"text": "a"}, "date": {"date": "/d", "order": "day-first", "year": {"received": 0}, "weekday": {"text": "Ma"}}"#, "2:117",
      "one of monday"
    ),
  ])
  func mistakesInMenusAreFound(_ menus: String, _ position: String, _ message: String) {
    Self.expect("{\(Self.head),\n\"menus\": {\(menus)}}", position, message)
  }

  @Test(arguments: [
    (#"{"amount": "/p", "role": "professor"}"#, "2:134", "student, employee, guest, pupil"),
    (#"{"amount": "/p", "role": "students"}"#, "2:134", #"did you mean "student"?"#),
    (#"{"guest": "/p"}"#, "2:118", #"write {"role": "guest", "amount": "/price"}"#), (#""/p""#, "2:107", #"such as {"role""#),
    (#"{"amount": "/p", "role": "guest", "roles": ["student", "guest"]}"#, "2:134", "either"),
    (#"{"amount": "/p", "roles": ["student", "student"]}"#, "2:134", "different"), (#"{"amount": "/p", "by": "/"}"#, "2:134", "roles"),
    (#"{"amount": "/p", "base": "/b"}"#, "2:107", "per"),
    (#"{"amount": "/p", "roles": ["student", "guest"], "per": "/u"}"#, "2:134", "per"),
  ])
  func mistakesInPricesAreFound(_ price: String, _ position: String, _ message: String) {
    let menus =
      #""place": {"text": "a"}, "date": "/d", "currency": "EUR", "dishes": {"each": "/l", "name": "/n", "prices": \#(price)}"#
    Self.expect("{\(Self.head),\n\"menus\": {\(menus)}}", position, message)
  }

  private static func expect(_ file: String, _ position: String, _ message: String) {
    let error = #expect(throws: FileError.self) { try Mapping(Array(file.utf8), file: "m.json") }
    #expect(error?.description.hasPrefix("m.json:\(position): ") == true, "\(String(describing: error))")
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
  }

  /// Only mappings whose menus have the keys of their places in the address need it to find them.
  @Test(arguments: [
    (#""entries": "menu", "records": "", "menus": {"place": {"after": "/", "of": {"address": true}}, "#, true),
    (#""entries": "menu", "records": "", "menus": {"place": "/id", "#, false),
    (#""records": "", "id": "/id", "name": "/name", "menus": {"#, false),
  ])
  func placesInAddresses(_ start: String, _ isInAddress: Bool) throws {
    let mapping = "{\(start)\"date\": \"/date\", \"dishes\": {\"each\": \"/dishes\", \"name\": \"/name\"}}}"
    #expect(try Mapping(Array(mapping.utf8), file: "mapping.json").hasPlaceInAddress == isInAddress)
  }
}
