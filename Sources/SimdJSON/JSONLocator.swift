/// Finds the line and column of a value in JSON text, for error messages.
public enum JSONLocator {
  /// Returns the one-based line and column (in Unicode scalars) of the value that a pointer names.
  ///
  /// For a member, that is the position of its key. For a pointer without a value, it is the position of the last value along the
  /// pointer that exists.
  ///
  /// - Parameters:
  ///   - pointer: a JSON Pointer (RFC 6901).
  ///   - bytes: valid JSON text.
  public static func position(of pointer: String, in bytes: [UInt8]) -> (line: Int, column: Int) {
    bytes.withUnsafeBufferPointer { buffer in
      var cursor = Cursor(bytes: buffer)
      let tokens = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map {
        unescape(Substring($0))
      }
      return StrictScanner.lineAndColumn(of: cursor.offset(of: tokens), in: buffer)
    }
  }

  /// Returns a reference token with `~1` as `/` and `~0` as `~`.
  private static func unescape(_ token: Substring) -> String {
    var text = ""
    var rest = token.unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == "~", let next = rest.popFirst() {
        text.unicodeScalars.append(next == "1" ? "/" : "~")
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// A cursor over text that is known to be valid.
  private struct Cursor {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
      self.bytes = bytes
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// Returns the offset of the last value along the path that exists; for a member, that of its key.
    mutating func offset(of tokens: [String]) -> Int {
      skipSpace()
      var offset = position
      for token in tokens {
        guard let found = enter(token) else { return offset }
        offset = found
      }
      return offset
    }

    /// Moves to the value of a member or element, and returns where the member or element begins.
    private mutating func enter(_ token: String) -> Int? {
      let isObject = peek == UInt8(ascii: "{")
      guard isObject || peek == UInt8(ascii: "[") else { return nil }
      position += 1
      var number = 0
      while true {
        skipSpace()
        let start = position
        guard peek != UInt8(ascii: "}"), peek != UInt8(ascii: "]"), position < bytes.count else { return nil }
        var matches = String(number) == token
        if isObject {
          skipString()
          matches = Self.key(Array(bytes[start..<position])).utf8.elementsEqual(token.utf8)
          skipSpace()
          position += 1
          skipSpace()
        }
        if matches { return start }
        skipValue()
        skipSpace()
        if peek == UInt8(ascii: ",") { position += 1 }
        number += 1
      }
    }

    private static func key(_ text: [UInt8]) -> String {
      guard let document = try? JSONDocument(parsing: text) else { return "" }
      return document.root.string ?? ""
    }

    /// Moves past a value. Brackets are only counted, because the text is known to be valid.
    private mutating func skipValue() {
      var depth = 0
      repeat {
        switch peek {
        case UInt8(ascii: "\""): skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          position += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          position += 1
        case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D: position += 1
        default:
          while position < bytes.count, ![UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x09, 0x0A, 0x0D].contains(peek) {
            position += 1
          }
        }
      } while depth > 0 && position < bytes.count
    }

    private mutating func skipString() {
      position += 1
      while position < bytes.count, peek != UInt8(ascii: "\"") { position += peek == UInt8(ascii: "\\") ? 2 : 1 }
      position += 1
    }

    private mutating func skipSpace() {
      while peek == 0x20 || peek == 0x09 || peek == 0x0A || peek == 0x0D { position += 1 }
    }
  }
}
