import Foundation

/// The path and the query of a request, decoded.
struct RequestTarget: Sendable, Hashable {
  /// The segments of the path, decoded: "/api/v1/entries" has three.
  let path: [String]
  /// The parameters of the query that have a value, decoded, in their order.
  private(set) var query: [Parameter]

  struct Parameter: Sendable, Hashable {
    let name: String
    let value: String
  }

  private static let longestPath = 4096

  /// Decodes the target of a request; nil for invalid escapes or UTF-8, control characters in the query, and paths of more than 4 KiB. Segments
  /// may contain anything, because records may; no address has empty ones.
  init?(_ target: String) {
    // Bytes instead of characters, which would have to be found first.
    let parts = target.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, first.first == UInt8(ascii: "/"), first.count <= Self.longestPath else { return nil }
    var path: [String] = []
    for segment in first.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let text = String(Substring(segment)).removingPercentEncoding else { return nil }
      path.append(text)
    }
    if path == [""] { path = [] }
    var query: [Parameter] = []
    for item in parts.dropFirst().first?.split(separator: UInt8(ascii: "&")) ?? [] {
      let pair = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(pair[0]), let value = pair.count > 1 ? Self.decoded(pair[1]) : ""
      else { return nil }
      if !value.isEmpty { query.append(Parameter(name: name, value: value)) }
    }
    (self.path, self.query) = (path, query)
  }

  mutating func removeParameters(except names: Set<String>) { query.removeAll { !names.contains($0.name) } }

  /// Returns the query in one form for all queries that ask the same: repetitions and the order do not count.
  ///
  /// - Parameter names: the parameters to leave out.
  func canonicalQuery(without names: Set<String> = []) -> String {
    // Decoded parameters have no control characters.
    let lines = query.filter { !names.contains($0.name) }.map { "\($0.name)\n\($0.value)\n" }
    return Set(lines).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined()
  }

  private static let plainCharacters = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "/"))

  /// The path without needless percent escapes.
  var plainPath: String { Self.plainPath(path) }

  static func plainPath(_ path: [String]) -> String {
    "/" + path.map { $0.addingPercentEncoding(withAllowedCharacters: Self.plainCharacters) ?? $0 }.joined(separator: "/")
  }

  /// Returns text of a query without escapes; nil if they are invalid, or if the text is not UTF-8 or has control characters.
  private static func decoded(_ text: Substring.UTF8View) -> String? {
    guard let decoded = String(Substring(text)).replacing("+", with: " ").removingPercentEncoding else { return nil }
    let hasControls = decoded.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || (0x80...0x9F).contains($0.value) }
    return hasControls ? nil : decoded
  }
}
