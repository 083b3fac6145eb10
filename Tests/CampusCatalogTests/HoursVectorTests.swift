import CampusCatalog
import Foundation
import OpeningHours
import SimdJSON
import Testing

/// The test vectors for authors of clients: answers of an independent program (Tests/Oracles/hours_oracle.py), around past clock changes.
@Suite struct HoursVectorTests {
  private struct Vector: Decodable {
    let hours: Schedule
    let moments: [Moment]
  }

  private struct Moment: Decodable {
    let at: Instant
    let state: String
    let until, opens: Instant?
    let because: String?
    let sentence: String
  }

  private static let lines: [[UInt8]] = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.deletingLastPathComponent().appendingPathComponent("Fixtures/hours-vectors.ndjson")
    return ((try? Data(contentsOf: file)) ?? Data()).split(separator: UInt8(ascii: "\n")).map(Array.init)
  }()

  @Test func answersMatchIndependentProgram() throws {
    var moments = 0
    for line in Self.lines {
      let vector = try JSONDecoder().decode(Vector.self, from: Data(line))
      let zone = vector.hours.zone
      for moment in vector.moments {
        let status = vector.hours.status(at: moment.at)
        let state = status.isOpen ? "open" : status.isClosed ? "closed" : "unknown"
        let place = "\(zone.name) at \(moment.at): \(String(decoding: line, as: UTF8.self))"
        #expect(state == moment.state, "\(place)")
        #expect(status.until == moment.until, "\(place)")
        #expect(status.opens == moment.opens, "\(place)")
        #expect(status.unknownReason?.code == moment.because, "\(place)")
        #expect(status.sentence(at: moment.at, in: zone) == moment.sentence, "\(place)")
        moments += 1
      }
    }
    #expect(moments >= 5000)
  }

  /// Apps read hours with Codable, and everything else with simdjson.
  @Test func bothReadersAndWritersAgree() throws {
    #expect(!Self.lines.isEmpty)
    for line in Self.lines {
      let coded = try JSONDecoder().decode(Vector.self, from: Data(line)).hours
      let document = try JSONDocument(parsing: line)
      let read = try Schedule(reading: try document.root.requiredObject("hours"))
      #expect(coded == read)
      var writer = JSONWriter(capacity: 4096)
      read.write(to: &writer)
      let written = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? NSDictionary
      let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(coded)) as? NSDictionary
      #expect(written != nil)
      #expect(encoded == written)
    }
  }
}
