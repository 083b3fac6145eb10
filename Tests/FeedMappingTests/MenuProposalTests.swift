import AdapterWorkbench
import CampusCatalog
import FeedKit
import FeedMapping
import Testing

/// Proposals for places with dishes, and for replies that have only dishes, read with the proposed mapping.
@Suite struct MenuProposalTests {
  private func proposal(_ days: String, zone: String = "Europe/Berlin") throws -> MappingProposal {
    let halls = [("a", "North Dining Hall"), ("b", "South Dining Hall")].map { key, name in
      #"{"id": "\#(key)", "name": "\#(name)", "address": "Mill Street 1", \#(days)}"#
    }
    return try MappingProposal(of: Array("[\(halls.joined(separator: ", "))]".utf8), zone: Zone(zone))
  }

  private func menus(_ proposal: MappingProposal) throws -> MappingProposal.Guess? { proposal.guesses.first { $0.field == "menus" } }

  private static let dish = #"{"name": "Lentil Soup", "labels": ["Vegan", "A1"], "prices": {"students": 2.5, "guests": 4}}"#

  @Test func daysMealsAndSections() async throws {
    let items = #"{"title": "Grill", "items": [\#(Self.dish), {"name": "Bread", "labels": ["Halal"], "prices": {"students": 1}}]}"#
    let meal = #"{"meal": "Lunch", "start": "11:00", "end": "14:00", "stations": [\#(items)]}"#
    let proposal = try proposal(#""days": [{"date": "2026-11-24", "meals": [\#(meal)]}, {"date": "2026-11-25", "meals": [\#(meal)]}]"#)
    let guess = try #require(try menus(proposal), "\(proposal.guesses.map(\.field))")
    #expect(guess.rule.contains(#""each":["/days","/meals"],"date":{"outer":"/date"}"#), "\(guess.rule)")
    #expect(guess.rule.contains(#""codes":{"Vegan":"vegan","Halal":"halal"},"currency":"EUR""#), "\(guess.rule)")
    #expect(guess.confidence == .medium && guess.example.hasPrefix("2026-11-24 Lentil Soup; Bread"), "\(guess)")
    let mapping = proposal.text(schema: "mapping-1.schema.json", title: "Halls", request: "records")
    let reply = #"[{"id": "a", "name": "Hall", "days": [{"date": "2026-11-24", "meals": [\#(meal)]}]}]"#
    let draft = try await MappingCase(mapping).read(reply)
    let menu = try #require(draft.entries.compactMap(\.menu).first, "\(draft.notes)")
    #expect(menu.meal == Meal(name: "Lunch", kind: .lunch, from: LocalTime("11:00"), to: LocalTime("14:00")))
    #expect(menu.sections.map(\.name) == ["Grill"] && menu.dishes.map(\.name) == ["Lentil Soup", "Bread"])
    #expect(menu.dishes[0].diets == [.vegan] && menu.dishes[0].labels == ["A1"])
    #expect(menu.dishes[0].prices.map { "\($0.role?.rawValue ?? "-") \($0.amount)" } == ["student 2.50", "guest 4.00"])
  }

  @Test func datesInOtherForms() throws {
    let rule = try menus(try proposal(#""menus": [{"date": "24.11.2026", "dishes": [\#(Self.dish)]}]"#))?.rule
    #expect(
      rule?.hasPrefix(#"{"each":"/menus","date":{"date":"/date","order":"day-first"},"dishes":{"each":"/dishes""#) == true, "\(rule ?? "")")
  }

  @Test func withoutDateTheDayIsDoubtful() throws {
    let guess = try #require(try menus(try proposal(#""dishes": [\#(Self.dish)]"#)))
    #expect(guess.confidence == .low && guess.rule.hasPrefix(#"{"date":{"received":0},"dishes":{"each":"/dishes""#), "\(guess.rule)")
  }

  @Test func pricesNeedACurrency() throws {
    let guess = try #require(try menus(try proposal(#""dishes": [\#(Self.dish)]"#, zone: "Asia/Tokyo")))
    #expect(!guess.rule.contains("prices") && guess.evidence.contains("currency is unknown"))
  }

  @Test func placesWithoutDishesHaveNoMenus() throws {
    #expect(try menus(try proposal(#""staff": [{"name": "Kim", "phone": "555-0100"}]"#)) == nil)
  }

  // MARK: - Only menus

  private func read(
    _ reply: String, zone: String = "Europe/Berlin", address: String? = nil
  ) async throws -> (rules: [String: String], menus: [Menu], guesses: [MappingProposal.Guess]) {
    let proposal = try MappingProposal(of: Array(reply.utf8), zone: Zone(zone), address: address)
    let mapping = proposal.text(schema: "mapping-1.schema.json", title: "Menus", request: "records")
    let draft = try await MappingCase(mapping, zone: zone).read(reply, receivedAt: "2026-11-23T11:00:00Z")
    #expect(draft.refusal == nil && draft.rejected == 0, "\(draft.notes)")
    let rules = Dictionary(proposal.guesses.map { ($0.field, $0.rule) }) { first, _ in first }
    return (rules, draft.entries.compactMap(\.menu), proposal.guesses)
  }

  /// A menu in words: "2026-11-23 Lunch: Grill/Pie (vegan; milk; x) student 2.50".
  private func text(_ menu: Menu) -> String {
    let dishes = menu.sections.flatMap { section in
      section.dishes.map { dish in
        let labels = [
          dish.diets.map(\.rawValue), dish.allergens.map { "\($0.code.rawValue)\($0.detail.map { " (\($0))" } ?? "")" }, dish.labels,
        ].map { $0.joined(separator: ",") }
        let prices = dish.prices.map { price in
          " \(price.role?.rawValue ?? "all") \(price.base.map { "\($0) + " } ?? "")\(price.amount)\(price.per.map { "/\($0.amount)\($0.unit)" } ?? "")"
        }
        return "\(section.name.map { "\($0)/" } ?? "")\(dish.name) (\(labels.joined(separator: ";")))\(prices.joined())"
      }
    }
    return "\(menu.place.record) \(menu.date) \(menu.meal.name ?? menu.meal.kind.rawValue): \(dishes.joined(separator: ", "))"
  }

  /// Replies in the forms of several platforms.
  @Test(arguments: [
    (
      // Days, counters and dishes, with a legend.
      #"""
      {"canteen": "mill", "legend": {"VG": "vegan", "A1": "Weizen", "G": "milk", "2": "colored"},
       "days": [{"date": "2026-11-23", "counters": [{"name": "Grill", "dishes": [{"title": "Pie", "marks": ["VG", "A1", "2"], "price": {"students": "3,20", "guests": "–"}}]}]},
                {"date": "2026-11-24", "counters": [{"name": "Soup", "dishes": [{"title": "Leek soup", "marks": ["G"], "price": {"students": "1,10", "guests": "2,20"}}]}]}]}
      """#,
      [
        "mill 2026-11-23 other: Grill/Pie (vegan;gluten (wheat);2) student 3.20",
        "mill 2026-11-24 other: Soup/Leek soup (;milk;) student 1.10 guest 2.20",
      ]
    ),
    (
      // A day with meals, stations and flags of allergens.
      #"""
      {"Location": "Mill Hall", "Date": "23.11.2026", "Meals": [
        {"Name": "Lunch", "Stations": [{"Name": "Grill", "Items": [
          {"Name": "Pie", "IsVegetarian": true, "Allergens": [{"Name": "Eggs", "Value": true}, {"Name": "Milk", "Value": false}]},
          {"Name": "Rice", "IsVegetarian": false, "Allergens": [{"Name": "Eggs", "Value": false}, {"Name": "Milk", "Value": false}]}]}]},
        {"Name": "Dinner", "Stations": [{"Name": "Grill", "Items": [{"Name": "Soup", "IsVegetarian": false}]}]}]}
      """#,
      ["mill-hall 2026-11-23 Dinner: Grill/Soup (;;)", "mill-hall 2026-11-23 Lunch: Grill/Pie (vegetarian;egg;), Grill/Rice (;;)"]
    ),
    (
      // Dishes by weight, and keys around them.
      #"""
      {"canteen_id": "mill", "weeks": [{"number": 48, "days": [{"date": "2026-11-23", "dishes": [
        {"name": "Rice", "labels": ["VEGAN"], "dish_type": "Sides", "prices": {"students": {"base_price": 0, "price_per_unit": 0.9, "unit": "100g"}, "guests": {"base_price": 1.5, "price_per_unit": 1.6, "unit": "100g"}}}]}]}]}
      """#, ["mill 2026-11-23 other: Sides/Rice (vegan;;) student 0.90/100g guest 1.50 + 1.60/100g"]
    ),
    (
      // Courses in an object, with texts of several labels.
      #"{"meta": {"restaurant": {"id": 12}}, "courses": {"1": {"title_fi": "Keitto", "category": "Lounas", "properties": "G, L", "price": "9,90 €"}, "2": {"title_fi": "Riisi", "category": "Lounas", "properties": "", "price": ""}}}"#,
      ["canteen 2026-11-23 other: Lounas/Keitto (;;G,L) all 9.90, Lounas/Riisi (;;)"]
    ),
    (
      // Days without years, and dishes with nothing but a name.
      #"{"mensa": {"id": "m1", "name": "Mill"}, "days": [{"day": "Mo 23.11.", "dishes": [{"name": "Pie"}, {"name": "Rice"}]}, {"day": "Di 24.11.", "dishes": [{"name": "Soup"}]}]}"#,
      ["m1 2026-11-23 other: Pie (;;), Rice (;;)", "m1 2026-11-24 other: Soup (;;)"]
    ),
    (
      // Dates as keys, and meals as keys.
      #"{"2026-11-23": {"lunch": [{"dish": "Pie", "price": "€ 4.50"}], "dinner": [{"dish": "Rice", "price": "€ 3.50"}]}}"#,
      ["canteen 2026-11-23 dinner: Rice (;;) all 3.50", "canteen 2026-11-23 lunch: Pie (;;) all 4.50"]
    ),
    (
      // Dates around counters, and another date around all.
      #"""
      {"site": {"slug": "mill", "label": "Mill"}, "from": "2026-11-23", "menu": {
        "2026-11-23": [{"counter": "Wok", "food": [{"what": "Rice", "tags": ["vegan"], "cost": {"student": "3.40 EUR", "staff": "5.10 EUR"}}]}],
        "2026-11-24": [{"counter": "Wok", "food": [{"what": "Pie", "tags": [], "cost": {"student": "3.80 EUR", "staff": "5.40 EUR"}}]}]}}
      """#,
      [
        "mill 2026-11-23 other: Wok/Rice (vegan;;) student 3.40 employee 5.10",
        "mill 2026-11-24 other: Wok/Pie (;;) student 3.80 employee 5.40",
      ]
    ),
    (
      #"{"rows": [{"day": "23/11/2026", "service": "Midi", "plat": "Gratin", "regime": "végétarien", "allergenes": "milk", "prix": 3.3}]}"#,
      ["canteen 2026-11-23 Midi: Gratin (vegetarian;milk;) all 3.30"]
    ),
    (
      // A row for each dish.
      #"[{"date": "2026-11-23", "meal": "Lunch", "dish": "Breakfast burrito", "kcal": 400, "vegan": false}, {"date": "2026-11-23", "meal": "Dinner", "dish": "Rice", "kcal": 200, "vegan": true}]"#,
      ["canteen 2026-11-23 Dinner: Rice (vegan;;)", "canteen 2026-11-23 Lunch: Breakfast burrito (;;)"]
    ),
    (
      // Rows with a location, as events have.
      #"[{"date": "2026-11-23", "meal": "lunch", "name": "Stew", "vegan": false, "allergens": "celery", "location": "Main Hall"}, {"date": "2026-11-24", "meal": "lunch", "name": "Dal", "vegan": true, "allergens": "", "location": "Main Hall"}]"#,
      ["main-hall 2026-11-23 lunch: Stew (;celery;)", "main-hall 2026-11-24 lunch: Dal (vegan;;)"]
    ),
    (
      "date;meal;dish;allergens;price student;price guest\n23.11.2026;Lunch;Pie;milk, egg;3,20;5,40\n23.11.2026;Lunch;Rice;;2,20;4,40\n",
      ["canteen 2026-11-23 Lunch: Pie (;egg,milk;) student 3.20 guest 5.40, Rice (;;) student 2.20 guest 4.40"]
    ),
    (
      // Prices in a list, and a flag for each allergen.
      #"""
      {"date": "2026-11-23", "restaurant_id": 7, "meals": [{"name": "Pie", "category": "Main", "contains": {"milk": true, "egg": false},
        "prices": [{"group": "Students", "value": "2,50"}, {"group": "Guests", "value": "4,00"}, {"group": "Friends", "value": "1,00"}]}]}
      """#, ["7 2026-11-23 other: Main/Pie (;milk;) student 2.50 guest 4.00"]
    ),
    (
      // Several lists of dishes of a day.
      #"[{"date": "2026-11-23", "meals": [{"kind": "soup", "name": "Minestrone", "price": "€ 0,50", "allergens": ["selderij"]}], "vegetables": [{"kind": "vegan", "name": "Peas", "allergens": []}]}]"#,
      ["canteen 2026-11-23 other: soup/Minestrone (;;selderij) all 0.50, vegetables/Peas (;;)"]
    ),
  ])
  func onlyMenus(reply: String, expected: [String]) async throws {
    let (rules, menus, _) = try await read(reply)
    #expect(menus.map(text).sorted() == expected, "\(rules)")
    #expect(rules["entries"] == #""menu""#)
  }

  /// The address has the key of the place, and the date of the request.
  @Test(arguments: [
    (
      "https://example.edu/canteens/4/days/2026-11-23/meals", "4", "https://example.edu/canteens/4/days/{date}/meals",
      #"{"days":7,"missing":"empty"}"#
    ),
    (
      "https://example.edu/menu/nl/2026/11/23.json", "nl", "https://example.edu/menu/nl/{year}/{month}/{day}.json",
      #"{"days":7,"missing":"empty"}"#
    ),
    (
      "https://example.edu/menus?hall=mill&date=2026-11-23", "mill", "https://example.edu/menus?hall=mill&date={date}",
      #"{"days":7,"missing":"empty"}"#
    ),
    (
      "https://example.edu/locations/Mill/23-11-2026", "Mill", "https://example.edu/locations/Mill/{day}-{month}-{year}",
      #"{"days":7,"missing":"empty"}"#
    ),
    ("https://example.edu/mill/2026/48.json", "mill", "https://example.edu/mill/{weekyear}/{week}.json", #"{"weeks":2,"missing":"empty"}"#),
    ("https://example.edu/daily/121", "121", nil, nil),
  ])
  func addressOfMenus(address: String, place: String, template: String?, paging: String?) throws {
    let reply = #"{"dishes": [{"name": "Pie", "price": "€ 3.50"}]}"#
    let proposal = try MappingProposal(of: Array(reply.utf8), zone: Zone("Europe/Berlin"), address: address)
    #expect(proposal.datedAddress == template && proposal.guesses.first { $0.field == "paging" }?.rule == paging)
    let mapping = try Mapping(
      Array(proposal.text(schema: "mapping-1.schema.json", title: "Menus", request: "records").utf8), file: "mapping.json")
    let adapter = MappingAdapter(mapping, id: .mapping)
    let feed = Feed(
      id: try #require(FeedID("town/feed")),
      campus: Campus(id: try #require(CampusID("town")), name: "Town", timeZone: Zone("Europe/Berlin")),
      adapter: .mapping, addresses: ["records": [FeedAddress(template ?? address)]])
    var draft = FeedDraft(for: feed)
    let request = adapter.requests(for: feed)[0]
    try adapter.normalize(
      [FeedReply(to: request, body: Array(reply.utf8), receivedAt: Instant("2026-11-23T11:00:00Z"))], of: feed, into: &draft)
    try draft.finish()
    #expect(draft.entries.compactMap(\.menu).map(text) == ["\(place) 2026-11-23 other: Pie (;;) all 3.50"], "\(draft.notes)")
  }

  /// What the reply does not say is not guessed.
  @Test(arguments: [
    (#""price": "2,60 / 6,30""#, "menus.dishes", "write \"roles\""),
    (#""price_card": 2.5, "price_cash": 3"#, "menus.dishes", "price_card, price_cash were left out"),
    (#""allergens": ["A", "soy"], "price": 3"#, "menus.codes", #"say what "A" mean"#),
    (#""price": 3"#, "menus.place", "write a key of your own"),
    (#""price": {"role": "student", "amount": 3}"#, "menus.dishes", #"role says who pays them, such as "student""#),
    (#""price": {"for": "Gäste", "amount": "3,00 €"}"#, "menus.dishes", #"for says who pays them, such as "Gäste""#),
    (#""price": {"group": 2, "amount": 3}"#, "menus.dishes", #"group may say who pays them, such as "2""#),
    (#""price": {"tariff": "B", "value": 3}"#, "menus.dishes", #"tariff may say who pays them, such as "B""#),
    (#""price": 3, "priceFor": "students""#, "menus.dishes", #"priceFor says who pays them, such as "students""#),
    (#""id": 7, "price": 3, "co2": "low", "origin": {"country": "FR"}"#, "menus.dishes", "not read: kcal, co2, origin"),
    (#""price1": 3"#, "menus.dishes", "the prices of price1 were left out: nothing says who pays them"),
    (#""price": 3"#, "menus.date", "no date was found"), (#""sides": ["Rice (A, G)"], "price": 3"#, "menus.dishes", "labels in brackets"),
  ])
  func missingPartsAreNamed(members: String, field: String, evidence: String) throws {
    let reply = #"{"dishes": [{"name": "Pie", "kcal": 400, \#(members)}]}"#
    let guess = try MappingProposal(of: Array(reply.utf8), zone: Zone("Europe/Berlin")).guesses.first { $0.field == field }
    #expect(guess?.evidence.contains(evidence) == true, "\(String(describing: guess))")
    #expect(guess?.evidence.contains("were left out") != true || guess?.rule.contains("prices") == false)
    #expect(guess.map { !$0.rule.contains("roles") && !$0.rule.contains(#""A""#) } == true)
  }

  // MARK: - What is not certain about labels

  private static func dishes(_ dishes: String..., zone: String = "Europe/Berlin") throws -> [String: MappingProposal.Guess] {
    let list = dishes.enumerated().map { #"{"name": "Dish \#($0.offset + 1)", "kcal": 400, \#($0.element)}"# }.joined(separator: ", ")
    let proposal = try MappingProposal(of: Array(#"{"date": "2026-11-23", "dishes": [\#(list)]}"#.utf8), zone: Zone(zone))
    return Dictionary(proposal.guesses.map { ($0.field, $0) }) { first, _ in first }
  }

  /// A flag of a label says whether a dish has it only if its key does.
  @Test(arguments: [
    (#"{"name": "Milk", "icon": false}"#, #"{"name": "Egg", "icon": true}"#, "", "icon in allergens is not read"),
    (#"{"name": "Milk", "isActive": false}"#, #"{"name": "Egg"}"#, "", "isActive in allergens is not read"),
    (
      #"{"name": "Milk", "isPresent": false}"#, #"{"name": "Egg", "isPresent": true}"#,
      #""drop":{"at":"/isPresent","is":[false,null]}"#, "isPresent says whether"
    ),
    (#"{"name": "Milk", "has": false}"#, #"{"name": "Egg"}"#, #""drop":{"at":"/has","is":[false]}"#, "has says whether"),
  ])
  func flagsOfLabels(first: String, second: String, drop: String, evidence: String) throws {
    let guess = try #require(try Self.dishes(#""allergens": [\#(first), \#(second)]"#)["menus.dishes"])
    #expect(guess.evidence.contains(evidence), "\(guess.evidence)")
    #expect(guess.rule.contains(#""drop""#) == !drop.isEmpty && (drop.isEmpty || guess.rule.contains(drop)), "\(guess.rule)")
    #expect(guess.rule.contains(#""allergensStated":false"#) == !drop.contains("null"), "\(guess.rule)")
  }

  @Test func listsOfLabelsThatMayBeDecisionsAreNotRead() throws {
    let (yes, no) = (#"[{"name": "Milk", "state": true}]"#, #"[{"name": "Milk", "state": false}]"#)
    for (first, second) in [(yes, no), (#"[{"name": "Milk", "value": "yes"}]"#, #"[{"name": "Egg", "value": "no"}]"#)] {
      let guess = try #require(try Self.dishes(#""allergens": \#(first)"#, #""allergens": \#(second)"#)["menus.dishes"])
      #expect(!guess.rule.contains("labels") && guess.evidence.contains("allergens was not read"), "\(guess)")
    }
  }

  /// What dishes do not have, or may have, is never proposed as what they have.
  @Test(arguments: [
    (#""allergenFree": ["milk"]"#, "allergenFree was not read", true), (#""free_from": ["milk"]"#, "free_from was not read", true),
    (#""withoutAllergens": "milk, egg""#, "withoutAllergens was not read", true),
    (#""ohne_allergene": ["Milch"]"#, "ohne_allergene was not read", true),
    (#""sansAllergenes": ["milk"]"#, "sansAllergenes was not read", true),
    (#""allergenfrei": ["milk"]"#, "allergenfrei was not read", true),
    (#""allergens": [{"name": "Milk", "isFree": true}]"#, "isFree may say that dishes do not have", false),
    (#""may_contain": ["nuts"]"#, "may_contain was not read, so allergens are not stated", false),
    (#""allergenTraces": []"#, "allergenTraces was not read, so allergens are not stated", false),
    (#""kann enthalten": "Milch, Ei""#, "kann enthalten was not read, so allergens are not stated", false),
    (#""allergens": [{"name": "Milk", "type": "traces"}]"#, "type in allergens may say that dishes have only traces", false),
  ])
  func otherClaimsAreNotRead(members: String, evidence: String, areStated: Bool) throws {
    let guesses = try Self.dishes(#"\#(members), "contains": ["fish"], "gluten_free": true"#)
    let guess = try #require(guesses["menus.dishes"])
    #expect(guess.evidence.contains(evidence), "\(guess.evidence)")
    #expect(guess.rule.contains(#""/contains""#) && guess.rule.contains(#""gluten free":"/gluten_free""#), "\(guess.rule)")
    #expect(guess.rule.contains(#""allergensStated":false"#) != areStated, "\(guess.rule)")
    #expect(guesses["menus.codes"]?.rule.lowercased().contains("nuts") == false)
    #expect(
      guesses["menus.codes"]?.rule.lowercased().contains("milk") == members.contains("traces\""), "\(guesses["menus.codes"]?.rule ?? "")")
  }

  /// A sentence is not split into labels.
  @Test(arguments: [
    "Without: milk, gluten", "Contains: milk, wheat. May contain: nuts", "ohne Milch, Gluten", "sin leche; gluten", "egg, no milk",
  ])
  func sentencesAreNotSplit(text: String) throws {
    let guesses = try Self.dishes(#""allergens": "\#(text)", "diets": "vegan, gluten-free""#)
    let guess = try #require(guesses["menus.dishes"])
    #expect(guess.evidence.contains("allergens was not read") && !guess.rule.contains(#""/allergens""#), "\(guess)")
    #expect(guess.rule.contains(#""labels":{"split":"/diets","by":","},"allergensStated":false"#), "\(guess.rule)")
    #expect(guesses["menus.codes"]?.rule == #"{"vegan":"vegan","gluten-free":"gluten-free"}"#)
  }

  /// Flags of allergens may be in an object; what cannot be read is named.
  @Test(arguments: [
    (#""allergens": {"peanut": true, "milk": false}"#, #"{"flags":{"peanut":"/allergens/peanut","milk":"/allergens/milk"}}"#, ""),
    (#""allergens": {"isVegan": null, "hasMilk": false}"#, #"{"flags":{"vegan":"/allergens/isVegan","milk":"/allergens/hasMilk"}}"#, ""),
    (#""allergens": {"milk": true, "fish": "some"}"#, #"{"flags":{"milk":"/allergens/milk"}}"#, "allergens/fish was not read"),
    (#""allergens": {"milk": true, "may_contain_fish": false}"#, #"{"flags":{"milk":"/allergens/milk"}}"#, "allergens/may_contain_fish"),
    (#""allergens": {"contains": ["milk"], "free_from": ["egg"], "traces": []}"#, #""/allergens/contains""#, "allergens/traces was not"),
    (#""allergens": {"milk": {"amount": 1}}"#, "", "allergens was not read"),
    (#""nutrition": {"allergens": ["milk"]}"#, "", "nutrition/allergens was not read"),
  ])
  func objectsOfAllergens(members: String, labels: String, evidence: String) throws {
    let guess = try #require(try Self.dishes(members)["menus.dishes"])
    #expect(guess.rule.contains(#""labels":\#(labels)"#) == !labels.isEmpty, "\(guess.rule)")
    #expect(guess.rule.contains(#""allergensStated":false"#) == (!labels.isEmpty && !evidence.isEmpty), "\(guess.rule)")
    #expect(evidence.isEmpty || guess.evidence.contains(evidence), "\(guess.evidence)")
  }

  // MARK: - Dates

  /// A date is found by its values if no key says that it is one, but not that of a change.
  @Test(arguments: [
    ("servedOn", "2026-11-23", "2026-11-24"), ("served_on", "23.11.2026", "24.11.2026"),
    ("service", "2026-11-23T00:00:00", "2026-11-24T00:00:00"),
  ])
  func datesByTheirValues(key: String, first: String, second: String) async throws {
    func dish(_ name: String, _ date: String) -> String {
      #"{"name": "\#(name)", "kcal": 400, "publishedOn": "2026-11-20", "updated": "2026-11-22", "\#(key)": "\#(date)"}"#
    }
    let (_, menus, guesses) = try await read(#"{"dishes": [\#(dish("Pie", first)), \#(dish("Rice", second))]}"#)
    #expect(menus.map { "\($0.date) \($0.sections[0].dishes[0].name)" } == ["2026-11-23 Pie", "2026-11-24 Rice"])
    #expect(guesses.first { $0.field == "menus.date" }?.evidence.contains("only its values say so") == true)
  }

  @Test func datesOfChangesAreNotDatesOfMenus() throws {
    let guess = try Self.dishes(#""price": 3"#)["menus.date"]
    #expect(guess?.evidence == "date is their date")
    let reply = #"{"changedOn": "2026-11-20", "dishes": [{"name": "Pie", "kcal": 400, "publishedAt": "2026-11-20"}]}"#
    let guesses = try MappingProposal(of: Array(reply.utf8), zone: Zone("Europe/Berlin")).guesses
    #expect(guesses.first { $0.field == "menus.date" }?.rule == #"{"received":0}"#)
  }

  /// Of keys in keys, a mapping reads only the innermost.
  @Test func datesAsKeysAroundMealsAsKeysAreRefused() throws {
    let meals = #"{"lunch": [{"dish": "Pie", "price": "€ 4.50"}], "dinner": [{"dish": "Rice", "price": "€ 3.50"}]}"#
    let reply = #"{"2026-11-23": \#(meals), "2026-11-24": \#(meals)}"#
    let fault = #expect(throws: MappingProposal.Fault.self) {
      try MappingProposal(of: Array(reply.utf8), zone: Zone("Europe/Berlin"))
    }
    #expect(
      fault?.message.contains(#""2026-11-23" around "lunch", and a mapping can read only the inner ones"#) == true,
      "\(fault?.message ?? "")")
    // The menus of places are left out.
    #expect(try menus(try proposal(#""menus": \#(reply)"#)) == nil)
  }

  /// Weekdays are no names of counters. Those of one date may be said beside it.
  @Test(arguments: [
    (#""days": [{"name": "Monday", "dishes": [#]}, {"name": "Tuesday", "dishes": [#]}]"#, false),
    (#""days": [{"title": "Mié. 25", "dishes": [#]}]"#, false), (#""days": [{"title": "miercoles", "dishes": [#]}]"#, false),
    (#""lundi": {"dishes": [#]}, "mardi": {"dishes": [#, #]}"#, false), (#""Mo.": {"dishes": [#]}, "Di.": {"dishes": [#]}"#, false),
    (#""date": "2026-11-23", "days": [{"name": "Monday", "dishes": [#]}, {"name": "Tuesday", "dishes": [#]}]"#, false),
    (#""days": [{"name": "Monday", "date": "2026-11-23", "dishes": [#]}, {"name": "Tuesday", "date": "2026-11-24", "dishes": [#]}]"#, true),
    (#""date": "2026-11-23", "counters": [{"name": "Monday", "dishes": [#]}]"#, true),
    (
      #""date": "2026-11-23", "counters": [{"name": "Grill", "dishes": [#]}, {"name": "Soup", "dishes": [#]}, {"name": "Sunday roast", "dishes": [#]}]"#,
      true
    ),
  ])
  func weekdaysAsNames(members: String, areRead: Bool) throws {
    let reply = #"{"canteen": "Mill", \#(members.replacing("#", with: #"{"name": "Pizza", "price": 3}"#))}"#
    guard !areRead else {
      let guesses = try MappingProposal(of: Array(reply.utf8), zone: Zone("Europe/Berlin")).guesses
      #expect(guesses.contains { $0.field == "menus.date" && $0.confidence != .low }, "\(guesses)")
      return
    }
    let fault = #expect(throws: MappingProposal.Fault.self) { try MappingProposal(of: Array(reply.utf8), zone: Zone("Europe/Berlin")) }
    #expect(fault?.message.contains("none of them has a date that a mapping can read, only ") == true, "\(fault?.message ?? "")")
  }

  // MARK: - Prices

  /// Whole amounts may be cents.
  @Test(arguments: [
    (#""price": 420"#, #""price": 350"#, true), (#""price": "420""#, #""price": 0"#, true),
    (#""prices": {"students": 250, "guests": 400}"#, #""prices": {"students": 180}"#, true),
    (#""prices": [{"group": "Students", "value": 250}]"#, #""prices": []"#, true), (#""price": 420"#, #""price": 3.5"#, false),
    (#""price": 12"#, #""price": 9"#, false),
  ])
  func centsAreDoubtful(first: String, second: String, areDoubtful: Bool) throws {
    let guess = try #require(try Self.dishes(first, second)["menus.dishes"])
    #expect((guess.confidence == .low) == areDoubtful && guess.evidence.contains("look like cents") == areDoubtful, "\(guess)")
    #expect(guess.rule.contains("prices"), "\(guess.rule)")
  }

  /// The currency that the reply states is used if there is one, and that of the zone only if it states none.
  @Test(arguments: [
    (#""price": 45, "currency": "SEK""#, #""price": 60, "currency": "SEK""#, "SEK"),
    (#""price": {"amount": 45, "currency": "sek"}"#, #""price": {"amount": 60, "currency": "sek"}"#, "SEK"),
    (#""price": 4.5, "currency": "£""#, #""price": 6.2"#, "GBP"), (#""price": "$4.50", "currency": "CAD""#, #""price": "$6""#, "CAD"),
    (#""price": "45 SEK""#, #""price": "60 SEK""#, "SEK"), (#""price": "4,50""#, #""price": "6,20""#, "EUR"),
    (#""prices": [{"group": "Students", "value": 4.5, "currency": "CHF"}]"#, #""prices": []"#, "CHF"),
    (#""price": 45, "currency": "SEK""#, #""price": 60, "currency": "NOK""#, nil), (#""price": "45 kr""#, #""price": "60 kr""#, nil),
    (#""price": 45, "currency": "points""#, #""price": 60, "currency": "points""#, nil),
    (#""price": "€ 4.50", "currency": "SEK""#, #""price": "€ 6.20", "currency": "SEK""#, nil),
  ])
  func currencies(first: String, second: String, currency: String?) throws {
    let guesses = try Self.dishes(first, second)
    #expect(guesses["menus.currency"]?.rule == currency.map { "\"\($0)\"" }, "\(guesses["menus.currency"]?.evidence ?? "")")
    let dishes = try #require(guesses["menus.dishes"])
    #expect(dishes.rule.contains("prices") == (currency != nil), "\(dishes.rule)")
    #expect(dishes.evidence.contains("prices were left out: the reply says") == (currency == nil), "\(dishes.evidence)")
  }

  @Test func currencyAroundTheDays() throws {
    let reply = #"{"currency": "SEK", "days": [{"date": "2026-11-23", "dishes": [{"name": "Pie", "price": 45}]}]}"#
    let guesses = try MappingProposal(of: Array(reply.utf8), zone: Zone("Europe/Berlin")).guesses
    #expect(guesses.first { $0.field == "menus.currency" }?.rule == #""SEK""#)
  }

  @Test func pricesByWeight() async throws {
    let dishes = ["1,20 / 100g", "3,50", "0,90/pro 100 ml"].map { #"{"name": "Pie", "kcal": 400, "price": "\#($0)"}"# }
    let (rules, menus, _) = try await read(#"{"date": "2026-11-23", "dishes": [\#(dishes.joined(separator: ", "))]}"#)
    #expect(
      menus.map(text) == ["canteen 2026-11-23 other: Pie (;;) all 1.20/100g, Pie (;;) all 3.50, Pie (;;) all 0.90/100ml"], "\(rules)")
  }

  /// The number after a year is that of a week or a month.
  @Test(arguments: [("2026/11.json", true), ("2026/7", true), ("2026/48.json", false), ("2026-11-23", false)])
  func weeksThatMayBeMonths(end: String, areDoubtful: Bool) throws {
    let reply = #"{"dishes": [{"name": "Pie", "price": "€ 3.50"}]}"#
    let guesses = try MappingProposal(of: Array(reply.utf8), zone: Zone("Europe/Berlin"), address: "https://example.edu/mill/\(end)")
      .guesses
    let guess = try #require(guesses.first { $0.field == "paging" })
    #expect((guess.confidence == .low) == areDoubtful && guess.evidence.contains("may be a month") == areDoubtful, "\(guess)")
  }

  /// Labels that differ only in case have meanings of their own.
  @Test(arguments: [
    (
      #"{"v": "vegan", "V": "vegetarian", "g": "gluten-free", "G": "gluten"}"#, #""v", "V", "g", "G""#,
      #"{"v":"vegan","V":"vegetarian","g":"gluten-free","G":"gluten"}"#
    ),
    (#"{"v": "vegan", "G": "gluten"}"#, #""V", "g""#, #"{"v":"vegan","G":"gluten"}"#),
    (#"{"v": "vegan", "V": "of the valley", "G": "gluten"}"#, #""V", "g""#, #"{"G":"gluten"}"#),
  ])
  func labelsThatDifferInCase(legend: String, labels: String, codes: String) throws {
    let reply = #"{"date": "2026-11-23", "legend": \#(legend), "dishes": [{"name": "Pie", "kcal": 400, "labels": [\#(labels)]}]}"#
    let guesses = try MappingProposal(of: Array(reply.utf8), zone: Zone("Europe/Berlin")).guesses
    #expect(guesses.first { $0.field == "menus.codes" }?.rule == codes)
  }
}
