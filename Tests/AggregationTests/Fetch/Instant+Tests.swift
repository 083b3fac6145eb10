import OpeningHours
import Testing

extension Instant {
  static let epoch: Instant = {
    guard let epoch = Instant(secondsSinceEpoch: 0) else { preconditionFailure("the epoch is in range") }
    return epoch
  }()

  static func at(_ text: String) throws -> Instant { try #require(Instant(text)) }
}
