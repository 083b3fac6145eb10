import CampusCatalog
import CatalogExport
import CatalogQuery
import CatalogSession
import Foundation
import OpeningHours
import TestKit
import TestTraits
import Testing

/// `aggregate osm compare`: the sample compared with its own export, and with changes.
@Suite(.waitsForPrograms) struct OSMCompareTests {
  /// The sample, and its places as features with a position.
  private struct Sample {
    let session: CatalogSession
    let features: [[String: Any]]

    init() async throws {
      let session = try await CatalogSession.open(CatalogRequest(.recording(.sample), now: try #require(Instant("2026-11-21T17:00:00Z"))))
      let catalog = session.catalog
      let header = ExportHeader(
        generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: catalog.feeds, rule: session.rule,
        filter: ExportFilter(kinds: [.place]))
      var bytes: [UInt8] = []
      try CatalogExport(.geojson, header).write(EntryStream(CatalogParts(catalog))) { bytes.append(contentsOf: $0) }
      let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      features = try #require(document?["features"] as? [[String: Any]])
      self.session = session
    }

    func comparison(with features: [[String: Any]]) throws -> OSMComparison {
      let bytes = try JSONSerialization.data(withJSONObject: ["type": "FeatureCollection", "features": features])
      let extract = try OSMExtract(Array(bytes), file: "extract")
      return OSMComparison(session.catalog, with: extract, within: 150, on: { session.rule.date(of: $0) }, usual: { _ in nil })
    }
  }

  private static func properties(_ feature: [String: Any]) -> [String: Any] { feature["properties"] as? [String: Any] ?? [:] }

  /// Changes one feature. Returns its id.
  private static func change(
    _ features: inout [[String: Any]], _ index: Int, _ change: (inout [String: Any]) -> Void
  ) -> String {
    var properties = Self.properties(features[index])
    change(&properties)
    features[index]["properties"] = properties
    return features[index]["id"] as? String ?? ""
  }

  @Test func exportIsTheSame() async throws {
    let sample = try await Sample()
    let comparison = try sample.comparison(with: sample.features)
    #expect(comparison.findings.isEmpty, "\(comparison.lines.prefix(20))")
    #expect(comparison.matched == comparison.compared && comparison.compared == sample.features.count)
    #expect(comparison.compared > 20)
  }

  @Test(arguments: Budget.seeds(20))
  func eachChangeIsFound(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let sample = try await Sample()
    func codes(_ features: [[String: Any]]) throws -> [String] {
      let found = try sample.comparison(with: features).findings.map { "\($0.place?.description ?? "-") \($0.code.rawValue)" }
      // The order of an extract does not matter.
      let shuffled = try sample.comparison(with: features.shuffled(using: &random)).findings
      #expect(shuffled.map { "\($0.place?.description ?? "-") \($0.code.rawValue)" } == found)
      return found
    }
    func index(_ condition: ([String: Any]) -> Bool) throws -> Int {
      try #require(sample.features.indices.filter { condition(sample.features[$0]) }.randomElement(using: &random))
    }
    func hasPosition(_ feature: [String: Any]) -> Bool { feature["geometry"] is [String: Any] }

    var features = sample.features
    #expect(try codes(features.shuffled(using: &random)).isEmpty)

    // Moved by 200 to 1,200 m.
    let moved = try index(hasPosition)
    let catalog = sample.session.catalog
    let entry = try #require(EntryID(features[moved]["id"] as? String ?? "").flatMap { catalog.entry($0) })
    let position = try #require(entry.location?.coordinate)
    let degrees = Double.random(in: 200...1_200, using: &random) / 111_195
    features[moved]["geometry"] = ["type": "Point", "coordinates": [position.longitude, position.latitude + degrees]] as [String: Any]
    #expect(try codes(features) == ["\(entry.id) moved"])

    features = sample.features
    let renamed = Self.change(&features, try index { _ in true }) { $0["name"] = "Zymurgy \(seed)" }
    #expect(try codes(features) == ["\(renamed) name"])

    // Hours of a week differ; hours of dates, and a week with unknown days, are not compared.
    features = sample.features
    let other = Self.change(&features, try index { Self.properties($0)["opening_hours"] != nil }) { $0["opening_hours"] = "Mo 03:17-03:18" }
    let base = try #require(EntryID(other).flatMap { catalog.entry($0) }?.hours?.layers.first)
    let isWeekly =
      switch base.rule {
      case .always: true
      case .week(let week): Weekday.allCases.allSatisfy { week[$0] != .unknown }
      case .days: false
      }
    #expect(try codes(features) == (isWeekly ? ["\(other) hours"] : []))

    // Other spellings of the same hours.
    features = sample.features
    for index in features.indices {
      _ = Self.change(&features, index) { properties in
        guard let hours = properties["opening_hours"] as? String else { return }
        let spelled = hours.replacing("Mo-Fr ", with: "Fr,Mo-Th ").replacing(" 0", with: " ").replacing(",0", with: ", ").replacing(
          "; ", with: " ;  "
        )
        .replacing(" off", with: " closed")
        properties["opening_hours"] = spelled
      }
    }
    #expect(try codes(features).isEmpty)

    features = sample.features
    let wrong = Self.change(&features, try index { Self.properties($0)["opening_hours"] != nil }) { $0["opening_hours"] = "by appointment" }
    #expect(try codes(features) == ["\(wrong) unreadable-hours"])

    // Without its element, a place is missing if its position is known.
    features = sample.features
    let gone = features.remove(at: try index { _ in true })
    let expected = hasPosition(gone) ? ["\(gone["id"] as? String ?? "") missing"] : []
    #expect(try codes(features) == expected)

    // An element that is no place.
    features = sample.features
    features.append([
      "type": "Feature", "id": "node/1",
      "geometry": ["type": "Point", "coordinates": [position.longitude, position.latitude]] as [String: Any],
      "properties": ["name": "Zymurgy", "amenity": "cafe", "shop": "books", "leisure": "stadium"],
    ])
    let extra = try codes(features)
    #expect(extra.isEmpty || extra == ["- extra"])
  }

  /// The formats, and the exit codes.
  @Test func program() throws {
    let folder = try TemporaryFolder()
    func run(_ words: String...) throws -> Program.Result { try Program.run(words, directory: folder.url) }
    #expect(try run("export", "--sample", "-q", "--format", "geojson", "-o", "same.geojson").status == 0)
    let same = try run("osm", "compare", "same.geojson", "--sample", "-q")
    #expect(same.status == 0 && same.out.hasSuffix("; 0 findings\n"), "\(same.out)\(same.error)")
    let text = try String(contentsOf: folder.url.appendingPathComponent("same.geojson"), encoding: .utf8)
    try folder.write(text.replacing("\"name\":\"Southside\"", with: "\"name\":\"Northside\""), to: "other.geojson")
    let other = try run("osm", "compare", "other.geojson", "--sample", "-q", "--campus", "gmu")
    #expect(other.status == 1)
    #expect(other.out.contains("  Southside  gmu/whats-open/southside"))
    #expect(other.out.contains("    name “Northside” in OpenStreetMap, “Southside” in the catalog"))
    for format in ["markdown", "geojson", "json"] {
      let result = try run("osm", "compare", "other.geojson", "--sample", "-q", "--campus", "gmu", "--format", format)
      #expect(result.status == 1 && result.out.contains("Northside"), "\(format): \(result.error)")
    }
    let hidden = try run("osm", "compare", "other.geojson", "--sample", "--campus", "gmu", "--only", "hours")
    #expect(hidden.status == 0 && hidden.error.contains("1 other finding is hidden by --only"), "\(hidden.error)")
    #expect(try run("osm", "compare", "missing.geojson", "--sample").status == 65)
    try folder.write("{\"elements\":[{}]}", to: "bad.json")
    let bad = try run("osm", "compare", "bad.json", "--sample")
    #expect(bad.status == 65 && bad.error.contains("bad.json:1:14: \"type\" is missing (/elements/0)"), "\(bad.error)")
    try folder.write("{\"elements\":[]}", to: "empty.json")
    let empty = try run("osm", "compare", "empty.json", "--sample", "--campus", "gmu")
    #expect(empty.status == 4 && empty.error.contains("empty.json has no places"), "\(empty.error)")
    #expect(try run("osm", "compare", "same.geojson", "--sample", "--within", "x").status == 64)
  }
}
