import Foundation
import OpeningHours
import Testing

@testable import Commands

@Suite struct SystemClockTests {
  /// A server's wait is not shortened by the part of a second that has already passed.
  @Test(arguments: [0, 1, 120]) func waitIsNotShorterThanRequested(_ seconds: Int) throws {
    let epoch = try #require(Instant(secondsSinceEpoch: 0))
    let clock = SystemClock(fallback: epoch)
    for _ in 0..<100 {
      let before = Date().timeIntervalSince1970
      let moment = Double(clock.moment(after: seconds).secondsSinceEpoch)
      #expect(moment >= before + Double(seconds))
      #expect(moment < Date().timeIntervalSince1970 + Double(seconds) + 1)
    }
  }
}
