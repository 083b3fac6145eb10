/// A strict scanner for JSON (RFC 8259) that finds the first error in a text, or the position of a value.
///
/// It runs only when simdjson, which reports no position, rejects a text, when a text has escapes about which simdjson is too lenient, and
/// to describe where a value is.
package struct StrictScanner {
  /// An array or object that has not ended.
  private struct Container {
    let isObject: Bool
    var keys: Set<[UInt8]> = []
    var count = 0
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var open: [Container] = []
  /// The reference tokens of the value to locate.
  private let path: [[UInt8]]
  /// The number of tokens of the path that were found.
  private var found = 0
  /// The offset of the last value along the path that was found; for a member, the offset of its key.
  private var located = 0
  /// Whether no more of the path can be found.
  private var isLocated = false

  private init(bytes: UnsafeBufferPointer<UInt8>, path: [[UInt8]] = []) {
    self.bytes = bytes
    self.path = path
  }

  /// Returns the first error of a text; nil if it has none.
  package static func fault(in bytes: borrowing Span<UInt8>) -> JSONError? {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var scanner = StrictScanner(bytes: buffer)
      do throws(JSONError) { try scanner.scan() } catch { return error }
      return nil
    }
  }

  /// Returns the one-based line and column, in valid JSON text, of the last value that exists along a path of unescaped reference tokens.
  static func position(of path: [[UInt8]], in bytes: borrowing Span<UInt8>) -> (line: Int, column: Int) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var scanner = StrictScanner(bytes: buffer, path: path)
      try? scanner.scan()
      return scanner.lineAndColumn(of: scanner.located)
    }
  }

  /// Returns the one-based line and column of a byte offset. Columns are Unicode scalars: continuation bytes of UTF-8 are not counted.
  private func lineAndColumn(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }

  // MARK: - Grammar (not recursive)

  /// Reads the text, or as much as it takes to locate a value.
  private mutating func scan() throws(JSONError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace()
    guard position < bytes.count else { throw error(.syntax, "the text is empty") }
    located = position
    var expectsValue = true
    while expectsValue || !open.isEmpty {
      expectsValue = expectsValue ? try value() : try afterElement()
      if isLocated { return }
      skipSpace()
    }
    if peek != nil { throw unexpected("unexpected \(here) after the end of the value") }
  }

  /// Reads one scalar, or the start of an array or object. Returns whether a value must follow.
  private mutating func value() throws(JSONError) -> Bool {
    guard let byte = peek else { throw error(.syntax, "the text ends where a value is expected") }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = byte == UInt8(ascii: "{")
      guard open.count < JSONDocument.maximumDepth else { throw error(.depth, "nested deeper than \(JSONDocument.maximumDepth)") }
      open.append(Container(isObject: isObject))
      position += 1
      skipSpace()
      if peek == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        position += 1
        open.removeLast()
        return false
      }
      try beginElement()
      return true
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw unexpected("expected a value, found \(here)")
    }
    return false
  }

  /// After an element: a comma, or the end of its array or object. Returns whether a value must follow.
  private mutating func afterElement() throws(JSONError) -> Bool {
    let isObject = open[open.count - 1].isObject
    switch peek {
    case UInt8(ascii: ","):
      position += 1
      skipSpace()
      try beginElement()
      return true
    case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
      position += 1
      open.removeLast()
      return false
    case nil: throw error(.syntax, "the text ends inside an \(isObject ? "object" : "array")")
    default: throw unexpected("expected \",\" or \"\(isObject ? "}" : "]")\", found \(here)")
    }
  }

  /// Reads the key of a member, or counts an element, and compares it with the path.
  private mutating func beginElement() throws(JSONError) {
    let start = position
    let depth = open.count - 1
    var isNext = depth == found && found < path.count
    if open[depth].isObject {
      let key = try key()
      isNext = isNext && key == path[found]
    } else {
      isNext = isNext && "\(open[depth].count)".utf8.elementsEqual(path[found])
      open[depth].count += 1
    }
    if isNext {
      found += 1
      located = start
    }
    isLocated = isNext ? found == path.count : depth < found
  }

  /// Reads a key with its colon. Equal keys of one object are an error (RFC 8259, section 4, only recommends unique names).
  private mutating func key() throws(JSONError) -> [UInt8] {
    let start = position
    guard peek == UInt8(ascii: "\"") else {
      throw error(.syntax, position < bytes.count ? "expected a key in quotes, found \(here)" : "the text ends inside an object")
    }
    let key = try string()
    guard open[open.count - 1].keys.insert(key).inserted else {
      let shown = String(
        String.UnicodeScalarView(String(decoding: key, as: UTF8.self).unicodeScalars.prefix(60).filter { $0.value >= 0x20 }))
      throw error(.duplicateKey, "the key \"\(shown)\" appears twice in one object", at: start)
    }
    skipSpace()
    guard peek == UInt8(ascii: ":") else {
      throw error(.syntax, position < bytes.count ? "expected \":\", found \(here)" : "the text ends after a key")
    }
    position += 1
    return key
  }

  private mutating func word(_ word: StaticString) throws(JSONError) {
    for byte in word.bytes {
      guard peek == byte else { throw error(.syntax, "expected \"\(word)\"") }
      position += 1
    }
  }

  /// Reads a number (RFC 8259, section 6). Integers must fit in 64 bits, signed or unsigned, and other numbers in a finite double.
  private mutating func number() throws(JSONError) {
    let start = position
    var isInteger = true
    if peek == UInt8(ascii: "-") { position += 1 }
    if peek == UInt8(ascii: "0") { position += 1 } else { try digits("expected a digit") }
    if peek == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      try digits("expected a digit after the point")
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      isInteger = false
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      try digits("expected a digit in the exponent")
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let fits = isInteger ? Int64(text) != nil || UInt64(text) != nil : Double(text)?.isFinite == true
    if !fits { throw error(.number, "the number does not fit in 64 bits", at: start) }
  }

  private mutating func digits(_ expected: String) throws(JSONError) {
    let start = position
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    if position == start { throw error(.syntax, "\(expected), found \(here)") }
  }

  /// Reads a string and returns its bytes with escapes resolved.
  private mutating func string() throws(JSONError) -> [UInt8] {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return text
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw error(.encoding, "a control character must be escaped in a string")
      case 0x20..<0x80:
        text.append(byte)
        position += 1
      default:
        guard let length = sequenceLength() else { throw error(.encoding, "not UTF-8", endsEarly: isCutSequence) }
        text.append(contentsOf: bytes[position..<position + length])
        position += length
      }
    }
    throw error(.syntax, "the string is not terminated", at: start, endsEarly: true)
  }

  /// Reads an escape (RFC 8259, section 7). Surrogates must come in pairs.
  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let start = position
    position += 1
    guard let byte = peek else { throw error(.syntax, "the text ends inside an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "u"):
      var scalar = try fourHexDigits()
      if (0xD800..<0xDC00).contains(scalar) {
        guard peek == UInt8(ascii: "\\"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u") else {
          let endsEarly = position >= bytes.count || position + 1 == bytes.count && peek == UInt8(ascii: "\\")
          throw error(.encoding, "an unpaired high surrogate", at: start, endsEarly: endsEarly)
        }
        position += 2
        let low = try fourHexDigits()
        guard (0xDC00..<0xE000).contains(low) else { throw error(.encoding, "an unpaired high surrogate", at: start) }
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(scalar) else { throw error(.encoding, "an unpaired low surrogate", at: start) }
      text.append(contentsOf: UTF8.encode(scalar) ?? .init())
    default:
      guard let escaped = Self.escapes[byte] else { throw error(.syntax, "invalid escape", at: start) }
      text.append(escaped)
    }
  }

  private static let escapes = Dictionary(uniqueKeysWithValues: zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{C}\n\r\t".utf8))

  private mutating func fourHexDigits() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error(.syntax, "expected four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  /// Returns the length of the UTF-8 sequence at the current position; nil if it is invalid (RFC 3629: no overlong forms, no surrogates,
  /// at most U+10FFFF).
  private func sequenceLength() -> Int? {
    var parser = UTF8.ForwardParser()
    var rest = bytes[position...].makeIterator()
    guard case .valid(let sequence) = parser.parseScalar(from: &rest) else { return nil }
    return sequence.count
  }

  /// Whether the text ends within a UTF-8 sequence that is valid so far.
  private var isCutSequence: Bool {
    let rest = bytes[position...]
    let length = rest[position] >= 0xF0 ? 4 : rest[position] >= 0xE0 ? 3 : 2
    return rest[position] >= 0xC2 && rest[position] <= 0xF4 && rest.count < length && rest.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
  }

  // MARK: - Helpers

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  /// The token at the current position, for error messages.
  private var here: String {
    guard let byte = peek else { return "the end of the text" }
    return byte > 0x20 && byte < 0x7F ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte 0x" + String(byte, radix: 16)
  }

  /// Returns an error about the byte at the current position, outside a string. NUL, a byte order mark and invalid UTF-8 indicate another
  /// encoding.
  private func unexpected(_ message: String) -> JSONError {
    let isForeign =
      peek == 0 || bytes[position] >= 0x80 && (sequenceLength() == nil || bytes[position...].starts(with: [0xEF, 0xBB, 0xBF]))
    return error(isForeign ? .encoding : .syntax, message)
  }

  /// Returns an error.
  ///
  /// - Parameters:
  ///   - offset: where it is; nil for the current position.
  ///   - endsEarly: whether the error is that the text ends; nil if that follows from the position.
  private func error(_ code: JSONError.Code, _ message: String, at offset: Int? = nil, endsEarly: Bool? = nil) -> JSONError {
    let offset = offset ?? position
    let (line, column) = lineAndColumn(of: offset)
    return JSONError(
      code: code, offset: offset, line: line, column: column, message: message, endsEarly: endsEarly ?? (offset >= bytes.count))
  }
}
