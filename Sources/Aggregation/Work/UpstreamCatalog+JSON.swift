import CampusCatalog
import FeedKit
import OpeningHours
import SimdJSON

extension UpstreamCatalog {
  /// Writes the members `campuses` and `feeds`.
  func writeMembers(to writer: inout JSONWriter) {
    writer.list("campuses", campuses) { $0.write(to: &$1) }
    writer.list("feeds", feeds) { $0.write(to: &$1) }
  }

  init(reading value: JSONValue) throws(JSONFieldError) {
    self.init(
      campuses: try value.requiredList("campuses") { (campus) throws(JSONFieldError) in try Campus(reading: campus) },
      feeds: try value.requiredList("feeds", FeedReport.init(reading:)))
  }
}

extension FeedState.Held {
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("reason", reason.description)
    writer.member("count", count)
    writer.member("entries", entries)
    writer.member("lastAt", lastAt.description)
  }

  init(reading value: JSONValue) throws(JSONFieldError) {
    self.init(
      reason: ReasonCode(try value.requiredText("reason")), count: try value.number("count"), entries: try value.number("entries"),
      lastAt: try value.requiredParsed("lastAt", "a time") { Instant($0) })
  }

  /// Writes the held feeds of a catalog; nothing if there are none.
  static func write(_ feeds: [FeedID: Self], to writer: inout JSONWriter) {
    if feeds.isEmpty { return }
    writer.objects("heldFeeds", feeds.sorted { $0.key < $1.key }) { held, writer in
      writer.member("feed", held.key.description)
      held.value.writeMembers(to: &writer)
    }
  }

  /// Reads the held feeds of a catalog.
  static func feeds(in value: JSONValue) throws(JSONFieldError) -> [FeedID: Self] {
    var feeds: [FeedID: Self] = [:]
    var elements = try value.array("heldFeeds")?.elements
    while let element = elements?.next() {
      try element.expectOnly(["feed", "reason", "count", "entries", "lastAt"])
      let feed = try element.requiredParsed("feed", "a feed id") { FeedID($0) }
      guard feeds.updateValue(try Self(reading: element), forKey: feed) == nil else {
        throw element.fault(.value, "the feed \(feed) appears twice")
      }
    }
    return feeds
  }
}
