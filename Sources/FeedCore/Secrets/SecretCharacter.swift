/// One character of a secret, in all its spellings.
///
/// UTF-8; Latin-1; UTF-8 that was taken for Latin-1; escaped as in JSON or in HTML. Each byte of these may be percent-encoded, also
/// twice, and a space may be a plus.
struct SecretCharacter: Sendable, Hashable {
  private struct Spelling: Hashable {
    let bytes: [UInt8]
    /// Its letters are digits or names of an escape.
    var isEscape = false
  }

  private let spellings: [Spelling]
  /// One bit for each byte that a spelling begins with.
  private let firsts: SIMD4<UInt64>

  init(_ character: Unicode.Scalar) {
    let utf8 = Array(String(character).utf8)
    var spellings = [Spelling(bytes: utf8)]
    if character.value >= 0x80 {
      let taken = utf8.map { Unicode.Scalar($0) }
      spellings.append(Spelling(bytes: taken.flatMap { Array(String($0).utf8) }))
      spellings.append(Spelling(bytes: taken.flatMap { Array(Self.escape(UInt16($0.value)).utf8) }, isEscape: true))
      if let byte = UInt8(exactly: character.value) { spellings.append(Spelling(bytes: [byte])) }
    }
    spellings += Self.escapes(of: character).map { Spelling(bytes: Array($0.utf8), isEscape: true) }
    self.spellings = spellings
    firsts = spellings.flatMap { Self.cases($0.bytes[0]) }.reduce(into: .zero) { $0[Int($1 >> 6)] |= 1 << UInt64($1 & 63) }
  }

  /// As in JSON, in HTML and in addresses.
  private static func escapes(of character: Unicode.Scalar) -> [String] {
    let value = String(character.value)
    let digits = String(character.value, radix: 16)
    let units = String(character).utf16.map(escape).joined()
    let numbers = [units, "&#\(value);", "&#0\(value);", "&#x\(digits);", "&#x0\(digits);"]
    return numbers + (names[character] ?? [])
  }

  /// What has a name of its own. "%25" stands here because a percent sign is also what every other one begins with.
  private static let names: [Unicode.Scalar: [String]] = [
    "\"": ["\\\"", "&quot;"], "\\": ["\\\\"], "/": ["\\/"], "\u{8}": ["\\b"], "\u{C}": ["\\f"], "\n": ["\\n"], "\r": ["\\r"], "\t": ["\\t"],
    "&": ["&amp;"], "<": ["&lt;"], ">": ["&gt;"], "'": ["&apos;"], " ": ["+"], "%": ["%25"],
  ]

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  // MARK: - How it may begin

  /// All bytes that one may begin with.
  var firstBytes: [UInt8] { spellings.flatMap { Self.cases($0.bytes[0]) } + [UInt8(ascii: "%")] }

  /// All pairs of bytes that one may begin with, where others follow.
  func beginnings(before next: [UInt8]) -> [(UInt8, UInt8)] {
    var pairs: [(UInt8, UInt8)] = Array("0123456789abcdefABCDEF".utf8).map { (UInt8(ascii: "%"), $0) }
    for spelling in spellings {
      let seconds = spelling.bytes.count > 1 ? Self.cases(spelling.bytes[1]) + [UInt8(ascii: "%")] : next
      for first in Self.cases(spelling.bytes[0]) { pairs += seconds.map { (first, $0) } }
    }
    return pairs
  }

  private static func cases(_ byte: UInt8) -> [UInt8] { isLetter(byte) ? [byte | 0x20, byte & ~0x20] : [byte] }

  /// Whether one may stand at a position: nearly always it does not.
  func mayBegin(at position: Int, in bytes: [UInt8]) -> Bool {
    guard position < bytes.count else { return false }
    if isFirst(bytes[position]) { return true }
    return Self.percentEncoded(at: position, in: bytes).map { isFirst($0.byte) } ?? false
  }

  private func isFirst(_ byte: UInt8) -> Bool { firsts[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

  // MARK: - Where it ends

  /// The positions behind it, for each of the positions at which it may stand.
  func ends(from positions: [Int], in bytes: [UInt8], ignoringCase: Bool) -> [Int] {
    var ends: [Int] = []
    for position in positions where mayBegin(at: position, in: bytes) {
      for spelling in spellings {
        let end = Self.end(of: spelling.bytes, from: position, in: bytes, ignoringCase || spelling.isEscape)
        if let end, !ends.contains(end) { ends.append(end) }
      }
    }
    return ends
  }

  private static func end(of spelling: [UInt8], from position: Int, in bytes: [UInt8], _ ignoresCase: Bool) -> Int? {
    var position = position
    for byte in spelling {
      guard position < bytes.count else { return nil }
      if isSame(bytes[position], byte, ignoresCase) {
        position += 1
      } else if let (decoded, end) = percentEncoded(at: position, in: bytes), isSame(decoded, byte, ignoresCase) {
        position = end
      } else {
        return nil
      }
    }
    return position
  }

  /// The byte that `%2F` stands for, or `%252F`, and where that ends.
  private static func percentEncoded(at position: Int, in bytes: [UInt8]) -> (byte: UInt8, end: Int)? {
    guard bytes[position] == UInt8(ascii: "%") else { return nil }
    guard let once = byte(at: position + 1, in: bytes) else { return nil }
    if once == UInt8(ascii: "%"), let twice = byte(at: position + 3, in: bytes) { return (twice, position + 5) }
    return (once, position + 3)
  }

  /// Of two hexadecimal digits.
  private static func byte(at position: Int, in bytes: [UInt8]) -> UInt8? {
    guard position + 1 < bytes.count, let high = digit(bytes[position]), let low = digit(bytes[position + 1]) else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func isSame(_ byte: UInt8, _ other: UInt8, _ ignoresCase: Bool) -> Bool {
    byte == other || ignoresCase && byte ^ other == 0x20 && isLetter(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
}
