import AdapterWorkbench
import Aggregation
import CampusCatalog
import Foundation
import Testing

/// Every case folder is run, and the result compared line by line with the expectation.
@Suite struct FixtureTests {
  @Test func thereAreCases() {
    #expect(FixtureCase.all.count >= 60)
  }

  @Test(arguments: FixtureCase.all)
  func producesExpectedLines(_ fixture: FixtureCase) async throws {
    let lines = RecordedCase.lines(of: try await fixture.run().catalog)
    let file = fixture.folder.appendingPathComponent("expected.ndjson")
    guard let data = try? Data(contentsOf: file) else {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
      Issue.record("\(fixture.name) had no expected.ndjson: it is written now; read it, and run the tests again")
      return
    }
    let expected = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    for (line, wanted) in zip(lines, expected) where line != wanted {
      Issue.record("\(fixture.name) (\(fixture.about))\n  got      \(line)\n  expected \(wanted)")
    }
    #expect(lines.count == expected.count, "\(fixture.name)")
  }

  /// Questions that other programs got wrong: is it open, until when, and when does it open next.
  @Test(arguments: FixtureCase.all)
  func answersMatch(_ fixture: FixtureCase) async throws {
    let questions = try FixtureQuestion.all(in: fixture.folder)
    if questions.isEmpty { return }
    let catalog = try await fixture.run().catalog
    for question in questions {
      if let fault = try question.fault(in: catalog) {
        Issue.record("\(fixture.name) (\(fixture.about))\n  \(fault)\n  expected \(question)")
      }
    }
  }

  @Test func thereAreQuestions() throws {
    let asked = try FixtureCase.all.map { try FixtureQuestion.all(in: $0.folder).count }
    #expect(asked.filter { $0 > 0 }.count >= 30)
    #expect(asked.reduce(0, +) >= 90)
  }

  /// A feed in a different order gives the same content hash.
  @Test(arguments: FixtureCase.all)
  func recordOrderDoesNotMatter(_ fixture: FixtureCase) async throws {
    let first = CatalogWriter.bytes(of: try await fixture.run().catalog)
    let second = CatalogWriter.bytes(of: try await fixture.run().catalog)
    #expect(first == second)
    #expect(CatalogWriter.bytes(of: try CatalogReader.read(first)) == first, "reading back and writing again changes \(fixture.name)")
  }
}
