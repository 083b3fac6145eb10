import CampusCatalog
import CatalogQuery
import QueryTestData
import TestKit
import Testing

@testable import CatalogExport

/// The sentence of a database about the part of the catalog that it has.
@Suite struct DatabaseContentsTests {
  @Test func contentsAreASentence() throws {
    let campuses = try Set(["b", "a"].map { text in try parsed(text) { CampusID($0) } })
    let filters = [
      (ExportFilter(), "All entries of the catalog."),
      (ExportFilter(leavesOutPast: true), "Entries without events and alerts that were over at the moment."),
      (ExportFilter(kinds: [.quote, .place]), "Entries of these kinds: place, quote."),
      (
        ExportFilter(campuses: campuses, categories: [.library, .cafe], leavesOutPast: true),
        "Entries of these campuses: a, b; of these categories: cafe, library; without events and alerts that were over at the moment."
      ),
    ]
    for (filter, text) in filters {
      let now = try moment("2026-11-21T17:00:00Z")
      let header = ExportHeader(generatedAt: now, campuses: [], feeds: [], rule: StatusRule(at: now, campuses: []), filter: filter)
      let about = try #require(HeaderTables.rows(header, [], []).first)
      #expect(about.first { $0.first == .text("contents") }?.last == .text(text))
    }
  }
}
