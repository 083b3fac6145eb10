/// Finds the secrets of a feed in what a server sent: it may send back what it was sent, in whatever form.
///
/// A secret is found as it is, in base64, and with each of its characters spelled in any of the ways of `SecretCharacter`. Letters
/// are found in both cases, but in bodies.
package struct SecretMatcher: Sendable, Hashable {
  /// In bytes. What is shorter would blot out half of every text.
  package static let shortest = 4
  /// What stands in the place of a secret.
  package static let blot = "***"

  private struct Pattern: Hashable {
    /// At least one.
    let characters: [SecretCharacter]
    let ignoresCase: Bool
  }

  private let patterns: [Pattern]
  /// For each two bytes whether a pattern may begin with them: nearly no place of a text has to be looked at twice.
  private let beginnings: [Bool]

  init(of headers: [Feed.Header]) {
    let texts = SecretForms.texts(of: headers)
    let plain = texts.map { Pattern(characters: Self.characters($0), ignoresCase: true) }
    let encoded = texts.flatMap { SecretForms.base64(of: Array($0.utf8)) }
    patterns = plain + encoded.map { Pattern(characters: Self.characters($0), ignoresCase: false) }
    beginnings = Self.beginnings(of: patterns)
  }

  private static func characters(_ text: String) -> [SecretCharacter] { text.unicodeScalars.map { SecretCharacter($0) } }

  private static func beginnings(of patterns: [Pattern]) -> [Bool] {
    if patterns.isEmpty { return [] }
    var pairs = [Bool](repeating: false, count: 1 << 16)
    for pattern in patterns {
      guard let first = pattern.characters.first else { continue }
      let second = pattern.characters.dropFirst().first?.firstBytes ?? []
      for (byte, next) in first.beginnings(before: second) { pairs[Int(byte) << 8 | Int(next)] = true }
    }
    return pairs
  }

  package static func == (left: Self, right: Self) -> Bool { left.patterns == right.patterns }

  package func hash(into hasher: inout Hasher) { hasher.combine(patterns.count) }

  /// There is nothing to be found.
  package var isEmpty: Bool { patterns.isEmpty }

  /// Whether a text has a secret in it.
  package func finds(in text: String) -> Bool { !isEmpty && !places(in: Array(text.utf8), exactCase: false).isEmpty }

  /// A text without the secrets.
  package func clean(_ text: String) -> String {
    if isEmpty { return text }
    let bytes = Array(text.utf8)
    let places = places(in: bytes, exactCase: false)
    return places.isEmpty ? text : String(decoding: Self.blotting(places, in: bytes), as: UTF8.self)
  }

  /// A body without the secrets, and how many there were.
  package func clean(body: [UInt8]) -> (body: [UInt8], count: Int) {
    if isEmpty { return (body, 0) }
    let places = places(in: body, exactCase: true)
    return places.isEmpty ? (body, 0) : (Self.blotting(places, in: body), places.count)
  }

  // MARK: - Places

  private static func blotting(_ places: [Range<Int>], in bytes: [UInt8]) -> [UInt8] {
    var clean: [UInt8] = []
    clean.reserveCapacity(bytes.count)
    var start = 0
    for place in places {
      clean += bytes[start..<place.lowerBound]
      clean += blot.utf8
      start = place.upperBound
    }
    return clean + bytes[start...]
  }

  private func places(in bytes: [UInt8], exactCase: Bool) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var position = 0
    while position + 1 < bytes.count {
      if beginnings[Int(bytes[position]) << 8 | Int(bytes[position + 1])], !(exactCase && Self.isEscaped(position, in: bytes)),
        let end = end(from: position, in: bytes, exactCase)
      {
        places.append(position..<end)
        position = end
      } else {
        position += 1
      }
    }
    return places
  }

  /// The second half of an escape of JSON: without it the text would be none.
  private static func isEscaped(_ position: Int, in bytes: [UInt8]) -> Bool {
    let backslash = UInt8(ascii: "\\")
    guard bytes[position] != backslash else { return false }
    return bytes[..<position].reversed().prefix { $0 == backslash }.count % 2 == 1
  }

  /// The end of the longest that begins at a position.
  private func end(from position: Int, in bytes: [UInt8], _ exactCase: Bool) -> Int? {
    patterns.compactMap { pattern in
      guard pattern.characters[0].mayBegin(at: position, in: bytes) else { return nil }
      var ends = [position]
      for character in pattern.characters {
        ends = character.ends(from: ends, in: bytes, ignoringCase: pattern.ignoresCase && !exactCase)
        if ends.isEmpty { return nil }
      }
      return ends.max()
    }.max()
  }
}
