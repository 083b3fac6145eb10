@testable import Aggregation
import CampusCatalog
import FeedKit
import SimdJSON
import Testing

/// The tables of a registry file that say what the labels of a feed's dishes mean.
@Suite struct FeedCodesTests {
  private static func feed(_ id: String, _ codes: String, adapter: String = "openmensa", request: String = "canteens") -> String {
    #"{"id":"\#(id)","adapter":"\#(adapter)","addresses":{"\#(request)":"https://mensa.example.org/a"},"codes":\#(codes)}"#
  }

  private static func file(_ feeds: String...) -> [UInt8] {
    Array(#"{"campuses":[{"id":"elbtal","name":"Elbtal","timeZone":"Europe/Berlin"}],"feeds":[\#(feeds.joined(separator: ",\n"))]}"#.utf8)
  }

  private static func id(_ text: String = "elbtal/mensa") throws -> FeedID { try #require(FeedID(text)) }

  /// Several feeds may name one file.
  @Test func tableOfSeveralFeeds() throws {
    let table = #"{"Milch": "milk", "vegan": "vegan"}"#
    var opened: [String] = []
    let registry = try Registry().adding(
      Self.file(Self.feed("elbtal/mensa", #""../a.json""#), Self.feed("elbtal/cafe", #""../a.json""#)), file: "r.json",
      open: { (path) throws(MappingFileError) in
        opened.append(path)
        return ("x/a.json", Array(table.utf8))
      })
    #expect(opened == ["../a.json"])
    for feed in ["elbtal/mensa", "elbtal/cafe"] { #expect(registry.feed(try Self.id(feed))?.codes?.coveredAllergens == [.milk]) }
    #expect(
      try Registry().adding(Self.file(Self.feed("elbtal/mensa", table)), file: "r.json").feed(Self.id())?.codes?.text
        == registry.feed(Self.id())?.codes?.text)
    // Other changes of a feed, and of its campus, keep its table; another adapter that reads no labels has none.
    let other = #"{"campuses":[{"id":"elbtal","name":"E"}],"feeds":[{"id":"elbtal/mensa","cadence":"PT5M"}]}"#
    #expect(try registry.adding(Array(other.utf8), file: "o.json").feed(Self.id())?.codes != nil)
    let crous = #"{"feeds":[{"id":"elbtal/mensa","adapter":"crous","addresses":{"menus":"https://mensa.example.org/a"}}]}"#
    #expect(try registry.adding(Array(crous.utf8), file: "o.json").feed(Self.id())?.codes == nil)
  }

  @Test(arguments: [
    (#"{"Milch": "cheese"}"#, "r.json:2:", "\"cheese\" is not a diet or allergen"),
    (#"{"M": ["milk", "vegan: x"]}"#, "r.json:2:", "vegan: x"),
    (#"{"Milch": "milk", " Milch": "milk"}"#, "r.json:2:", "same as another key"), (#"{" ": "milk"}"#, "r.json:2:", "is empty"),
    (#"{"Milch": 7}"#, "r.json:2:", "expected"), (#"{"Milch": []}"#, "r.json:2:", "empty"),
    ("[]", "r.json:2:", "expected an object of labels"),
    ("7", "r.json:2:", "expected an object of labels"),
    (#""a.json""#, "r.json:2:", "no folder for \"a.json\""),
  ])
  func errorsHaveLocation(_ codes: String, _ place: String, _ message: String) {
    let good = Self.feed("elbtal/cafe", #"{"Nährwerte": "label", "…": "vegan"}"#)
    let error = #expect(throws: FileError.self) { try Registry().adding(Self.file(good, Self.feed("elbtal/mensa", codes)), file: "r.json") }
    #expect(error?.description.hasPrefix(place) == true && error?.message.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func errorsOfFilesNameThem() {
    for (text, place) in [("{\n \"Milch\": \"cheese\"}", "x/a.json:2:2: "), ("{", "x/a.json:1:"), ("[]", "x/a.json:1:1: ")] {
      let error = #expect(throws: FileError.self) {
        try Registry().adding(
          Self.file(Self.feed("elbtal/mensa", #""a.json""#)), file: "r.json",
          open: { (_) throws(MappingFileError) in ("x/a.json", Array(text.utf8)) })
      }
      #expect(error?.description.hasPrefix(place) == true, "\(error?.description ?? "")")
    }
  }

  @Test(arguments: [("libcal", "hours"), ("crous", "menus")]) func onlyDishesWithLabelsHaveCodes(_ adapter: String, _ request: String) {
    let file = Self.file(Self.feed("elbtal/mensa", #"{"Milch": "milk"}"#, adapter: adapter, request: request))
    let error = #expect(throws: FileError.self) { try Registry().adding(file, file: "r.json") }
    #expect(error?.message.contains("\"\(adapter)\" reads no labels of dishes") == true, "\(error?.description ?? "")")
  }

  /// A feed is the same for another machine. With another table, its stored results are read again.
  @Test func codesArePartOfTheFeed() throws {
    func key(_ registry: Registry) throws -> String {
      try #require(Plan(RunSelection(feeds: [Self.id()]), in: registry).readings.first?.key)
    }
    let registry = try Registry(campuses: []).adding(Self.file(Self.feed("elbtal/mensa", #"{"Milch": ["milk", "label"]}"#)), file: "r.json")
    let feed = try #require(registry.feed(Self.id()))
    var writer = JSONWriter()
    registry.writeSlice(of: feed, to: &writer)
    let copy = try Registry(campuses: []).adding(writer.bytes, file: "slice.json")
    #expect(copy.feed(feed.id)?.codes?.text == #"{"Milch":["milk","label"]}"#)
    let others = try ["{}", #"{"Milch": "milk"}"#].map {
      try Registry(campuses: []).adding(Self.file(Self.feed("elbtal/mensa", $0)), file: "r.json")
    }
    #expect(try key(registry) == key(copy))
    #expect(try Set(([registry] + others).map(key)).count == 3)
  }

  /// The tables of the built-in campuses are read with their files.
  @Test func builtInFeedsHaveTables() throws {
    var registry = Registry()
    registry.include(BuiltInCampuses.files.map(\.campus))
    #expect(registry.errors == [])
    let feeds = registry.feeds.filter { $0.adapter.description == "openmensa" }
    // Those of Heidelberg and Ulm, and those of Italy, write no words whose meaning is certain.
    let without: Set = ["heidelberg", "heilbronn", "ulm", "bergamo", "bolzano", "sns", "trento"]
    #expect(Set(feeds.filter { $0.codes == nil }.map(\.campus.id.description)) == without)
    func meanings(_ feed: String, _ notes: String...) throws -> CodeTable.Meanings {
      try #require(registry.feed(Self.id(feed))?.codes).meanings(of: notes)
    }
    let hamburg = try meanings("hamburg/geomatikum", "Vegan", "Soja und Sojaerzeugnisse", "mensaVital")
    #expect(
      hamburg.diets == [.vegan] && hamburg.allergens == [Allergen(.soy)] && hamburg.others == ["mensaVital"] && hamburg.statesAllergens)
    let stuttgart = try meanings("ludwigsburg/ludwigsburg", "Weizen", "Nährwerte pro 100 g Brennwert: 576.7 kj / 138.0 kcal")
    #expect(stuttgart.allergens == [Allergen(.gluten, detail: "wheat")] && !stuttgart.statesAllergens)
    #expect(try meanings("tugraz/graz-tu-inffeld", "A", "G", "R").allergens.map(\.code) == [.gluten, .milk, .molluscs])
    // In Mannheim, a dish has the diets of its parts: one of pork may be "vegan" because of its rice.
    #expect(try meanings("mannheim/schloss", "🌿 = Vegan", "Schweinefleisch", "Senf").diets == [])
    for negation in [
      "ohne Milch", "milchfrei", "kann Spuren von Milch enthalten", "enthält keine Milch", "enthält keine laktosehaltigen Lebensmittel",
    ] {
      for feed in feeds where feed.codes != nil {
        let found = try #require(feed.codes).meanings(of: [negation])
        #expect(found.allergens.isEmpty && found.diets.isEmpty && found.others == [negation], "\(feed.id) \(negation)")
      }
    }
  }
}
