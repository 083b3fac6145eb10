import Foundation
import SimdJSON
import Testing

@testable import HoursProbe

/// Answers that an independent program gave (Tests/Oracles/hours_oracle.py), around clock changes that have happened.
@Suite struct HoursVectorTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Oracles/hours-vectors.ndjson")

  @Test func answersAreThoseOfTheIndependentProgram() throws {
    let lines = String(decoding: try Data(contentsOf: Self.file), as: UTF8.self).split(separator: "\n")
    let header = try JSONDocument(parsing: Array(try #require(lines.first).utf8))
    let zoneData = try header.root.requiredText("zoneData")
    var answers = 0
    for line in lines.dropFirst() {
      let document = try JSONDocument(parsing: Array(line.utf8))
      let question = try HoursQuestion(text(try document.root.requiredObject("question")))
      var writer = JSONWriter(capacity: 4096)
      question.answer(to: &writer)
      let given = try JSONDocument(parsing: writer.bytes)
      let expected = try document.root.requiredObject("answer")
      for key in ["runs", "times", "seconds", "known", "spans"] {
        let (wanted, got) = (expected.member(named: key).map(Self.words), given.root.member(named: key).map(Self.words))
        #expect(
          wanted == got,
          "\(key) of \(question.schedule.zone.name) at \(question.range.lowerBound) (zone data of the answers: \(zoneData)): \(line)")
      }
      answers += try expected.requiredArray("runs").count
    }
    #expect(answers > 2000)
  }

  private func text(_ value: borrowing JSONValue) -> [UInt8] {
    var writer = JSONWriter(capacity: 4096)
    writer.copy(value)
    return writer.bytes
  }

  /// Spans with equal times may stand in any order: lists of a list are compared sorted.
  private static func words(_ value: JSONValue) -> [String] {
    var parts: [String] = []
    guard value.isArray else {
      var writer = JSONWriter(capacity: 64)
      writer.copy(value)
      return [writer.text]
    }
    var elements = value.elements
    while let element = elements.next() {
      var writer = JSONWriter(capacity: 256)
      writer.copy(element)
      parts.append(writer.text)
    }
    return parts.sorted()
  }
}
