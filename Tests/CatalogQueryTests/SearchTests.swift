import CampusCatalog
import CatalogQuery
import QueryTestData
import Testing

@Suite struct SearchTests {
  private func places() throws -> [Entry] {
    var tagged = try place("a/x/6", "Zebra Hall", category: .bar)
    tagged.tags = ["Pizza", "gluten-free"]
    tagged.labels = ["Take away"]
    return [
      try place("a/x/1", "Pizza Corner", category: .bar), try place("a/x/2", "pizza", category: .bar),
      try place("a/x/3", "The Pizza Place", category: .bar),
      try place("a/x/4", "Corner Café", location: Location(address: "12 Elm Street", building: "Pizza Building", abbreviation: "PB")),
      try place("a/x/5", "Pizzeria", category: .diningHall), tagged,
    ]
  }

  private func ids(_ text: String) throws -> [String] {
    try PlaceQuery(search: text).results(in: try places(), by: try rule()).items.map { String($0.entry.id.record) }
  }

  @Test func ranksByTiersThenByName() throws {
    #expect(try ids("pizza") == ["2", "1", "3", "4", "6"])
    #expect(try ids("PIZZ") == ["2", "1", "5", "3", "4", "6"])
    #expect(try ids("corner") == ["4", "1"])
    #expect(try ids("corner pizza") == ["1", "4"])
    #expect(try ids("pizza c") == ["1", "4"])
  }

  @Test(arguments: [
    ("cafe corn", ["4"]), ("pb", ["4"]), ("dining hall", ["5"]), ("dining-hall", ["5"]), ("gluten", ["6"]), ("take", ["6"]), ("izza", []),
    ("pizza nowhere", []),
    ("elm street", ["4"]), ("dining halls", ["5"]), ("cafés", ["4"]), ("glutenfree", ["6"]), ("gluten free", ["6"]), ("a pizzeria", ["5"]),
  ])
  func searchesAllFields(_ text: String, _ expected: [String]) throws { #expect(try ids(text) == expected) }

  @Test(arguments: ["", "  ", "!?", "'"])
  func emptySearchIsAnError(_ text: String) {
    #expect(throws: QueryError.self) { try PlaceQuery(search: text) }
  }
}
