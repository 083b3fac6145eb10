/// A strict scanner for JSON (RFC 8259) that finds the first error in a text.
///
/// It runs only when simdjson, which reports no position, rejects a text, and when a text has escapes about which simdjson is too lenient.
struct StrictScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var fault: (code: JSONError.Code, offset: Int, message: String, endsEarly: Bool)?
  /// For each open object, the keys seen so far; nil for an open array.
  private var open: [Set<[UInt8]>?] = []

  /// Returns the error for a rejected text.
  ///
  /// - Parameter code: simdjson's error code, used if this scanner finds no error.
  static func fault(in bytes: borrowing Span<UInt8>, otherwise code: Int32) -> JSONError {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var scanner = StrictScanner(bytes: buffer)
      scanner.scan()
      let found = scanner.fault ?? (.syntax, 0, "the parser refused the text (code \(code))", false)
      let position = Self.lineAndColumn(of: found.offset, in: buffer)
      return JSONError(
        found.code, offset: found.offset, line: position.line, column: position.column, message: found.message, endsEarly: found.endsEarly)
    }
  }

  /// Returns whether a text has no error.
  static func accepts(_ bytes: borrowing Span<UInt8>) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var scanner = StrictScanner(bytes: buffer)
      scanner.scan()
      return scanner.fault == nil
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the one-based line and column of a byte offset. Columns are Unicode scalars: continuation bytes of UTF-8 are not counted.
  static func lineAndColumn(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
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

  private mutating func scan() {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    skipSpace()
    guard position < bytes.count else { return fail(.syntax, "the text is empty") }
    var expectsValue = true
    while fault == nil {
      skipSpace()
      if expectsValue {
        guard value(&expectsValue) else { return }
      } else if open.isEmpty {
        if let byte = peek { fail(isForeign(byte) ? .encoding : .syntax, "unexpected \(here) after the end of the value") }
        return
      } else {
        guard afterElement(&expectsValue) else { return }
      }
    }
  }

  /// Reads one scalar, or the start of an array or object.
  private mutating func value(_ expectsValue: inout Bool) -> Bool {
    guard let byte = peek else { return failed(.syntax, "the text ends where a value belongs") }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = byte == UInt8(ascii: "{")
      guard open.count < JSONDocument.maximumDepth else {
        return failed(.depth, "nested deeper than \(JSONDocument.maximumDepth)")
      }
      open.append(isObject ? [] : nil)
      position += 1
      skipSpace()
      if peek == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        position += 1
        open.removeLast()
        expectsValue = false
      } else if isObject {
        return key()
      }
      return true
    case UInt8(ascii: "\""):
      expectsValue = false
      return string() != nil
    case UInt8(ascii: "t"): expectsValue = false; return word("true")
    case UInt8(ascii: "f"): expectsValue = false; return word("false")
    case UInt8(ascii: "n"): expectsValue = false; return word("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      expectsValue = false
      return number()
    default:
      return failed(isForeign(byte) ? .encoding : .syntax, "expected a value, found \(here)")
    }
  }

  /// After an element: a comma, or the end of its array or object.
  private mutating func afterElement(_ expectsValue: inout Bool) -> Bool {
    let isObject = open[open.count - 1] != nil
    switch peek {
    case UInt8(ascii: ","):
      position += 1
      skipSpace()
      expectsValue = true
      return isObject ? key() : true
    case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
      position += 1
      open.removeLast()
      return true
    case nil:
      return failed(.syntax, "the text ends inside an \(isObject ? "object" : "array")")
    case let byte?:
      return failed(isForeign(byte) ? .encoding : .syntax, "expected \",\" or \"\(isObject ? "}" : "]")\", found \(here)")
    }
  }

  /// Reads a key with its colon. Equal keys of one object are an error (RFC 8259, section 4, only recommends unique names).
  private mutating func key() -> Bool {
    let start = position
    guard peek == UInt8(ascii: "\"") else {
      return failed(.syntax, position < bytes.count ? "expected a key in quotes, found \(here)" : "the text ends inside an object")
    }
    guard let key = string() else { return false }
    guard open[open.count - 1]?.insert(key).inserted == true else {
      position = start
      let shown = String(
        String.UnicodeScalarView(String(decoding: key, as: UTF8.self).unicodeScalars.prefix(60).filter { $0.value >= 0x20 }))
      return failed(.duplicateKey, "the key \"\(shown)\" stands twice in one object")
    }
    skipSpace()
    guard peek == UInt8(ascii: ":") else {
      return failed(.syntax, position < bytes.count ? "expected \":\", found \(here)" : "the text ends after a key")
    }
    position += 1
    return true
  }

  private mutating func word(_ word: StaticString) -> Bool {
    for byte in word.bytes {
      guard peek == byte else { return failed(.syntax, "expected \"\(word)\"") }
      position += 1
    }
    return true
  }

  /// Reads a number (RFC 8259, section 6). Integers must fit in 64 bits, signed or unsigned, and other numbers in a finite double.
  private mutating func number() -> Bool {
    let start = position
    var isInteger = true
    if peek == UInt8(ascii: "-") { position += 1 }
    if peek == UInt8(ascii: "0") {
      position += 1
    } else {
      guard digits() else { return failed(.syntax, "expected a digit, found \(here)") }
    }
    if peek == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      guard digits() else { return failed(.syntax, "expected a digit after the point, found \(here)") }
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      isInteger = false
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      guard digits() else { return failed(.syntax, "expected a digit in the exponent, found \(here)") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let fits = isInteger ? Int64(text) != nil || UInt64(text) != nil : Double(text)?.isFinite == true
    guard fits else {
      position = start
      return failed(.number, "the number does not fit in 64 bits")
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = position
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    return position > start
  }

  /// Reads a string and returns its bytes with escapes resolved.
  private mutating func string() -> [UInt8]? {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return text
      case UInt8(ascii: "\\"):
        guard escape(into: &text) else { return nil }
      case 0..<0x20:
        fail(.encoding, "a control character must be escaped in a string")
        return nil
      case 0x20..<0x80:
        text.append(byte)
        position += 1
      default:
        guard let length = sequenceLength() else {
          fail(.encoding, "not UTF-8", endsEarly: isCutSequence)
          return nil
        }
        text.append(contentsOf: bytes[position..<position + length])
        position += length
      }
    }
    position = start
    fail(.syntax, "the string has no end", endsEarly: true)
    return nil
  }

  /// Reads an escape (RFC 8259, section 7). Surrogates must come in pairs.
  private mutating func escape(into text: inout [UInt8]) -> Bool {
    let start = position
    position += 1
    guard let byte = peek else { return failed(.syntax, "the text ends inside an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      guard var scalar = fourHexDigits() else { return false }
      if (0xD800..<0xDC00).contains(scalar) {
        guard peek == UInt8(ascii: "\\"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u") else {
          let endsEarly = position >= bytes.count || position + 1 == bytes.count && peek == UInt8(ascii: "\\")
          position = start
          return failed(.encoding, "a high surrogate without its partner", endsEarly: endsEarly)
        }
        position += 2
        guard let low = fourHexDigits() else { return false }
        guard (0xDC00..<0xE000).contains(low) else {
          position = start
          return failed(.encoding, "a high surrogate without its partner")
        }
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(scalar) else {
        position = start
        return failed(.encoding, "a low surrogate without its partner")
      }
      text.append(contentsOf: UTF8.encode(scalar) ?? .init())
    default:
      position = start
      return failed(.syntax, "no such escape")
    }
    return true
  }

  private mutating func fourHexDigits() -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        fail(.syntax, "expected four hexadecimal digits")
        return nil
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  /// Returns the length of the UTF-8 sequence at the current position; nil if it is invalid (RFC 3629: no overlong forms, no surrogates,
  /// at most U+10FFFF).
  private func sequenceLength() -> Int? {
    let first = bytes[position]
    let (length, low, high): (Int, UInt8, UInt8)
    switch first {
    case 0xC2...0xDF: (length, low, high) = (2, 0x80, 0xBF)
    case 0xE0: (length, low, high) = (3, 0xA0, 0xBF)
    case 0xED: (length, low, high) = (3, 0x80, 0x9F)
    case 0xE1...0xEF: (length, low, high) = (3, 0x80, 0xBF)
    case 0xF0: (length, low, high) = (4, 0x90, 0xBF)
    case 0xF1...0xF3: (length, low, high) = (4, 0x80, 0xBF)
    case 0xF4: (length, low, high) = (4, 0x80, 0x8F)
    default: return nil
    }
    guard position + length <= bytes.count, (low...high).contains(bytes[position + 1]) else { return nil }
    for offset in 2..<max(length, 2) where bytes[position + offset] & 0xC0 != 0x80 { return nil }
    return length
  }

  /// Whether the text ends within a UTF-8 sequence that is valid so far.
  private var isCutSequence: Bool {
    let rest = bytes[position...]
    let length = rest[position] >= 0xF0 ? 4 : rest[position] >= 0xE0 ? 3 : 2
    return rest[position] >= 0xC2 && rest[position] <= 0xF4 && rest.count < length && rest.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
  }

  // MARK: - Helpers

  /// Returns whether the byte at the current position, outside a string, indicates another encoding: NUL, a byte order mark, or invalid
  /// UTF-8.
  private func isForeign(_ byte: UInt8) -> Bool {
    if byte < 0x80 { return byte == 0 }
    return sequenceLength() == nil || bytes[position...].starts(with: [0xEF, 0xBB, 0xBF])
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  /// What is at the current position, for error messages.
  private var here: String {
    guard let byte = peek else { return "the end of the text" }
    return byte > 0x20 && byte < 0x7F ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte 0x" + String(byte, radix: 16)
  }

  /// Records the first error.
  ///
  /// - Parameter endsEarly: whether the error is that the text ends; nil if that follows from the position.
  private mutating func fail(_ code: JSONError.Code, _ message: String, endsEarly: Bool? = nil) {
    if fault == nil { fault = (code, position, message, endsEarly ?? (position >= bytes.count)) }
  }

  private mutating func failed(_ code: JSONError.Code, _ message: String, endsEarly: Bool? = nil) -> Bool {
    fail(code, message, endsEarly: endsEarly)
    return false
  }
}
