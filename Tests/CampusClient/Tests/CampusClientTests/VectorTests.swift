import CampusClient
import Foundation
import OpeningHours
import Testing

/// The test vectors of Fixtures, answered as an app would.
@Suite struct VectorTests {
  private struct Vector: Decodable {
    let hours: Schedule
    let moments: [Moment]
  }

  private struct Moment: Decodable {
    let at: Instant
    let state: PlaceStatus.State
    let until, opens: Instant?
    let because: String?
    let sentence: String
  }

  @Test func placesAnswerAllVectors() throws {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { folder.deleteLastPathComponent() }
    let file = try Data(contentsOf: folder.appendingPathComponent("Fixtures/hours-vectors.ndjson"))
    let empty = #"{"id":"x/y/z","kind":"place","campus":"x","name":"Z","category":"cafe"}"#
    var place = try JSONDecoder().decode(Place.self, from: Data(empty.utf8))
    var moments = 0
    for line in file.split(separator: UInt8(ascii: "\n")) {
      let vector = try JSONDecoder().decode(Vector.self, from: line)
      place.hours = vector.hours
      for moment in vector.moments {
        let expected = PlaceStatus(
          state: moment.state, until: moment.until, opens: moment.opens, because: moment.because, sentence: moment.sentence)
        #expect(place.status(at: moment.at) == expected, "\(moment.at): \(String(decoding: line, as: UTF8.self))")
        moments += 1
      }
    }
    #expect(moments >= 5000)
  }
}
