package import FeedKit

extension ExecutableInput {
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
}
