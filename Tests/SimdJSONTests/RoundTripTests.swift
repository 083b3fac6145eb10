import SimdJSON
import TestKit
import Testing

/// A JSON value as this program writes it.
private indirect enum Tree {
  case null, bool(Bool), integer(Int), real(Double), text(String), array([Tree]), object([(String, Tree)])

  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .real(let value): writer.number(value)
    case .text(let value): writer.string(value)
    case .array(let values):
      writer.beginArray()
      for value in values { value.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for (key, value) in members {
        writer.key(key)
        value.write(to: &writer)
      }
      writer.endObject()
    }
  }

  /// Checks that the document equals this tree.
  func matches(_ value: borrowing JSONValue) -> Bool {
    switch self {
    case .null: return value.isNull
    case .bool(let bool): return value.bool == bool
    case .integer(let integer): return value.integer == Int64(integer)
    case .real(let real): return value.double == real
    case .text(let text): return value.string.map { $0.utf8.elementsEqual(text.utf8) } ?? false
    case .array(let expected):
      var elements = value.elements
      for tree in expected {
        guard let element = elements.next(), tree.matches(element) else { return false }
      }
      let isAll = elements.next() == nil
      return value.isArray && isAll && value.count == expected.count
    case .object(let expected):
      var members = value.members
      for (key, tree) in expected {
        guard let member = members.next(), member.key.utf8.elementsEqual(key.utf8), tree.matches(member.value) else { return false }
        guard let found = value.member(named: key), tree.matches(found) else { return false }
      }
      let isAll = members.next() == nil
      return value.isObject && isAll && value.count == expected.count
    }
  }

  static func random(depth: Int, _ generator: inout SeededGenerator) -> Tree {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2: return .integer(randomInteger(&generator))
    case 3: return .real(randomDouble(&generator))
    case 4, 5: return .text(randomText(&generator))
    case 6, 7:
      return .array((0..<Int.random(in: 0...5, using: &generator)).map { _ in random(depth: depth - 1, &generator) })
    default:
      var keys: Set<[UInt8]> = []
      var members: [(String, Tree)] = []
      for _ in 0..<Int.random(in: 0...5, using: &generator) {
        let key = randomText(&generator)
        if keys.insert(Array(key.utf8)).inserted { members.append((key, random(depth: depth - 1, &generator))) }
      }
      return .object(members)
    }
  }

  private static func randomInteger(_ generator: inout SeededGenerator) -> Int {
    let word = Int(bitPattern: UInt(truncatingIfNeeded: generator.next()))
    return word >> Int.random(in: 0..<64, using: &generator)
  }

  private static func randomDouble(_ generator: inout SeededGenerator) -> Double {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return Double(Int.random(in: -180_000_000...180_000_000, using: &generator)) / 1e6
    case 1: return Double(randomInteger(&generator))
    default:
      let any = Double(bitPattern: generator.next())
      return any.isFinite ? any : 0
    }
  }

  private static let pieces = [
    "a", "\"", "\\", "/", "\u{0}", "\u{1F}", "\n", "\u{7F}", "\u{85}", "é", "e\u{301}", "\u{202E}", "\u{2028}", "€", "😀", "\u{10FFFF}",
    " word ", "\\u0041",
  ]

  private static func randomText(_ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...9, using: &generator)).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
  }
}

@Suite struct RoundTripTests {
  @Test(arguments: 0..<20)
  func writtenTextRoundTrips(batch: UInt64) throws {
    for seed in batch * 100..<batch * 100 + 100 {
      var generator = SeededGenerator(seed: seed)
      let tree = Tree.array([.random(depth: 6, &generator), .random(depth: 4, &generator)])
      var writer = JSONWriter(capacity: 16)
      tree.write(to: &writer)
      let bytes = writer.bytes
      let document = try JSONDocument(parsing: bytes)
      let isSame = tree.matches(document.root)
      #expect(isSame, "seed \(seed)")
      var copy = JSONWriter(capacity: 16)
      copy.copy(document.root)
      #expect(copy.bytes == bytes, "seed \(seed)")
    }
  }

  /// White space between tokens and different escapes change nothing.
  @Test(arguments: Budget.seeds(40))
  func spaceAndEscapesDoNotMatter(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var writer = JSONWriter()
    Tree.random(depth: 5, &generator).write(to: &writer)
    let canonical = writer.bytes
    var spaced: [UInt8] = []
    var isInText = false
    var isEscaped = false
    for byte in canonical {
      let isToken = !isInText && "[]{},:".utf8.contains(byte)
      if isToken { spaced += [0x20, 0x0A, 0x09, 0x0D].prefix(Int.random(in: 0...4, using: &generator)) }
      if isInText, !isEscaped, byte == UInt8(ascii: "a") || byte == UInt8(ascii: "w"), Bool.random(using: &generator) {
        spaced += Array((byte == UInt8(ascii: "a") ? #"\u0061"# : #"\u0077"#).utf8)
      } else {
        spaced.append(byte)
      }
      if isToken { spaced += [0x0D, 0x20].prefix(Int.random(in: 0...2, using: &generator)) }
      if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
      isEscaped = isInText && byte == UInt8(ascii: "\\") && !isEscaped
    }
    let document = try JSONDocument(parsing: spaced)
    var copy = JSONWriter()
    copy.copy(document.root)
    #expect(copy.bytes == canonical, "seed \(seed)")
  }
}
