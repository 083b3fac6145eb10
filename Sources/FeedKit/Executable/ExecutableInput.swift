/// The document that an executable adapter reads: the feed and, for some verbs, its replies.
package struct ExecutableInput: Sendable {
  let feed: Feed
  let replies: [FeedReply]

  package init(_ feed: Feed, replies: [FeedReply] = []) {
    self.feed = feed
    self.replies = replies
  }

  /// Returns the document for a verb.
  package func bytes(for verb: ExecutableVerb) -> [UInt8] {
    var writer = JSONWriter(capacity: replies.reduce(1 << 12) { $0 + $1.body.count + $1.body.count / 4 })
    writer.beginObject()
    writer.member("protocol", ExecutableVerb.version)
    writer.member("verb", verb.rawValue)
    if verb != .describe {
      writer.object("feed") { writer in
        writer.member("id", feed.id.description)
        writer.key("campus")
        feed.campus.write(to: &writer)
        writer.object("addresses") { writer in
          for (name, addresses) in feed.addresses.sorted(by: { $0.key < $1.key }) {
            writer.key(name)
            writer.array(addresses) { $0.write(to: &$1) }
          }
        }
      }
    }
    if verb == .followUps, let reply = replies.first {
      writer.key("reply")
      reply.write(to: &writer)
    }
    if verb == .normalize { writer.list("replies", replies) { $0.write(to: &$1) } }
    writer.endObject()
    return writer.bytes
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
  static func check(_ root: JSONValue) throws(JSONFieldError) {
    guard root.isObject else { throw root.fault(.type, "expected an object, found \(root.kind)") }
    guard let version = try root.integer("protocol") else {
      throw root.fault(.missing, "\"protocol\" is missing; it is \(ExecutableVerb.version)")
    }
    guard version == ExecutableVerb.version else {
      throw root.fault(.value, "\"protocol\" is \(version), and this program has version \(ExecutableVerb.version)")
    }
  }
}
