import CampusCatalog
import Foundation
import OpeningHours
import SimdJSON

/// Times `status(at:)` over many schedules on one thread.
struct StatusMeasurement {
  private let schedules: [Schedule]

  /// - Parameter file: a line for each schedule, in the JSON form of a catalog.
  init(file: String) throws {
    guard let data = FileManager.default.contents(atPath: file) else { throw CocoaError(.fileReadNoSuchFile) }
    let bytes = Array(data)
    var schedules: [Schedule] = []
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let document = try JSONDocument(parsing: Array(bytes[start..<end]))
      schedules.append(try Schedule(reading: document.root))
      start = end + 1
    }
    self.schedules = schedules
  }

  /// Reads lists of moments, in seconds, one per line; writes for each list a line with the time and the sums of the answers,
  /// so that they can be compared and the compiler removes none.
  func run() throws {
    print("{\"schedules\":\(schedules.count)}")
    fflush(nil)
    let clock = ContinuousClock()
    while let line = readLine() {
      let moments = line.split(separator: " ").compactMap { Int64($0) }.compactMap { Instant(secondsSinceEpoch: $0) }
      var (open, unknown, later) = (0, 0, Int64(0))
      let time = clock.measure {
        for moment in moments {
          for schedule in schedules {
            let status = schedule.status(at: moment)
            if status.isOpen { open += 1 } else if !status.isClosed { unknown += 1 }
            if let until = status.until { later &+= until.secondsSinceEpoch &- moment.secondsSinceEpoch }
          }
        }
      }
      let answers = moments.count * schedules.count
      let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
      print("{\"answers\":\(answers),\"seconds\":\(seconds),\"open\":\(open),\"unknown\":\(unknown),\"until\":\(later)}")
      fflush(nil)
    }
  }
}
