import CSimdJSON

/// One parsed JSON text: it owns the parser, whose tape every `JSONValue` of it looks at.
///
/// Stricter than RFC 8259 asks: duplicate keys, nesting over `maximumDepth`, lone surrogates and numbers beyond 64 bits
/// or a finite double are errors. One byte order mark is tolerated and told by `hasByteOrderMark`.
///
/// A value can not outlive its document; the compiler sees to that.
///
///     let document = try JSONDocument(parsing: bytes)
///     let name = document.root["name"]?.string
public struct JSONDocument: ~Copyable {
  /// Arrays and objects may nest this deep.
  public static let maximumDepth = 64

  /// The text began with U+FEFF as UTF-8.
  public let hasByteOrderMark: Bool
  /// Where an object has two keys that differ as bytes and are canonically equivalent as Unicode text ("é" in its two
  /// forms): the JSON Pointers of those objects.
  public let lookalikeKeys: [String]

  /// How many control characters its texts have as escapes, but tabs and line ends. (Those below U+0020 can stand in no other way.)
  public let controls: Int

  private let parser: PooledParser
  private let tape: UnsafePointer<UInt64>
  private let strings: UnsafePointer<UInt8>

  /// - Parameter bytes: UTF-8 text. It is not kept.
  /// - Throws: `JSONError` with the place of the first fault.
  public init(parsing bytes: [UInt8]) throws(JSONError) {
    // The parser may look at some bytes behind the text: an array that has room for them need not be copied for it.
    try self.init(parsing: bytes.span, isPadded: bytes.capacity - bytes.count >= csimdjson_padding())
  }

  /// - Parameter bytes: UTF-8 text. It is not kept.
  /// - Throws: `JSONError` with the place of the first fault.
  public init(parsing bytes: borrowing Span<UInt8>) throws(JSONError) {
    try self.init(parsing: bytes, isPadded: false)
  }

  private init(parsing bytes: borrowing Span<UInt8>, isPadded: Bool) throws(JSONError) {
    let marked = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    let parser = try PooledParser(capacity: bytes.count)
    let result = unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return csimdjson_result(tape: nil, strings: nil, error: 1) }
      let skipped = marked ? 3 : 0
      return csimdjson_parse(parser.handle, base + skipped, buffer.count - skipped, isPadded, JSONDocument.maximumDepth * 2)
    }
    guard result.error == 0, let tape = result.tape, let strings = result.strings else {
      throw StrictScanner.fault(in: bytes, otherwise: result.error)
    }
    var check = TapeCheck(tape: tape, strings: strings)
    let escapes = Escapes(in: bytes)
    guard check.run(in: parser.room), !escapes.hasSurrogates || StrictScanner.accepts(bytes) else {
      throw StrictScanner.fault(in: bytes, otherwise: result.error)
    }
    self.hasByteOrderMark = marked
    controls = escapes.controls
    self.lookalikeKeys = check.lookalikes.map { JSONPointer.of($0, tape: tape, strings: strings) }
    self.parser = parser
    self.tape = tape
    self.strings = strings
  }

  /// The outermost value.
  public var root: JSONValue {
    @_lifetime(borrow self)
    get { JSONValue(tape: tape, strings: strings, index: 1, owner: self) }
  }

  /// The version of simdjson, such as "3.0.1", and the instruction set it chose, such as "haswell".
  public static var library: (version: String, implementation: String) {
    (String(cString: csimdjson_version()), String(cString: csimdjson_implementation()))
  }
}

/// What a text says by escapes that nobody else looks for. The text must be valid.
struct Escapes {
  /// simdjson 3.0 lets a lone low surrogate through when it is escaped; a text that has any escape of that range is read a second time
  /// by the strict scanner.
  private(set) var hasSurrogates = false
  /// How many control characters (C0, DEL, C1) there are, but tabs and line ends.
  private(set) var controls = 0

  init(in bytes: borrowing Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var from = 0
      while let hit = memchrIndex(base, from: from, count: buffer.count), hit + 1 < buffer.count {
        from = hit + 2
        switch base[hit + 1] {
        case UInt8(ascii: "u"):
          guard hit + 5 < buffer.count else { return }
          take(base[hit + 2], base[hit + 3], base[hit + 4], base[hit + 5])
        case UInt8(ascii: "b"), UInt8(ascii: "f"): controls += 1
        default: break
        }
      }
    }
  }

  /// Four hexadecimal digits.
  private mutating func take(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
    if first | 0x20 == UInt8(ascii: "d"), second >= UInt8(ascii: "8") { hasSurrogates = true }
    guard first == UInt8(ascii: "0"), second == UInt8(ascii: "0") else { return }
    switch (third, fourth | 0x20) {
    // A digit has that bit.
    case (UInt8(ascii: "0"), UInt8(ascii: "9")), (UInt8(ascii: "0"), UInt8(ascii: "a")), (UInt8(ascii: "0"), UInt8(ascii: "d")): break
    case (UInt8(ascii: "0")...UInt8(ascii: "1"), _), (UInt8(ascii: "7"), UInt8(ascii: "f")), (UInt8(ascii: "8")...UInt8(ascii: "9"), _):
      controls += 1
    default: break
    }
  }
}
