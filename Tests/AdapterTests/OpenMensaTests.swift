import AdapterWorkbench
import Aggregation
import CampusCatalog
import FeedKit
import OpeningHours
import Testing

@Suite struct OpenMensaTests {
  private func adapter() throws -> any FeedAdapter {
    let id = try #require(AdapterID("openmensa"))
    return try #require(Registry().adapter(id))
  }

  private func feed(_ addresses: [String] = ["https://mensa.example.org/meta.xml"]) throws -> Feed {
    let id = try #require(FeedID("elbtal/mensa"))
    let campus = Campus(id: id.campus, name: "Hochschule Elbtal", timeZone: Zone("Europe/Berlin"))
    return Feed(
      id: id, campus: campus, adapter: try #require(AdapterID("openmensa")), addresses: ["canteens": addresses.map { FeedAddress($0) }])
  }

  private func document(_ canteens: String, version: String = "2.1") -> [UInt8] {
    Array("<openmensa version=\"\(version)\" xmlns=\"http://openmensa.org/open-mensa-v2\">\(canteens)</openmensa>".utf8)
  }

  private func menuFeed(_ name: String, _ url: String) -> String { "<feed name=\"\(name)\"><url>\(url)</url></feed>" }

  /// Returns the addresses of the feeds that are requested for a metafeed.
  private func followUps(_ canteens: String, of feed: Feed) async throws -> [String] {
    let adapter = try adapter()
    let request = try #require(try await adapter.requests(for: feed).first)
    let next = try await adapter.followUps(to: FeedReply(to: request, body: document(canteens)), for: feed)
    #expect(next.map(\.page) == Array(2..<2 + next.count))
    #expect(next.allSatisfy { !$0.isRequired && $0.format == .xml && $0.name == "canteens" && $0.cursor != nil })
    for request in next {
      #expect(try await adapter.followUps(to: FeedReply(to: request, body: document(canteens)), for: feed) == [])
    }
    return next.flatMap { $0.addresses.map(\.url) }
  }

  // MARK: - Follow-ups

  /// The place of an error is not searched among all canteens.
  @Test func canteensWithErrorsTakeTimeInProportion() async throws {
    let feed = try feed()
    let request = try #require(try await adapter().requests(for: feed).first)
    func time(_ count: Int) async throws -> Duration {
      let canteens = String(repeating: "<canteen><name>A</name><name>B</name></canteen>", count: count)
      let reply = FeedReply(to: request, body: document(canteens))
      let start = ContinuousClock.now
      #expect(try await adapter().followUps(to: reply, for: feed).isEmpty)
      return ContinuousClock.now - start
    }
    // In proportion, it is 8 times as long, and with its square, 64 times. The machine may be busy.
    var growth = Double.infinity
    for _ in 1...5 where growth > 24 { growth = min(growth, try await time(8000) / time(1000)) }
    #expect(growth < 24)
  }

  @Test(arguments: [
    (["today", "full", "a"], "full"), (["today", "b", "a"], "a"), (["today"], "today"), (["full", "full"], "full"),
  ])
  func oneFeedOfCanteenIsRequested(_ names: [String], _ chosen: String) async throws {
    for names in [names, names.reversed()] {
      let feeds = names.map { menuFeed($0, "https://mensa.example.org/\($0).xml") }.joined()
      #expect(try await followUps("<canteen><name>M</name>\(feeds)</canteen>", of: feed()) == ["https://mensa.example.org/\(chosen).xml"])
    }
  }

  /// The addresses in the reply of another server get no headers.
  @Test func feedsInAForeignReplyAreForeign() async throws {
    let (adapter, feed) = (try adapter(), try feed())
    let request = try #require(try await adapter.requests(for: feed).first)
    let body = document("<canteen><name>M</name>\(menuFeed("full", "https://mensa.example.org/full.xml"))</canteen>")
    for isForeign in [false, true] {
      let next = try await adapter.followUps(to: FeedReply(to: request, body: body, isForeign: isForeign), for: feed)
      #expect(next.map(\.isForeign) == [isForeign])
    }
  }

  @Test(arguments: [
    "http://mensa.example.org/f.xml", "https://other.example.org/f.xml", "https://mensa.example.org:444/f.xml",
    "https://mensa.example.org@other.example.org/f.xml", "https://mensa.example.org.other.example.org/f.xml", "file:///etc/passwd",
    "/f.xml",
    "", "https://mensa.example.org\\@other.example.org/",
  ])
  func otherServersAreNotAsked(_ url: String) async throws {
    #expect(try await followUps("<canteen><name>M</name>\(menuFeed("full", url))</canteen>", of: feed()) == [])
  }

  @Test func serverOfMirrorIsAsked() async throws {
    let url = "https://Menus.example.net/full.xml"
    let canteen = "<canteen><name>M</name>\(menuFeed("full", url))</canteen>"
    #expect(try await followUps(canteen, of: feed()) == [])
    #expect(try await followUps(canteen, of: feed(["https://mensa.example.org/meta.xml", "https://menus.example.net/"])) == [url])
  }

  @Test func canteenWithDaysHasNoFollowUps() async throws {
    let feeds = menuFeed("full", "https://mensa.example.org/full.xml")
    let day = "<day date=\"2026-11-24\"><closed/></day>"
    #expect(try await followUps("<canteen><name>M</name>\(feeds)\(day)</canteen>", of: feed()) == [])
    #expect(try await followUps("<canteen>\(feeds)</canteen>", of: feed()) == [], "without a name, the canteen is set aside")
    let two = "<canteen><name>A</name>\(day)</canteen><canteen><name>B</name>\(feeds)</canteen>"
    #expect(try await followUps(two, of: feed()) == ["https://mensa.example.org/full.xml"])
  }

  // MARK: - Times

  private func schedule(_ inside: String) async throws -> (hours: Schedule, notes: [Note]) {
    let trial = await AdapterTrial(
      try adapter(), feed: try feed(), bodies: ["canteens": document("<canteen><name>M</name>\(inside)</canteen>")])
    #expect(trial.refusal == nil)
    return (try #require(trial.draft.entries.first?.place?.hours), trial.draft.notes)
  }

  @Test(arguments: [
    ("open=\"11:15-14:00\"", "11:15-14:00"), ("open=\"18:00-02:00\"", "18:00-26:00"), ("open=\"17:00-00:00\"", "17:00-24:00"),
    ("open=\"17:00-24:00\"", "17:00-24:00"), ("open=\"00:00-24:00\"", "00:00-24:00"), ("closed=\"true\"", "closed"),
    ("", nil), ("closed=\"false\"", nil), ("open=\"\"", nil), ("open=\"closed\"", nil), ("open=\"11:15-14:00\" closed=\"true\"", nil),
    ("open=\"1115-1400\"", nil), ("open=\"11:15 - 14:00\"", nil), ("open=\"11:15–14:00\"", nil), ("open=\"11:60-14:00\"", nil),
    ("open=\"24:00-25:00\"", nil), ("open=\"09:00-09:00\"", nil), ("open=\"٠٩:00-12:00\"", nil),
  ])
  func weekdays(_ attributes: String, _ expected: String?) async throws {
    let (hours, notes) = try await schedule("<times type=\"opening\"><tuesday \(attributes)/><sunday closed=\"true\"/></times>")
    let tuesday = try #require(LocalDate("2026-11-24"))
    #expect(hours.plan(on: tuesday) == (try plan(expected)))
    #expect(hours.plan(on: try #require(LocalDate("2026-11-25"))) == .unknown)
    #expect(hours.plan(on: try #require(LocalDate("2026-11-29"))) == .closed)
    #expect(notes.map(\.code) == (expected == nil ? [.hoursUnknown] : []))
    #expect(notes.first?.pointer == (expected == nil ? "/canteen/0/times/tuesday" : nil))
  }

  private func plan(_ text: String?) throws -> DayPlan {
    guard let text else { return .unknown }
    if text == "closed" { return .closed }
    let times = text.split(separator: "-").compactMap { LocalTime(String($0)) }
    let service = Service(opens: try #require(times.first), closes: try #require(times.last))
    return DayPlan([try #require(service)])
  }

  @Test func daysDecideBeforeTimes() async throws {
    let week = "<times type=\"opening\"><tuesday open=\"11:00-14:00\"/></times>"
    let meals = "<category name=\"a\"><meal><name>m</name></meal><meal><name>n</name></meal></category>"
    let days =
      "<day date=\"2026-11-24\"><closed/></day><day date=\"2026-12-01\">\(meals)</day><day date=\"2026-12-08\">\(meals)<closed/></day>"
    let (hours, notes) = try await schedule(week + days)
    let plans = try ["2026-11-24", "2026-12-01", "2026-12-08"].map { hours.plan(on: try #require(LocalDate($0))) }
    #expect(plans == [.closed, try plan("11:00-14:00"), .unknown])
    #expect(notes.map(\.detail) == ["2026-12-08 is closed and has meals, too"])
  }

  // MARK: - Menus

  private func menus(_ days: String) async throws -> (menus: [Menu], notes: [Note]) {
    let canteen = "<canteen><name>M</name>\(days)</canteen>"
    let trial = await AdapterTrial(try adapter(), feed: try feed(), bodies: ["canteens": document(canteen)])
    #expect(trial.refusal == nil && trial.draft.rejected == 0)
    #expect(trial.draft.entries.filter { $0.kind == .place }.map(\.id.description) == ["elbtal/mensa/m"])
    return (trial.draft.entries.compactMap(\.menu), trial.draft.notes)
  }

  private func day(_ meal: String) -> String {
    "<day date=\"2026-11-24\"><category name=\"Wok\"><meal>\(meal)</meal></category></day>"
  }

  @Test func daysAreMenus() async throws {
    let days = """
      <day date="2026-11-25"><closed/></day><day date="2026-11-26"/><day date="2026-11-27"><category name="Wok"/></day>
      <day date="2026-11-24"><category name="Suppe"><meal><name>Linsen &amp; Reis</name><note>vegan</note><note>A,
      G</note><price role="student">1.5</price><price role="other">3.20</price></meal><meal><name>Brot</name></meal></category>
      <category name="Wok"><meal><name>Nudeln</name><price role="pupil">2</price><price role="employee">4.00</price></meal></category></day>
      """
    let (menus, notes) = try await menus(days)
    let menu = try #require(menus.first)
    #expect(menus.count == 1 && notes.isEmpty)
    #expect("\(menu.place)" == "elbtal/mensa/m" && "\(menu.date)" == "2026-11-24" && menu.meal == Meal(kind: .other))
    func price(_ role: Price.Role, _ amount: String) throws -> Price { try #require(Price(role: role, amount: amount, currency: "EUR")) }
    let soup = Dish(name: "Linsen & Reis", notes: ["vegan", "A, G"], prices: [try price(.student, "1.50"), try price(.guest, "3.20")])
    let noodles = Dish(name: "Nudeln", prices: [try price(.pupil, "2"), try price(.employee, "4.00")])
    #expect(
      menu.sections == [
        MenuSection(name: "Suppe", dishes: [soup, Dish(name: "Brot")]), MenuSection(name: "Wok", dishes: [noodles]),
      ])
    #expect(!soup.allergensStated, "a note is no list of allergens")
  }

  @Test(arguments: [
    ("<price role=\"student\">0.00</price>", nil), ("<price role=\"student\"/>", nil), ("<price role=\"student\">–</price>", nil),
    ("<price role=\"student\">free</price>", "/canteen/0/day/0/category/0/meal/0/price/0"),
    ("<price role=\"student\">-1.00</price>", "/canteen/0/day/0/category/0/meal/0/price/0"),
    ("<price role=\"dog\">1.00</price>", "/canteen/0/day/0/category/0/meal/0/price/0"),
    ("<price>1.00</price>", "/canteen/0/day/0/category/0/meal/0/price/0"),
  ])
  func dishWithoutPriceStays(_ price: String, _ pointer: String?) async throws {
    let guest = "<price role=\"other\">2.00</price>"
    let (menus, notes) = try await menus(day("<name>Nudeln</name>\(price)\(guest)"))
    #expect(menus.first?.dishes.map(\.name) == ["Nudeln"])
    #expect(menus.first?.dishes.first?.prices == [try #require(Price(role: .guest, amount: "2.00", currency: "EUR"))])
    #expect(notes.map(\.code) == (pointer == nil ? [] : [.menuPrice]) && notes.first?.pointer == pointer)
  }

  /// Without the text of the elements in it, a name, a note or a price would mean something else.
  @Test(arguments: [
    ("<name>Chili <b>sin</b> carne</name>", [], ["schema.type name/0", "menu.unnamed"]),
    ("<name>Chili</name><note>ohne <i>Milch</i></note><note>scharf</note>", ["Chili + scharf"], ["schema.type note/0"]),
    ("<name>Chili</name><price role=\"student\">3<sup>.50</sup></price>", ["Chili"], ["schema.type price/0"]),
    ("<name>Chili</name><image>chili.jpg</image><allergen>A</allergen>", ["Chili"], ["schema.type allergen", "schema.type image"]),
    ("<name>Chili</name> mit Reis", ["Chili"], ["menu.text "]), ("<name>Chili</name><!-- alt -->", ["Chili"], []),
    ("<name><![CDATA[<b>Chili</b>]]></name>", ["Chili"], []),
  ])
  func elementsInTextsAreNoted(_ meal: String, _ expected: [String], _ notes: [String]) async throws {
    let read = try await menus(day(meal))
    let dishes = read.menus.flatMap(\.dishes)
    let texts = dishes.map { ([$0.name] + $0.notes).joined(separator: " + ") }
    #expect(texts == expected && dishes.flatMap(\.prices).isEmpty)
    let found = read.notes.map { note in
      note.code.description
        + (note.pointer.map { " \($0.replacing("/canteen/0/day/0/category/0/meal/0", with: "").drop { $0 == "/" })" } ?? "")
    }
    #expect(found == notes, "\(read.notes)")
  }

  @Test func textsOutsideMealsAreNoted() async throws {
    let (menus, notes) = try await menus(
      "<day date=\"2026-11-24\">Reis<category name=\"Wok\">Tofu<dish/><meal><name>Eis</name></meal></category></day>")
    #expect(menus.first?.dishes.map(\.name) == ["Eis"])
    let found = notes.map { "\($0.code) \($0.pointer ?? "")" }
    #expect(
      found == [
        "menu.text /canteen/0/day/0", "schema.type /canteen/0/day/0/category/0/dish", "menu.text /canteen/0/day/0/category/0",
      ])
  }

  @Test func dayWithoutDateHasNoMenu() async throws {
    let bad = day("<name>Nudeln</name>").replacing("2026-11-24", with: "24.11.2026")
    let (menus, notes) = try await menus(bad + day("<name>Reis</name>") + day("<name> </name><note>vegan</note>"))
    #expect(menus.map { $0.dishes.map(\.name) } == [["Reis"]])
    #expect(notes.map(\.code) == [.hoursUnknown, .menuDate, .menuUnnamed])
    #expect(notes[1].pointer == "/canteen/0/day/0" && notes[1].detail.hasPrefix("1 dish "))
  }

  @Test func feedOfCanteenHasItsMenus() async throws {
    let meta = "<canteen><name>Mensa Nord</name>\(menuFeed("full", "https://mensa.example.org/full.xml"))</canteen>"
    let bad = day("<name>Nudeln</name>").replacing("2026-11-24", with: "tomorrow")
    let trial = await AdapterTrial(
      try adapter(), feed: try feed(),
      bodies: ["canteens": document(meta), "canteens.2": document("<canteen>\(bad)\(day("<name>Reis</name>"))</canteen>")])
    #expect(trial.refusal == nil)
    #expect(
      trial.draft.entries.map(\.id.description) == ["elbtal/mensa/mensa-nord", "elbtal/mensa/menu-mensa-nord-2026-11-24-other"])
    #expect(trial.draft.entries.first?.place?.hours?.layers.isEmpty == true, "any day may be closed")
    #expect(Set(trial.draft.notes.map(\.code)) == [.hoursUnknown, .menuDate])
    #expect(trial.draft.notes.allSatisfy { $0.request == "canteens.2" })
  }

  @Test func mealsOutsideCategoriesAreRead() async throws {
    let category = "<category name=\"Wok\"><meal><name>Nudeln</name><name>Noodles</name><name>Pasta</name></meal></category>"
    let (menus, notes) = try await menus("<day date=\"2026-11-24\"><meal><name>Eis</name><price>1.00</price></meal>\(category)</day>")
    #expect(menus.first?.sections.map { "\($0.name ?? "-"): \($0.dishes.map(\.name))" } == ["Wok: [\"Nudeln\"]", "-: [\"Eis\"]"])
    #expect(
      notes.map { "\($0.code) \($0.pointer ?? "")" } == [
        "schema.value /canteen/0/day/0/category/0/meal/0/name/1", "schema.value /canteen/0/day/0/category/0/meal/0/name/2",
        "menu.price /canteen/0/day/0/meal/0/price/0",
      ])
    let undated = try await self.menus("<day date=\"soon\"><meal><name>Eis</name></meal></day>")
    #expect(undated.menus.isEmpty && undated.notes.map(\.code) == [.hoursUnknown, .menuDate])
    let closed = try await schedule("<day date=\"2026-11-24\"><closed/><meal><name>Eis</name></meal></day>")
    #expect(closed.0.plan(on: try #require(LocalDate("2026-11-24"))) == .unknown)
  }

  @Test func canteensWithTheSameNameHaveNoMenus() async throws {
    func canteen(_ name: String, _ dish: String) -> String { "<canteen><name>\(name)</name>\(day("<name>\(dish)</name>"))</canteen>" }
    let trial = await AdapterTrial(
      try adapter(), feed: try feed(),
      bodies: ["canteens": document(canteen("Mensa", "Nudeln") + canteen("mensa", "Reis") + canteen("Café", "Quiche"))])
    #expect(trial.draft.entries.map(\.id.record) == ["cafe", "mensa", "menu-cafe-2026-11-24-other"])
    #expect(trial.draft.notes.map(\.code) == [.menuPlace, .duplicateID] && trial.draft.notes[0].detail.hasPrefix("1 menu "))
  }

  @Test func feedsOfCanteensWithTheSameName() async throws {
    func canteen(_ file: String) -> String {
      let week = "<times type=\"opening\"><tuesday open=\"11:00-14:00\"/></times>"
      return "<canteen><name>Mensa</name>\(menuFeed("full", "https://mensa.example.org/\(file).xml"))\(week)</canteen>"
    }
    let own = "<canteen>\(day("<name>Reis</name>"))</canteen>"
    let closed = "<canteen><day date=\"2026-11-24\"><closed/></day></canteen>"
    let trial = await AdapterTrial(
      try adapter(), feed: try feed(),
      bodies: ["canteens": document(canteen("a") + canteen("b")), "canteens.2": document(own), "canteens.3": document(closed)])
    #expect(trial.draft.entries.map(\.id.record) == ["mensa"])
    #expect(trial.draft.entries.first?.place?.hours?.layers.isEmpty == true, "one of them is closed")
    #expect(trial.draft.notes.map(\.code) == [.menuPlace, .duplicateID])
  }

  // MARK: - Codes

  /// Reads the dish of a meal with a table of codes in the registry.
  private func dish(_ meal: String, codes: String) async throws -> (dish: Dish, menu: Menu, notes: [Note]) {
    let file = #"""
      {"campuses": [{"id": "elbtal", "name": "Elbtal", "timeZone": "Europe/Berlin"}], "feeds": [{"id": "elbtal/mensa", "adapter": "openmensa",
        "addresses": {"canteens": "https://mensa.example.org/meta.xml"}, "codes": \#(codes)}]}
      """#
    let registry = try Registry().adding(Array(file.utf8), file: "r.json")
    let id = try #require(FeedID("elbtal/mensa"))
    let feed = try #require(registry.feed(id))
    let canteen = "<canteen><name>M</name>\(day(meal))</canteen>"
    let trial = await AdapterTrial(try adapter(), feed: feed, bodies: ["canteens": document(canteen)])
    #expect(trial.refusal == nil)
    let menu = try #require(trial.draft.entries.compactMap(\.menu).first)
    return (try #require(menu.dishes.first), menu, trial.draft.notes)
  }

  private static let codes = #"""
    {"vegan": "vegan", "Milch": "milk", "Weizen": "gluten: wheat", "(1) Farbstoff": "label", "G": ["milk", "label"],
     "keine Allergene": "no allergens"}
    """#

  /// Nothing says that the notes of a dish name all its allergens.
  @Test(arguments: [
    (["vegan", "Weizen", "Milch", "(1) Farbstoff"], "vegan / gluten: wheat, milk / (1) Farbstoff"),
    (["VEGAN", " Mil&#99;h "], "vegan / milk / "), (["G"], " / milk / G"), (["keine Allergene"], " /  / "), (["vegan"], "vegan /  / "),
    (["Weizen"], " / gluten: wheat / "), ([], " /  / "),
    // Other words stay remarks.
    (["Milch", "Walnuss"], " / milk / Walnuss"), (["ohne Milch"], " /  / ohne Milch"), (["Milch, Ei"], " /  / Milch, Ei"),
    (["milchfrei", "Milch"], " / milk / milchfrei"),
    (["kann Spuren von Milch enthalten"], " /  / kann Spuren von Milch enthalten"), (["Milch", "  "], " / milk / "),
  ])
  func notesHaveMeanings(_ notes: [String], _ expected: String) async throws {
    let (dish, menu, _) = try await dish("<name>Auflauf</name>" + notes.map { "<note>\($0)</note>" }.joined(), codes: Self.codes)
    let allergens = dish.allergens.map { $0.code.rawValue + ($0.detail.map { ": \($0)" } ?? "") }.joined(separator: ", ")
    #expect("\(dish.diets.map(\.rawValue).joined(separator: ", ")) / \(allergens) / \(dish.notes.joined(separator: ", "))" == expected)
    #expect(dish.labels == [] && !dish.allergensStated)
    #expect(Allergen.Code.allCases.allSatisfy { !menu.states(dish, isFreeOf: $0) })
  }

  // MARK: - Documents

  @Test(arguments: [
    ("<openmensa version=\"2.1\"/>", "schema.shape"), ("<openmensa><canteen/></openmensa>", "schema.shape"),
    ("<openmensa version=\"3.0\"><canteen/></openmensa>", "schema.shape"), ("<cafeteria version=\"1.0\"/>", "schema.shape"),
    ("<openmensa version=\"2.1\"><canteen>", "xml.syntax"), ("{}", "xml.syntax"),
    ("<!DOCTYPE openmensa SYSTEM \"http://localhost/a.dtd\"><openmensa version=\"2.1\"><canteen/></openmensa>", "xml.document_type"),
  ])
  func otherDocumentsAreRefused(_ text: String, _ code: String) async throws {
    let trial = await AdapterTrial(try adapter(), feed: try feed(), bodies: ["canteens": Array(text.utf8)])
    #expect(trial.refusal?.code.description == code)
    #expect(trial.refusal?.request == "canteens")
  }

  @Test func recordHasRawValues() async throws {
    let canteens = "<canteen><name>A</name></canteen><canteen><name>B</name><location latitude=\"51.0\" longitude=\"13.5\"/></canteen>"
    let trial = await AdapterTrial(try adapter(), feed: try feed(), bodies: ["canteens": document(canteens)])
    let id = try #require(EntryID("elbtal/mensa/b"))
    let record = try #require(trial.record(of: id))
    #expect(record.pointer.pointer == "/canteen/1")
    #expect(record.values.map(\.pointer) == ["/name", "/location/@latitude", "/location/@longitude"])
    #expect(record.values.map(\.json) == ["\"B\"", "\"51.0\"", "\"13.5\""])
  }
}
