import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import TestKit
import Testing

/// An update with its number in each of its parts, so that a mix of two is detected.
struct SampleUpdate {
  let feed: FeedID
  let number: Int
  let isStream: Bool
  /// How many bytes the entries have, and the body.
  let size: Int
  private let time: Instant

  init(_ feed: String, _ number: Int, isStream: Bool = false, size: Int = 2_000) throws {
    self.feed = try #require(FeedID(feed))
    self.number = number
    self.isStream = isStream
    self.size = size
    time = try #require(Instant(secondsSinceEpoch: Int64(number)))
  }

  var update: FeedUpdate { FeedUpdate(state, entries: entries, bodies: [(body.sha256, body)], isStream: isStream) }

  var state: FeedState {
    var state = FeedState(feed: feed, key: "key \(number)")
    state.failures = number
    state.requests["all"] = FeedState.RequestState(
      key: "key", validators: Validators(etag: "\"\(number)\""), body: body.sha256, url: "https://example.org/", receivedAt: time)
    state.lastGood = FeedState.LastGood(
      acceptedAt: time, checkedAt: time, fetchedAt: time, content: entries.sha256, bodies: body.sha256, bytes: body.count,
      entries: number, rejected: 0, url: nil, etag: nil, notes: [Note(ReasonCode("note"), "number \(number)")])
    return state
  }

  var entries: [UInt8] { filled("entry") }
  var body: [UInt8] { filled("body") }

  /// The number in the state of such an update; nil if its parts have different numbers.
  static func number(of state: FeedState) -> Int? {
    let number = state.failures
    let isOne =
      state.key == "key \(number)" && state.requests["all"]?.validators.etag == "\"\(number)\""
      && state.lastGood?.entries == number && state.lastGood?.notes.first?.detail == "number \(number)"
    return isOne ? number : nil
  }

  /// Noise after its first line, so that it is stored as it is.
  private func filled(_ word: String) -> [UInt8] {
    var bytes = Array("\(word) \(number) of \(feed)\n".utf8)
    var generator = SeededGenerator(seed: UInt64(number) &+ UInt64(feed.description.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }))
    while bytes.count < size { bytes.append(.random(in: 0...255, using: &generator)) }
    return bytes
  }
}

extension [UInt8] {
  var sha256: String { SHA256.hash(self).hexadecimal }
}
