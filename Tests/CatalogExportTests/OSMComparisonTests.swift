import CampusCatalog
import OpeningHours
import TestKit
import Testing

@testable import CatalogExport

/// Places compared with elements of OpenStreetMap.
@Suite struct OSMComparisonTests {
  private static let zone = Zone("America/New_York")

  /// A place at some meters north of a fixed position.
  private static func place(
    _ record: String, _ name: String, _ category: CampusCatalog.Category = .cafe, north meters: Double? = 0, hours: String? = nil,
    phone: String? = nil, website: String? = nil
  ) throws -> Entry {
    let zone = try #require(zone)
    let position = meters.flatMap { Coordinate(latitude: 38.83 + $0 / 111_195, longitude: -77.307) }
    let campus = try #require(CampusID("gmu"))
    let feed = try #require(FeedID("gmu/feed"))
    return Entry(
      id: try #require(EntryID("gmu/feed/\(record)")), campus: campus, name: name,
      links: try website.map { [Link(.website, try #require(WebAddress($0)))] } ?? [],
      sources: [SourceReference(feed: feed, record: record)],
      details: .place(
        Place(
          category: category, location: Location(coordinate: position), hours: try hours.map { try Schedule(osm: $0, zone: zone) },
          contact: Contact(phone: phone))))
  }

  /// A node at some meters north of the same position.
  private static func node(_ id: Int, north meters: Double? = 0, _ tags: String...) -> String {
    let members = tags.map { tag in
      let parts = tag.split(separator: "=", maxSplits: 1)
      return "\"\(parts[0])\":\"\(parts[1])\""
    }
    let position = meters.map { "\"lat\":\(38.83 + $0 / 111_195),\"lon\":-77.307," } ?? ""
    return "{\"type\":\"node\",\"id\":\(id),\(position)\"tags\":{\(members.joined(separator: ","))}}"
  }

  private static func findings(
    _ places: [Entry], _ nodes: [String], within meters: Double = 150, isReversed: Bool = false
  ) throws -> [String] {
    try comparison(places, nodes, within: meters, isReversed: isReversed).findings.map {
      "\($0.place?.description.suffix(1) ?? "-") \($0.code.rawValue): \($0.text)"
    }
  }

  private static func comparison(
    _ places: [Entry], _ nodes: [String], within meters: Double = 150, isReversed: Bool = false
  ) throws -> OSMComparison {
    let nodes = isReversed ? nodes.reversed() : nodes
    let extract = try OSMExtract(Array("{\"elements\":[\(nodes.joined(separator: ","))]}".utf8), file: "extract")
    let campus = Campus(id: try #require(CampusID("gmu")), name: "Mason", timeZone: zone, country: "US")
    let catalog = Catalog(generatedAt: try #require(Instant("2026-11-21T17:00:00Z")), campuses: [campus], feeds: [], entries: places)
    let date = try #require(LocalDate("2026-11-21"))
    return OSMComparison(catalog, with: extract, within: meters, on: { _ in date }, usual: { _ in nil })
  }

  @Test func equalPlacesHaveNoFindings() throws {
    let places = try [
      Self.place("a", "Café [North]", hours: "Mo-Fr 08:00-17:00", phone: "703-993-1000", website: "https://www.example.edu/a/"),
      Self.place("b", "Library", .library, north: 50), Self.place("c", "Remote", north: nil),
    ]
    let nodes = [
      Self.node(
        1, north: 100, "amenity=cafe", "name=CAFE", "opening_hours=Mo,Tu,We,Th,Fr 8:00-12:00,12:00-17:00; PH off",
        "contact:phone=+1 703 993 1000;+1 703 993 2000", "url=http://example.edu/a"),
      Self.node(2, north: 10, "amenity=library", "name=Bibliothek", "name:en=Library"), Self.node(3, "amenity=cafe", "name=remote"),
      Self.node(4, "highway=bus_stop", "name=Library"), Self.node(5, "amenity=bench"), Self.node(6, "amenity=cafe"),
    ]
    #expect(try Self.findings(places, nodes) == [])
    #expect(try Self.findings(places, nodes, isReversed: true) == [])
  }

  @Test(arguments: [
    (
      ["amenity=cafe", "name=Joe", "opening_hours=Mo-Fr 08:00-16:00"],
      ["a hours: opening_hours “Mo-Fr 08:00-16:00” in OpenStreetMap, “Mo-Fr 08:00-17:00” in the catalog"]
    ),
    (
      ["amenity=cafe", "name=Joe", "opening_hours=Mo-Fr 08:00-16:00; PH off"],
      [
        "a hours: opening_hours “Mo-Fr 08:00-16:00; PH off” in OpenStreetMap, “Mo-Fr 08:00-17:00” in the catalog; "
          + "a rule for holidays is left out: \"PH off\""
      ]
    ),
    (["amenity=cafe", "name=Joe"], ["a hours: no opening_hours in OpenStreetMap, “Mo-Fr 08:00-17:00” in the catalog"]),
    (
      ["amenity=cafe", "name=Joe", "opening_hours=Mo-Fr 08:00-sunset"],
      [
        "a unreadable-hours: opening_hours “Mo-Fr 08:00-sunset” cannot be compared; byte 12: "
          + "expected a time such as \"08:00\"; times such as \"sunrise\" cannot be expressed in a schedule"
      ]
    ),
    (["amenity=cafe", "name=Joe", "opening_hours=2026 Nov 21 off; Mo-Fr 08:00-17:00"], []),
  ])
  func hours(_ tags: [String], _ expected: [String]) throws {
    let place = try Self.place("a", "Joe", hours: "Mo-Fr 08:00-17:00")
    let node =
      "{\"type\":\"node\",\"id\":1,\"lat\":38.83,\"lon\":-77.307,\"tags\":{"
      + tags.map { "\"" + $0.replacing(/=/, with: "\":\"", maxReplacements: 1) + "\"" }.joined(separator: ",") + "}}"
    #expect(try Self.findings([place], [node]) == expected)
  }

  /// Hours that are known only for dates are not proposed; a week with exceptions is.
  @Test func hoursOfDates() throws {
    let dated = try Self.place("a", "Joe", hours: "unknown; 2026 Nov 21 08:00-17:00")
    #expect(try Self.findings([dated], [Self.node(1, "amenity=cafe", "name=Joe", "opening_hours=Mo-Fr 09:00-17:00")]) == [])
    #expect(try Self.findings([dated], [Self.node(1, "amenity=cafe", "name=Joe")]) == [])
    #expect(
      try Self.findings([dated], [Self.node(1, north: 900, "amenity=pub", "name=X")]) == [
        "a missing: is not in OpenStreetMap: amenity=cafe | name=Joe"
      ])
    let week = try Self.place("a", "Joe", hours: "Mo-Fr 08:00-17:00; 2026 Nov 26 off")
    for hours in ["Mo-Fr 08:00-17:00", "Mo-Fr 08:00-17:00; 2026 Nov 26 off"] {
      #expect(try Self.findings([week], [Self.node(1, "amenity=cafe", "name=Joe", "opening_hours=\(hours)")]) == [])
    }
  }

  /// A map may have the week of the term, or the one that applies otherwise.
  @Test(arguments: [("08:00-17:00", true), ("09:00-15:00", true), ("10:00-16:00", false)])
  func hoursOfATerm(_ hours: String, _ isSame: Bool) throws {
    let place = try Self.place("a", "Joe", hours: "08:00-17:00; 2026 Nov 01-2026 Dec 31 09:00-15:00; 2027 Feb 01-2027 Mar 31 10:00-16:00")
    let findings = try Self.findings([place], [Self.node(1, "amenity=cafe", "name=Joe", "opening_hours=\(hours)")])
    #expect(findings.isEmpty == isSame, "\(findings)")
  }

  /// A pair needs a compatible kind, and one candidate on both sides.
  @Test func matching() throws {
    let (cafe, other) = (try Self.place("a", "Joe"), try Self.place("b", "Joe", north: 100))
    let far = Self.node(9, north: -1_000, "amenity=pub", "name=Far")
    #expect(try Self.findings([cafe], [Self.node(1, "amenity=library", "name=Joe"), far]).map { $0.prefix(9) } == ["a missing"])
    // Each has an element at its position.
    #expect(
      try Self.findings([cafe, other], [Self.node(1, "amenity=cafe", "name=Joe"), Self.node(2, north: 100, "amenity=cafe", "name=Joe")])
        == [])
    // Two candidates, and then two places for one element.
    let two = [Self.node(1, north: 40, "amenity=cafe", "name=Joe"), Self.node(2, north: -40, "amenity=cafe", "name=Joe")]
    #expect(try Self.findings([cafe], two) == ["a ambiguous: may be node/1 or node/2"])
    #expect(try Self.findings([cafe], two, isReversed: true) == ["a ambiguous: may be node/1 or node/2"])
    #expect(
      try Self.findings([cafe, other], [Self.node(1, north: 50, "amenity=cafe", "name=Joe")]) == [
        "a ambiguous: may be node/1", "b ambiguous: may be node/1",
      ])
    // The id decides, and so does a page that only these two have.
    #expect(
      try Self.findings([cafe], [Self.node(1, north: 40, "amenity=cafe", "name=Jo", "ref:gmu=gmu/feed/a"), two[1]]) == [
        "a name: name “Jo” in OpenStreetMap, “Joe” in the catalog", "- extra: amenity=cafe is not in the catalog",
      ])
    let page = try Self.place("a", "Joe", website: "https://example.edu/joe")
    #expect(
      try Self.findings([page], [Self.node(1, "amenity=cafe", "name=Joseph", "website=http://www.EXAMPLE.edu/joe/")]) == [
        "a name: name “Joseph” in OpenStreetMap, “Joe” in the catalog"
      ])
    // A page of two places says nothing about either.
    let shared = try [
      Self.place("a", "Joe", website: "https://example.edu"), Self.place("b", "Jim", north: 60, website: "http://example.edu/"),
    ]
    #expect(
      try Self.findings(shared, [Self.node(1, "amenity=cafe", "name=Joe"), Self.node(2, north: 60, "amenity=bar", "name=Jim")]) == [])
  }

  @Test func positions() throws {
    let place = try Self.place("a", "Joe")
    #expect(
      try Self.findings([place], [Self.node(1, north: 320, "amenity=cafe", "name=Joe")]) == [
        "a moved: is 320 m from its position in the catalog"
      ])
    #expect(try Self.findings([place], [Self.node(1, north: 320, "amenity=cafe", "name=Joe")], within: 400) == [])
    // Further away, it is another place; then the only place is outside of the extract.
    #expect(try Self.findings([place], [Self.node(1, north: 1_400, "amenity=cafe", "name=Joe")], within: 100) == [])
    #expect(
      try Self.findings([place], [Self.node(1, north: 800, "amenity=bar", "name=Joseph")], within: 100) == [
        "a missing: is not in OpenStreetMap: amenity=cafe | name=Joe"
      ])
  }

  /// What a place has in common with an element counts up to ten times the distance of the comparison.
  @Test(arguments: [(990.0, true), (1_010, false)])
  func placesMayHaveMovedTenTimesTheDistance(_ meters: Double, _ isPaired: Bool) throws {
    // Another place gives the campus its area. The hours show whether the place is paired.
    let other = try Self.place("z", "Library", .library)
    let library = Self.node(9, "amenity=library", "name=Library")
    let hours = "no opening_hours in OpenStreetMap, “Mo-Fr 08:00-17:00” in the catalog"
    func hasHours(_ place: Entry, _ tags: String) throws -> Bool {
      let node = Self.node(1, north: meters, "amenity=cafe", tags)
      return try Self.findings([place, other], [node, library], within: 100).contains("a hours: \(hours)")
    }
    let unplaced = try Self.place("a", "Joe", north: nil, hours: "Mo-Fr 08:00-17:00")
    #expect(try hasHours(unplaced, "name=Joe") == isPaired)
    let page = try Self.place("a", "Joe", hours: "Mo-Fr 08:00-17:00", website: "https://example.edu/joe")
    #expect(try hasHours(page, "website=https://example.edu/joe") == isPaired)
    let moved = try Self.findings(
      [try Self.place("a", "Joe"), other], [Self.node(1, north: meters, "amenity=cafe", "name=Joe"), library], within: 100)
    #expect(moved.contains { $0.hasPrefix("a moved") } == isPaired)
  }

  @Test func phonesAndExtras() throws {
    let place = try Self.place("a", "Joe", phone: "(703) 993-1000 ext. 2")
    let tags = ["amenity=cafe", "name=Joe"]
    #expect(try Self.findings([place], [Self.node(1, tags[0], tags[1], "phone=703.993.1000")]) == [])
    #expect(
      try Self.findings([place], [Self.node(1, tags[0], tags[1])]) == [
        "a phone: no phone in OpenStreetMap, “+1-703-993-1000 x2” in the catalog"
      ])
    #expect(
      try Self.findings([place], [Self.node(1, tags[0], tags[1], "contact:phone=+1 703 993 2000")]) == [
        "a phone: contact:phone “+1 703 993 2000” in OpenStreetMap, “+1-703-993-1000 x2” in the catalog"
      ])
    // Only elements of kinds that the catalog has, with a name, on the campus.
    let short = try Self.place("a", "Joe", phone: "3-1000")
    let others = [
      Self.node(2, "amenity=restaurant", "name=Old"), Self.node(3, "amenity=library", "name=Books"), Self.node(4, "amenity=cafe"),
      Self.node(5, north: 200, "amenity=cafe", "name=Away"),
    ]
    #expect(try Self.findings([short], [Self.node(1, tags[0], tags[1])] + others) == ["- extra: amenity=restaurant is not in the catalog"])
  }

  @Test(arguments: [
    ("https://www.Example.edu:443/A/?b=1#c", "example.edu/A/?b=1"), ("example.edu/", "example.edu"), ("HTTP://example.edu", "example.edu"),
    ("ftp://example.edu", nil), ("example", nil), ("", nil), ("https://", nil),
  ])
  func websites(_ text: String, _ expected: String?) { #expect(OSMText.website(text) == expected) }

  @Test(arguments: Category.allCases) func categoriesHaveKinds(_ category: CampusCatalog.Category) {
    #expect(!category.osmKinds.isEmpty)
    // An element with the tags of a category may be a place of it.
    let tags = Dictionary(category.osmTags.map { ($0.key, $0.value) }) { first, _ in first }
    #expect(tags.isEmpty == [.study, .service, .other].contains(category))
    #expect(tags.isEmpty || !OSMKind.of(tags).isDisjoint(with: category.osmKinds))
  }

  /// A finding has the tags to set, if there are any.
  @Test func findingsHaveTags() throws {
    let places = [
      try Self.place("a", "Joe", hours: "Mo-Fr 08:00-17:00"), try Self.place("b", "Ann", north: nil, hours: "Mo-Fr 08:00-17:00"),
    ]
    let nodes = [
      Self.node(1, "amenity=cafe", "name=Joe", "opening_hours=Mo-Fr 08:00-16:00"), Self.node(2, "amenity=cafe", "name=Other cafe"),
    ]
    let json = try Self.comparison(places, nodes).json
    let findings = json.split(separator: "\n").filter { $0.hasPrefix("{\"finding\"") }
    #expect(findings.contains { $0.contains("\"tags\":{\"opening_hours\":\"Mo-Fr 08:00-17:00\"}") }, "\(json)")
    #expect(findings.contains { !$0.contains("\"tags\"") } && !json.contains("\"tags\":{}"), "\(json)")
  }
}
