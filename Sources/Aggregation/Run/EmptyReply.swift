import FeedKit

/// Recognizes replies that are valid and say nothing.
enum EmptyReply {
  /// Whether a reply that the feed needs has nothing in it.
  static func isEmpty(_ reply: FeedReply) -> Bool { reply.request.isRequired && reply.request.format == .json && isEmpty(reply.body) }

  /// Whether a body is blank, `{}`, `null` or `""`.
  static func isEmpty(_ body: [UInt8]) -> Bool {
    guard body.count <= 4096 else { return false }
    let text = body.filter { $0 > 0x20 }
    return text.isEmpty || ["{}", "null", "\"\""].contains { text.elementsEqual($0.utf8) }
  }
}
