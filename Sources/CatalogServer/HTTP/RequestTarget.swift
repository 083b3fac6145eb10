import Foundation

/// The path and the query of a request, decoded.
struct RequestTarget: Sendable, Hashable {
  /// The segments of the path, decoded: "/api/v1/entries" has three.
  let path: [String]
  /// The parameters of the query, decoded, in their order.
  let query: [Parameter]

  struct Parameter: Sendable, Hashable {
    let name: String
    let value: String
  }

  private static let longestPath = 4096

  /// Decodes the target of a request; nil for one that is not a plain path: with invalid escapes or UTF-8, control characters, backslashes,
  /// "." or ".." segments, or more than 4 KiB. Empty segments are kept; no address has any.
  init?(_ target: String) {
    // Bytes instead of characters, which would have to be found first.
    let parts = target.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, first.first == UInt8(ascii: "/"), first.count <= Self.longestPath else { return nil }
    var path: [String] = []
    for segment in first.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let text = Self.decoded(segment, plusIsSpace: false) else { return nil }
      path.append(text)
    }
    if path == [""] { path = [] }
    let isWrong = path.contains { segment in
      [".", ".."].contains(segment) || segment.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    }
    if isWrong { return nil }
    var query: [Parameter] = []
    for item in parts.dropFirst().first?.split(separator: UInt8(ascii: "&")) ?? [] {
      let pair = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(pair[0], plusIsSpace: true),
        let value = pair.count > 1 ? Self.decoded(pair[1], plusIsSpace: true) : ""
      else { return nil }
      query.append(Parameter(name: name, value: value))
    }
    (self.path, self.query) = (path, query)
  }

  /// The path without needless percent escapes.
  var plainPath: String {
    "/" + path.map { $0.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? $0 }.joined(separator: "/")
  }

  /// Returns text without percent escapes; nil if they are invalid, or if the text is not UTF-8 or has control characters.
  private static func decoded(_ text: Substring.UTF8View, plusIsSpace: Bool) -> String? {
    let text = String(Substring(text))
    guard let decoded = (plusIsSpace ? text.replacing("+", with: " ") : text).removingPercentEncoding else { return nil }
    let hasControls = decoded.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || (0x80...0x9F).contains($0.value) }
    return hasControls ? nil : decoded
  }
}
