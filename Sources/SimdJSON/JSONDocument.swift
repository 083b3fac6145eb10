import Basics
import CSimdJSON

/// A parsed JSON text. It owns the memory that its `JSONValue`s refer to.
///
/// Parsing is stricter than RFC 8259: duplicate keys, nesting deeper than `maximumDepth`, lone surrogates, and numbers that fit
/// neither in 64 bits nor in a finite double are errors. A byte order mark is accepted and reported by `hasByteOrderMark`.
///
/// The compiler guarantees that no value outlives its document:
///
///     let document = try JSONDocument(parsing: bytes)
///     let name = document.root["name"]?.string
public struct JSONDocument: ~Copyable {
  /// How deeply arrays and objects may nest.
  public static let maximumDepth = 64

  /// Whether the text began with a byte order mark (U+FEFF).
  public let hasByteOrderMark: Bool

  /// JSON Pointers (RFC 6901) of objects with two keys that are the same text in different Unicode forms, such as "é" as one
  /// character and as two. At most 20.
  public let lookalikeKeys: [String]

  /// The number of escaped control characters in the text, not counting tabs and line breaks. (JSON allows characters below U+0020
  /// only as escapes.)
  public let controlCharacterCount: Int

  /// The number of combining marks removed from strings: at most 30 may follow each other (UAX #15, Stream-Safe Text Format).
  public let removedMarkCount: Int

  /// The parser whose buffers contain the tape and the strings. They are reused by other documents when this one ends.
  private let parser: PooledParser?
  /// The memory of a table, which has no parser.
  private let table: TableBuffers?
  private let tape: UnsafePointer<UInt64>
  private let strings: UnsafePointer<UInt8>

  /// Parses JSON text.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text. The document does not keep it.
  ///   - maximumValues: how many values the text may have. A text with more is rejected before it is parsed.
  ///   - reusesBuffers: whether the memory is used again by other documents. For a large text that is read once, it is better freed.
  /// - Throws: `JSONError` with the position of the first error.
  public init(parsing bytes: [UInt8], maximumValues: Int = .max, reusesBuffers: Bool = true) throws(JSONError) {
    if maximumValues < .max, bytes.withUnsafeBufferPointer({ ValueCounter.exceeds(maximumValues, in: $0) }) {
      // No single value is at fault, so the position is the start of the text.
      throw JSONError(code: .values, message: "more than \(maximumValues) values")
    }
    // The parser may read some bytes beyond the text, so an array with spare capacity does not have to be copied.
    let isPadded = bytes.capacity - bytes.count >= csimdjson_padding()
    // simdjson does not check duplicate keys, depth and surrogates. A text that is rejected is scanned again for the position of the error.
    let bytes = bytes.span
    let marked = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    let parser = try PooledParser(capacity: bytes.count, isPooled: reusesBuffers)
    let result = unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return csimdjson_result(tape: nil, strings: nil, error: 1) }
      let skipped = marked ? 3 : 0
      return csimdjson_parse(parser.handle, base + skipped, buffer.count - skipped, isPadded, JSONDocument.maximumDepth * 2)
    }
    guard result.error == 0, let tape = result.tape, let strings = result.strings else { throw Self.fault(in: bytes, result.error) }
    let validator = TapeValidator(tape: tape, strings: strings)
    guard let hasNonASCIIKeys = validator.checkKeys() else { throw Self.fault(in: bytes, result.error) }
    let escapes = EscapeScan(in: bytes)
    if escapes.hasSurrogates, let fault = StrictScanner.fault(in: bytes) { throw fault }
    self.hasByteOrderMark = marked
    controlCharacterCount = escapes.controlCharacterCount
    removedMarkCount = escapes.mayHaveManyMarks ? CombiningMarks.limit(tape: tape, strings: strings) : 0
    // After the marks are limited, because this compares keys as Unicode text.
    let lookalikes = hasNonASCIIKeys ? validator.lookalikes() : []
    lookalikeKeys = lookalikes.map { JSONPointer.of($0, tape: tape, strings: strings) }
    self.parser = parser
    table = nil
    self.tape = tape
    self.strings = strings
  }

  /// Creates a document from a table.
  package init(_ table: consuming JSONTable) {
    hasByteOrderMark = false
    lookalikeKeys = table.hasLookalikeColumns && table.rowCount > 0 ? ["/0"] : []
    let (buffers, removedMarks, controlCharacters) = TableBuffers.of(table)
    controlCharacterCount = controlCharacters
    removedMarkCount = removedMarks
    parser = nil
    self.table = buffers
    tape = buffers.tape
    strings = buffers.strings
  }

  /// Returns the first error of a rejected text.
  ///
  /// - Parameter code: simdjson's error code, in case the scanner finds no error.
  private static func fault(in bytes: borrowing Span<UInt8>, _ code: Int32) -> JSONError {
    StrictScanner.fault(in: bytes) ?? JSONError(code: .syntax, message: "the parser rejected the text (code \(code))")
  }

  public var root: JSONValue {
    @_lifetime(borrow self)
    get { JSONValue(tape: tape, strings: strings, index: 1, owner: self) }
  }

  /// A lower bound on the number of values, found without counting them: a value and its key take at most three words of tape.
  package var minimumValueCount: Int { root.documentWordCount / 3 }

  /// The version of simdjson, such as "3.0.1", and the implementation it selected for this processor, such as "haswell".
  public static var library: (version: String, implementation: String) {
    (String(cString: csimdjson_version()), String(cString: csimdjson_implementation()))
  }
}
