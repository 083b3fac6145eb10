import CampusCatalog
import OpeningHours
import Testing

/// Entries without a catalog around them: one JSON object a line.
@Suite struct NDJSONTests {
  private let lines = [
    #"{"id":"b/f/2","kind":"place","campus":"b","name":"Two","category":"cafe","hours":{"zone":"Europe/Paris","layers":[]},"sources":[{"feed":"b/f","record":"2"}]}"#,
    #"{"name":"One","id":"a/f/1","kind":"place","campus":"a","category":"other","sources":[{"feed":"a/f","record":"1"}]}"#,
  ]

  private func read(_ text: String) throws(CatalogError) -> Catalog {
    guard let campus = CampusID("a"), let zone = Zone("Asia/Tokyo"), let moment = Instant("2026-11-21T17:00:00Z") else {
      preconditionFailure("valid values")
    }
    return try CatalogReader.read(
      ndjson: Array(text.utf8), known: [Campus(id: campus, name: "A", timeZone: zone)], generatedAt: moment)
  }

  @Test func entriesInAnyOrder() throws {
    for text in [lines.joined(separator: "\n"), lines.joined(separator: "\r\n\n") + "\n\n"] {
      let catalog = try read(text)
      #expect(catalog.entries.map(\.id.description) == ["a/f/1", "b/f/2"])
      #expect(catalog.campuses.map(\.name) == ["A", "b"])
      #expect(catalog.campuses.map { $0.timeZone?.name } == ["Asia/Tokyo", "Europe/Paris"])
    }
    #expect(try read("").entries.isEmpty)
  }

  @Test func errorsHaveALineAndAColumn() {
    func problem(_ text: String) -> CatalogError? { do throws(CatalogError) { _ = try read(text) } catch { return error }; return nil }
    #expect(problem(lines[0] + "\n\n{\"id\":1}") == .line(3, column: 2, "expected an entry id such as \"penn/dining/593\", found a number"))
    #expect(problem(lines[0] + "\n" + lines[0]) == .line(2, column: 1, "the entry b/f/2 appears twice"))
    guard case .line(2, let column, _) = problem(lines[0] + "\n{\"id\"") else { return #expect(Bool(false), "no error in line 2") }
    #expect(column > 1)
  }

  @Test("A line break cannot replace a comma inside an entry, or separate two entries of one line")
  func brokenLines() {
    for separator in ["\",", "},"] {
      let broken = lines[0].replacing(separator, with: separator.dropLast() + "\n")
      #expect(throws: CatalogError.self, "\(broken)") { try read(lines[1] + "\n" + broken) }
    }
    #expect(throws: CatalogError.self) { try read(lines.joined(separator: ",")) }
  }

  @Test func recognition() {
    #expect(CatalogReader.isNDJSON(Array(lines[0].utf8)))
    for text in [#"{"schema":"campus-catalog/1","#, "{\n", "[]", ""] { #expect(!CatalogReader.isNDJSON(Array(text.utf8)), "\(text)") }
  }
}
