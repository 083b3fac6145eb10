import CampusCatalog
import QueryTestData
import TestKit
import Testing

@testable import CatalogQuery

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

  @Test func ranksByTiersThenByStateAndName() throws {
    #expect(try ids("pizza") == ["2", "1", "3", "4", "5", "6"])
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

  /// Searches in a catalog, with the names of its campuses and its words.
  private func understood(_ text: String) throws -> (ids: [String], explanation: String?, time: String?) {
    var entries = try places()
    entries[0].description = "Slices until late.\nWith calzoni."
    entries.append(try place("b/x/7", "Main Library", category: .library))
    entries.append(try place("b/x/8", "Reading Room", category: .study))
    entries.append(try place("b/x/9", "Food Bank", category: .service))
    entries.append(try place("b/x/10", "Sunday Café"))
    let campuses = try [("a", "University of Ayr"), ("b", "Bow College")].map { id, name in
      Campus(id: try parsed(id) { CampusID($0) }, name: name)
    }
    var answers = try [PreparedPlaces(entries), nil].map { prepared in
      let query = try PlaceQuery(search: text).understood(in: entries, campuses: campuses, prepared: prepared)
      let found = query.results(in: entries, by: try rule(), prepared: prepared).items.map { String($0.entry.id.record) }
      return (ids: found, explanation: query.meaning?.explanation(), time: query.meaning?.time)
    }
    let answer = answers.removeFirst()
    #expect(answers.allSatisfy { $0 == answer }, "the same with and without preparation")
    return answer
  }

  @Test(
    "A search also finds what its words mean, after the places that have them",
    arguments: [
      ("food", ["9", "4", "5", "10"], "food: dining halls, cafés, restaurants, fast food"),
      ("library", ["7"], "library: libraries"), ("study", ["7", "8"], "study: libraries, study spaces, library"),
      ("calzoni", ["1"], nil), ("pizza slices", ["1"], "pizza: restaurants, fast food, pizzeria, italian, dominos, sbarro"),
      ("bow library", ["7"], "library: libraries"), ("college", ["9", "7", "8", "10"], nil),
      ("ayr dining hall", ["5"], "dining hall: dining halls"),
      // One letter is wrong: replaced, missing, added, swapped, and in the beginning of a word.
      ("pozza", ["2", "1", "3", "4", "5", "6"], "“pizza” for “pozza”: restaurants, fast food"),
      ("librry", ["7"], "“library” for “librry”: libraries"), ("zebbra", ["6"], "“zebra” for “zebbra”"),
      ("zerba", ["6"], "“zebra” for “zerba”"), ("pizzr", ["2", "1", "3", "4", "5", "6"], "“pizza” for “pizzr”: restaurants, fast food"),
      ("pixxa", [], nil), ("zb", [], nil),
    ] as [(String, [String], String?)])
  func meanings(_ text: String, _ expected: [String], _ explanation: String?) throws {
    let answer = try understood(text)
    #expect(answer.ids == expected && answer.explanation == explanation && answer.time == nil, "\(answer)")
  }

  @Test("Open places come first among those that match equally well")
  func openFirst() throws {
    let entries = [
      try place("a/x/1", "A", category: .cafe, hours: daily([service("18:00", "22:00")])),
      try place("a/x/2", "B", category: .diningHall, hours: daily([service("10:00", "22:00")])),
      try place("a/x/3", "C", category: .cafe), try place("a/x/4", "Food Bank", category: .service),
    ]
    let query = try PlaceQuery(search: "food").understood(in: entries, campuses: [])
    #expect(query.results(in: entries, by: try rule()).items.map { String($0.entry.id.record) } == ["4", "2", "1", "3"])
  }

  @Test("Days choose the time, and places with their names come first")
  func times() throws {
    let sunday = try understood("library sunday")
    #expect(sunday == (["7"], "library: libraries; on Sunday", "sunday"))
    let named = try understood("sunday")
    #expect(named.ids.first == "10" && named.ids.count == 10 && named.time == "sunday")
    let brunch = try understood("sunday caf")
    #expect(brunch.ids == ["10"] && brunch.time == nil, "\(brunch)")
    #expect(try understood("coffee tomorrow").explanation?.hasSuffix("; tomorrow") == true)
    #expect(try understood("open food").explanation?.hasSuffix("; open") == true)
    #expect(try PlaceQuery(search: "open now").meaning?.isOpen == true)
  }

  @Test("Every line of the synonyms has words, and categories that exist")
  func synonyms() {
    for (phrase, synonym) in Synonym.all {
      #expect(!phrase.isEmpty && phrase.count <= Synonym.longest)
      let hasMeaning =
        !synonym.categories.isEmpty || !synonym.words.isEmpty || synonym.time != nil || synonym.isOpen
        || synonym.diet != nil || synonym.isNegation
      #expect(hasMeaning, "\(phrase)")
      #expect(synonym.words.allSatisfy { SearchText($0).joined == $0 }, "\(phrase): words are folded")
    }
    #expect(Synonym.all[["food"]]?.categories == [.diningHall, .cafe, .restaurant, .fastFood])
  }

  @Test(arguments: ["", "  ", "!?", "'"])
  func emptySearchIsAnError(_ text: String) {
    #expect(throws: QueryError.self) { try PlaceQuery(search: text) }
  }
}
