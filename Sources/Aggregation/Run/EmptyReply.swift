import FeedKit

/// Recognizes replies that are valid but empty.
enum EmptyReply {
  /// Returns whether a required reply is empty.
  static func isEmpty(_ reply: FeedReply) -> Bool { reply.request.isRequired && reply.request.format == .json && isEmpty(reply.body) }

  /// Returns whether a body is blank, `{}`, `null` or `""`. An empty array is not, because it may be a list without records, which
  /// `ResultGuard` checks.
  static func isEmpty(_ body: [UInt8]) -> Bool {
    guard body.count <= 4096 else { return false }
    let text = body.filter { $0 > 0x20 }
    return text.isEmpty || ["{}", "null", "\"\""].contains { text.elementsEqual($0.utf8) }
  }
}
