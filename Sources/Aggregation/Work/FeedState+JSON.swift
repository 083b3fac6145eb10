import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import SimdJSON

/// The state of a feed in the lines of `aggregate work`, as Docs/reference/work.md describes it.
extension FeedState {
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("key", key)
    writer.objects("requests", requests.sorted { $0.key < $1.key }) { request, writer in
      writer.member("label", request.key)
      request.value.writeMembers(to: &writer)
    }
    if let lastGood { writer.object("lastGood") { lastGood.writeMembers(to: &$0) } }
    writer.member("nextDue", nextDue?.description)
    writer.member("notBefore", notBefore?.description)
    if failures > 0 { writer.member("failures", failures) }
    writer.member("lastFailure", lastFailure?.description)
    writer.member("lastPolledAt", lastPolledAt?.description)
    writer.member("lastUnconditionalAt", lastUnconditionalAt?.description)
    writer.member("distrustedAt", distrustedAt?.description)
    writer.member("goneAt", goneAt.map(\.description))
    if let held { writer.object("held") { held.writeMembers(to: &$0) } }
    Held.write(heldFeeds, to: &writer)
    writer.endObject()
  }

  /// Returns the member `state` of a line; nil if it is absent.
  static func ifPresent(in line: JSONValue, of feed: FeedID) throws(JSONFieldError) -> FeedState? {
    guard let state = try line.object("state") else { return nil }
    return try FeedState(reading: state, of: feed)
  }

  // A literal in a function would be compiled at each use. Matching does not change it.
  nonisolated(unsafe) private static let label = /[a-z0-9]+(-[a-z0-9]+)*(\.[1-9][0-9]{0,8})?/

  private init(reading value: JSONValue, of feed: FeedID) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected the state of a feed, found \(value.kind)") }
    try value.expectOnly([
      "key", "requests", "lastGood", "nextDue", "notBefore", "failures", "lastFailure", "lastPolledAt", "lastUnconditionalAt",
      "distrustedAt", "goneAt", "held", "heldFeeds",
    ])
    self.init(feed: feed, key: try value.requiredText("key"))
    var values = try value.array("requests")?.elements
    while let request = values?.next() {
      // It becomes part of a path, so it must have the form of a label.
      let label = try request.requiredParsed("label", "the label of a request, such as \"venues\" or \"guides.2\"") { text in
        text.wholeMatch(of: Self.label) == nil ? nil : text
      }
      guard requests.updateValue(try RequestState(reading: request), forKey: label) == nil else {
        throw request.fault(.value, "the request \"\(label)\" appears twice")
      }
    }
    if let last = try value.object("lastGood") { lastGood = try LastGood(reading: last) }
    nextDue = try value.instant("nextDue")
    notBefore = try value.instant("notBefore")
    failures = try value.number("failures")
    lastFailure = try value.text("lastFailure").map(ReasonCode.init)
    lastPolledAt = try value.instant("lastPolledAt")
    lastUnconditionalAt = try value.instant("lastUnconditionalAt")
    distrustedAt = try value.instant("distrustedAt")
    goneAt = try value.list("goneAt") { (time) throws(JSONFieldError) in try time.parsed("a time") { Instant($0) } }
    if let held = try value.object("held") {
      try held.expectOnly(["reason", "count", "entries", "lastAt"])
      self.held = try Held(reading: held)
    }
    heldFeeds = try Held.feeds(in: value)
  }
}

extension FeedState.RequestState {
  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member("key", key)
    writer.member("etag", validators.etag)
    writer.member("lastModified", validators.lastModified)
    writer.member("body", body)
    writer.member("url", url)
    writer.key("headers")
    writer.json(headers.json.utf8)
    writer.member("receivedAt", receivedAt.description)
    if let moved {
      writer.object("moved") { writer in
        writer.member("url", moved.url)
        writer.member("count", moved.count)
        writer.member("since", moved.since.description)
      }
    }
  }

  fileprivate init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["label", "key", "etag", "lastModified", "body", "url", "headers", "receivedAt", "moved"])
    var headers: [String: String] = [:]
    var members = try value.requiredObject("headers").members
    while let member = members.next() {
      headers[member.key] = try member.value.parsed("text") { $0 }
    }
    self.init(
      key: try value.requiredText("key"),
      validators: Validators(etag: try value.headerValue("etag"), lastModified: try value.headerValue("lastModified")),
      body: try value.sha256("body"), url: try value.requiredText("url"), headers: StoredHeaders(headers),
      receivedAt: try value.requiredParsed("receivedAt", "a time") { Instant($0) })
    guard let moved = try value.object("moved") else { return }
    self.moved = FeedState.Moved(
      url: try moved.requiredText("url"), count: try moved.number("count"),
      since: try moved.requiredParsed("since", "a time") { Instant($0) })
  }
}

extension FeedState.LastGood {
  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member("acceptedAt", acceptedAt.description)
    writer.member("checkedAt", checkedAt.description)
    writer.member("fetchedAt", fetchedAt.description)
    writer.member("content", content)
    writer.member("bodies", bodies)
    writer.member("bytes", bytes)
    writer.member("entries", entries)
    writer.member("rejected", rejected)
    writer.member("url", url)
    writer.member("etag", etag)
    if !notes.isEmpty { writer.list("notes", notes) { $0.write(to: &$1) } }
    if let upstream { writer.object("upstream") { upstream.writeMembers(to: &$0) } }
  }

  fileprivate init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly([
      "acceptedAt", "checkedAt", "fetchedAt", "content", "bodies", "bytes", "entries", "rejected", "url", "etag", "notes", "upstream",
    ])
    self.init(
      acceptedAt: try value.requiredParsed("acceptedAt", "a time") { Instant($0) },
      checkedAt: try value.requiredParsed("checkedAt", "a time") { Instant($0) },
      fetchedAt: try value.requiredParsed("fetchedAt", "a time") { Instant($0) }, content: try value.sha256("content"),
      bodies: try value.requiredText("bodies"), bytes: try value.number("bytes"), entries: try value.number("entries"),
      rejected: try value.number("rejected"), url: try value.text("url"), etag: try value.text("etag"),
      notes: try value.list("notes", Note.init(reading:)))
    if let upstream = try value.object("upstream") {
      try upstream.expectOnly(["campuses", "feeds"])
      self.upstream = try UpstreamCatalog(reading: upstream)
    }
  }
}

extension JSONValue {
  /// Returns an integer member that is not negative; 0 if it is absent.
  func number(_ key: StaticString) throws(JSONFieldError) -> Int {
    let number = try integer(key) ?? 0
    guard (0...1 << 53).contains(number) else { throw fault(.value, "\"\(key)\" is out of range") }
    return Int(number)
  }

  /// Returns a member that is a SHA-256 in lower-case hexadecimal.
  func sha256(_ key: StaticString) throws(JSONFieldError) -> String {
    try requiredParsed(key, "a SHA-256 in lower-case hexadecimal") { text in
      text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) } ? text : nil
    }
  }

  /// Returns a member that may be sent as the value of a header, one character per byte; nil if it is absent.
  fileprivate func headerValue(_ key: StaticString) throws(JSONFieldError) -> String? {
    try parsed(key, "the value of a header") { text in
      text.unicodeScalars.allSatisfy { $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F && $0.value <= 0xFF } ? text : nil
    }
  }
}
