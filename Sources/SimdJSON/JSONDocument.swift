import CSimdJSON

/// One parsed JSON text: it owns the parser, whose tape every `JSONValue` of it looks at.
///
/// Stricter than RFC 8259 asks: duplicate keys, nesting over `maximumDepth`, lone surrogates and numbers beyond 64 bits
/// or a finite double are errors. One byte order mark is tolerated and reported by `hasByteOrderMark`.
///
/// A value cannot outlive its document; the compiler sees to that.
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

  /// How many escaped control characters its texts have, not counting tabs and line ends. (JSON allows those below U+0020 only as escapes.)
  public let controls: Int

  /// How many combining marks were left out of its texts: at most 30 follow each other (UAX #15, Stream-Safe Text Format).
  public let marks: Int

  private let parser: PooledParser
  private let tape: UnsafePointer<UInt64>
  private let strings: UnsafePointer<UInt8>

  /// - Parameters:
  ///   - bytes: UTF-8 text. It is not kept.
  ///   - mostValues: a text with more values than this is refused, if possible before it is parsed.
  /// - Throws: `JSONError` with the place of the first fault.
  public init(parsing bytes: [UInt8], mostValues: Int = .max) throws(JSONError) {
    if mostValues < .max, bytes.withUnsafeBufferPointer({ ValueCount.seemsToExceed(mostValues, in: $0) }) {
      throw ValueCount.error(mostValues)
    }
    // The parser may look at some bytes behind the text: an array that has room for them need not be copied for it.
    try self.init(parsing: bytes.span, isPadded: bytes.capacity - bytes.count >= csimdjson_padding(), mostValues: mostValues)
  }

  /// - Parameter bytes: UTF-8 text. It is not kept.
  /// - Throws: `JSONError` with the place of the first fault.
  public init(parsing bytes: borrowing Span<UInt8>) throws(JSONError) {
    try self.init(parsing: bytes, isPadded: false, mostValues: .max)
  }

  private init(parsing bytes: borrowing Span<UInt8>, isPadded: Bool, mostValues: Int) throws(JSONError) {
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
    if Tape.payload(tape[0]) > mostValues, ValueCount.of(tape) > mostValues { throw ValueCount.error(mostValues) }
    var check = TapeCheck(tape: tape, strings: strings)
    let escapes = Escapes(in: bytes)
    guard check.run(in: parser.room), !escapes.hasSurrogates || StrictScanner.accepts(bytes) else {
      throw StrictScanner.fault(in: bytes, otherwise: result.error)
    }
    self.hasByteOrderMark = marked
    controls = escapes.controls
    marks = escapes.mayHaveManyMarks ? CombiningMarks.limit(tape: tape, strings: strings) : 0
    check.findLookalikes()
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

  /// A lower bound of the number of values, found without counting: with its key, a value takes at most three words of tape.
  package var fewestValues: Int { root.documentWordCount / 3 }

  /// The version of simdjson, such as "3.0.1", and the instruction set it chose, such as "haswell".
  public static var library: (version: String, implementation: String) {
    (String(cString: csimdjson_version()), String(cString: csimdjson_implementation()))
  }
}

/// What a scan of the escapes in a valid JSON text finds: surrogates, control characters and combining marks.
struct Escapes {
  /// simdjson 3.0 lets a lone low surrogate through when it is escaped; a text that has any escape of that range is read a second time
  /// by the strict scanner.
  private(set) var hasSurrogates = false
  /// How many control characters (C0, DEL, C1) there are, but tabs and line ends.
  private(set) var controls = 0
  /// There may be more combining marks in a row than allowed. False is certain.
  private(set) var mayHaveManyMarks = false

  /// Bytes that are looked at for both purposes while they are near the processor.
  private static let block = 1 << 14

  init(in bytes: borrowing Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var from = 0
      var lastEscapeEnd = -1
      for start in stride(from: 0, to: buffer.count, by: Self.block) {
        let end = min(start + Self.block, buffer.count)
        while from < end, let hit = memchrIndex(base, from: from, count: end), hit + 1 < buffer.count {
          from = hit + 2
          switch base[hit + 1] {
          case UInt8(ascii: "u"):
            guard hit + 5 < buffer.count else { return }
            take(base[hit + 2], base[hit + 3], base[hit + 4], base[hit + 5])
            // U+0300 and above.
            guard base[hit + 2] != UInt8(ascii: "0") || base[hit + 3] >= UInt8(ascii: "3") else { continue }
            if hit == lastEscapeEnd || hit > 0 && base[hit - 1] >= 0x80 || hit + 6 < buffer.count && base[hit + 6] >= 0x80 {
              mayHaveManyMarks = true
            }
            lastEscapeEnd = hit + 6
          case UInt8(ascii: "b"), UInt8(ascii: "f"): controls += 1
          default: break
          }
        }
        from = max(from, end)
        if !mayHaveManyMarks { mayHaveManyMarks = CombiningMarks.mayExceed(in: buffer, start..<end) }
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
