import FeedCore

/// Replies that are valid and say nothing.
enum Blank {
  /// Nothing in the place of what a feed can not do without.
  static func isBlank(_ reply: FeedReply) -> Bool { reply.request.isRequired && reply.request.format == .json && isBlank(reply.body) }

  static func isBlank(_ body: [UInt8]) -> Bool {
    guard body.count <= 4096 else { return false }
    let text = body.filter { $0 > 0x20 }
    return text.isEmpty || ["{}", "null", "\"\""].contains { text.elementsEqual($0.utf8) }
  }
}
