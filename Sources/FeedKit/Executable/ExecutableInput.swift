import CampusCatalog
package import SimdJSON

/// The document that an executable adapter reads: the feed and, for some verbs, its replies.
package struct ExecutableInput: Sendable {
  package let feed: Feed
  package let replies: [FeedReply]

  package init(_ feed: Feed, replies: [FeedReply] = []) {
    self.feed = feed
    self.replies = replies
  }

  /// Reads the document of a verb other than `describe`.
  ///
  /// - Parameter adapter: the adapter that reads the feed.
  init(_ bytes: [UInt8], for verb: ExecutableVerb, adapter: AdapterID) throws {
    let document = try JSONDocument(parsing: bytes)
    let root = document.root
    try Self.check(root)
    let value = try root.requiredObject("feed")
    var addresses: [String: [FeedAddress]] = [:]
    if let object = try value.object("addresses") {
      var members = object.members
      while let member = members.next() { addresses[member.key] = try member.value.values(FeedAddress.init(reading:)) }
    }
    feed = Feed(
      id: try value.requiredParsed("id", "a feed id") { FeedID($0) }, campus: try Campus(reading: try value.requiredObject("campus")),
      adapter: adapter, addresses: addresses)
    replies =
      switch verb {
      case .describe, .requests: []
      case .followUps: [try FeedReply(reading: try root.requiredObject("reply"))]
      case .normalize: try root.requiredList("replies", FeedReply.init(reading:))
      }
  }

  /// Throws for a document of another version of the protocol.
  package static func check(_ root: JSONValue) throws(JSONFieldError) {
    guard root.isObject else { throw root.fault(.type, "expected an object, found \(root.kind)") }
    guard let version = try root.integer("protocol") else {
      throw root.fault(.missing, "\"protocol\" is missing; it is \(ExecutableVerb.version)")
    }
    guard version == ExecutableVerb.version else {
      throw root.fault(.value, "\"protocol\" is \(version), and this program has version \(ExecutableVerb.version)")
    }
  }
}
