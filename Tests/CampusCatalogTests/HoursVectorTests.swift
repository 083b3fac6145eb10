import Foundation
import OpeningHours
import SimdJSON
import Testing

@testable import HoursProbe

/// Answers of an independent program (Tests/Oracles/hours_oracle.py), around past clock changes.
@Suite struct HoursVectorTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Oracles/hours-vectors.ndjson")

  @Test func answersMatchIndependentProgram() throws {
    let lines = String(decoding: try Data(contentsOf: Self.file), as: UTF8.self).split(separator: "\n")
    let header = try JSONDocument(parsing: Array(try #require(lines.first).utf8))
    let zoneData = try header.root.requiredText("zoneData")
    var answers = 0
    for line in lines.dropFirst() {
      let document = try JSONDocument(parsing: Array(line.utf8))
      let question = try HoursQuestion(Array(Self.text(try document.root.requiredObject("question")).utf8))
      var writer = JSONWriter(capacity: 4096)
      question.answer(to: &writer)
      let given = try JSONDocument(parsing: writer.bytes)
      let expected = try document.root.requiredObject("answer")
      for key in ["runs", "times", "seconds", "known", "spans"] {
        let (wanted, got) = (Self.words(expected, key), Self.words(given.root, key))
        #expect(
          wanted == got,
          "\(key) of \(question.schedule.zone.name) at \(question.range.lowerBound) (zone data of the answers: \(zoneData)): \(line)")
      }
      answers += try expected.requiredArray("runs").count
    }
    #expect(answers > 700)
  }

  /// Spans with equal times may be in any order, so lists of lists are sorted before comparing. Empty if the member is absent.
  private static func words(_ object: JSONValue, _ key: String) -> [String] {
    guard let value = object.member(named: key) else { return [] }
    guard value.isArray else { return [text(value)] }
    var parts: [String] = []
    var elements = value.elements
    while let element = elements.next() { parts.append(text(element)) }
    return parts.sorted()
  }

  private static func text(_ value: borrowing JSONValue) -> String {
    var writer = JSONWriter(capacity: 4096)
    writer.copy(value)
    return writer.text
  }
}
