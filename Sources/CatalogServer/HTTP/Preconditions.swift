import Fetching

/// The conditions of a request (RFC 9110, section 13), for a representation that has a strong entity tag and a time of modification.
enum Preconditions {
  /// Returns whether the client has the representation already, so that the answer is 304.
  ///
  /// `If-None-Match` is compared weakly and takes precedence over `If-Modified-Since`.
  static func isNotModified(_ request: ServerRequest, etag: String, modified: Instant?) -> Bool {
    if let condition = request.fields.ifNoneMatch { return matches(condition, etag) }
    guard let modified, let since = request.fields.ifModifiedSince.flatMap(HTTPDate.parse) else { return false }
    return modified.secondsSinceEpoch <= since.secondsSinceEpoch
  }

  /// Returns whether a range may be sent (`If-Range`): the condition, if there is one, must be the strong tag or the exact time.
  static func allowsRange(_ request: ServerRequest, etag: String, modified: Instant?) -> Bool {
    guard let condition = request.fields.ifRange?.trimmed else { return true }
    if condition.hasPrefix("\"") { return condition == etag }
    guard let modified, let since = HTTPDate.parse(condition) else { return false }
    return modified.secondsSinceEpoch == since.secondsSinceEpoch
  }

  /// Returns whether a list of entity tags, or `*`, has this one, ignoring `W/`.
  private static func matches(_ condition: String, _ etag: String) -> Bool {
    if condition.trimmed == "*" { return true }
    return tags(condition).contains(etag)
  }

  /// Returns the entity tags of a list, without `W/`. A tag may contain commas.
  static func tags(_ list: String) -> [String] {
    var tags: [String] = []
    var rest = list[...]
    while let quote = rest.firstIndex(of: "\"") {
      let after = rest[rest.index(after: quote)...]
      guard let end = after.firstIndex(of: "\"") else { break }
      tags.append(String(rest[quote...end]))
      rest = after[after.index(after: end)...]
    }
    return tags
  }
}

extension String {
  /// The text without spaces and tabs at its ends.
  var trimmed: String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var text = self.utf8[...]
    while let first = text.first, isSpace(first) { text.removeFirst() }
    while let last = text.last, isSpace(last) { text.removeLast() }
    return String(Substring(text))
  }
}
