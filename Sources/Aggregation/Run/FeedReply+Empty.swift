import FeedKit

extension FeedReply {
  /// Whether a required reply is blank, `{}`, `null` or `""`. An empty array is not, because it may be a list without records, which
  /// `ResultGuard` checks.
  var isEmpty: Bool {
    guard request.isRequired, request.format == .json, body.count <= 4096 else { return false }
    let text = body.filter { $0 > 0x20 }
    return text.isEmpty || ["{}", "null", "\"\""].contains { text.elementsEqual($0.utf8) }
  }
}

extension [FeedReply] {
  /// The replies without empty ones for dates that may be missing, unless all dates are empty.
  var withContent: [FeedReply] {
    filter { reply in
      guard reply.request.dates?.mayBeMissing == true, reply.isEmpty else { return true }
      return !contains { $0.request.name == reply.request.name && !$0.isEmpty }
    }
  }
}
