import Basics
import CampusCatalog
import SimdJSON

/// Decodes the text of a CSV reply. Invalid text is refused, never repaired.
enum CSVText {
  /// Returns the encoding that a server declares in the Content-Type (RFC 9110, section 8.3.2).
  static func charset(in headers: [String: String]) -> String? {
    for parameter in headers["content-type"]?.split(separator: ";").dropFirst() ?? [] {
      let parts = parameter.split(separator: "=", maxSplits: 1).map(\.trimmed)
      if parts.count == 2, parts[0].lowercased() == "charset" { return parts[1].filter { $0 != "\"" } }
    }
    return nil
  }

  /// Returns a text as UTF-8, without a byte order mark.
  ///
  /// - Parameters:
  ///   - charset: the encoding that the server declares: UTF-8 (also without a declaration), Windows-1252, or ISO-8859-1, which is read as
  ///     Windows-1252 (WHATWG, Encoding). A byte order mark of UTF-8 or UTF-16 takes precedence.
  static func utf8(_ bytes: [UInt8], _ charset: String?) throws(CSVTable.Failure) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return try checked(Array(bytes.dropFirst(3)), charset) }
    if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes) { $0 | $1 << 8 } }
    if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes) { $0 << 8 | $1 } }
    switch charset?.lowercased() {
    case nil, "utf-8", "utf8", "us-ascii", "ascii": return try checked(bytes, charset)
    case "windows-1252", "cp1252", "iso-8859-1", "latin1": return try windows1252(bytes)
    case let name?:
      if bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
      throw failure(
        "the charset \"\(name.prefix(40))\" is not supported, only UTF-8, Windows-1252, ISO-8859-1, and UTF-16 with a byte order mark")
    }
  }

  private static func failure(line: Int? = nil, _ message: String) -> CSVTable.Failure {
    CSVTable.Failure(ReasonCode(JSONError.Code.encoding), line: line, message)
  }

  private static func checked(_ bytes: [UInt8], _ charset: String?) throws(CSVTable.Failure) -> [UInt8] {
    do {
      _ = try UTF8Span(validating: bytes.span)
      return bytes
    } catch {
      let line = bytes[..<error.byteOffsets.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
      throw failure(
        line: line,
        "the text is not UTF-8"
          + (charset == nil
            ? "; another charset must be declared in the Content-Type, which a recorded reply has in its .meta.json file" : ""))
    }
  }

  private static func utf16(_ bytes: [UInt8], _ unit: (UInt16, UInt16) -> UInt16) throws(CSVTable.Failure) -> [UInt8] {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { unit(UInt16(bytes[$0]), UInt16(bytes[$0 + 1])) }
    guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) else {
      throw failure("the text is not UTF-16, as its byte order mark says")
    }
    return Array(text.utf8)
  }

  private static func windows1252(_ bytes: [UInt8]) throws(CSVTable.Failure) -> [UInt8] {
    var text = ""
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      let value = (0x80...0x9F).contains(byte) ? windows1252[Int(byte) - 0x80] : UInt16(byte)
      guard value > 0 || byte == 0, let scalar = Unicode.Scalar(value) else {
        let code = String(byte, radix: 16, uppercase: true)
        throw failure("the byte 0x\(code) is not a character of Windows-1252")
      }
      text.unicodeScalars.append(scalar)
    }
    return Array(text.utf8)
  }

  /// The characters of the bytes from 0x80 to 0x9F; 0 if there is none.
  private static let windows1252: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}
