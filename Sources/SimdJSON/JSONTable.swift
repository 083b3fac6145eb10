/// A table that becomes a JSON document: an array of objects with texts, one for each row. The keys are stored once, however many rows
/// there are.
///
///     var table = JSONTable(columns: ["Id", "Name"].map { Array($0.utf8) })
///     table.append(Array("1".utf8))
///     table.append(Array("Reading Room".utf8))
///     table.endRow()
///     let document = JSONDocument(table)
package struct JSONTable {
  /// The tape of the document (`Tape`), without its last two words.
  private(set) var tape = [Self.word(Tape.root, 0), Self.word(Tape.array, 0)]
  private(set) var strings: [UInt8] = []
  /// Whether two columns are the same text in different Unicode forms.
  let hasLookalikeColumns: Bool
  private var keys: [UInt64] = []
  /// The texts of the row that has not ended.
  private var row: [UInt64] = []
  /// The offsets of these texts in `strings`.
  private var rowStart = 0
  /// The number of rows that have ended.
  package private(set) var rowCount = 0
  private(set) var endOfStrings = 0

  /// - Parameter columns: the different keys of the objects, in UTF-8.
  package init(columns: [[UInt8]]) {
    hasLookalikeColumns = Set(columns.map { String(decoding: $0, as: UTF8.self) }).count < columns.count
    for name in columns { keys.append(store(name)) }
    rowStart = strings.count
  }

  /// The number of texts in the row that has not ended.
  package var fieldCount: Int { row.count }

  /// Adds a text to the current row.
  ///
  /// - Parameter text: valid UTF-8.
  package mutating func append(_ text: [UInt8]) { row.append(store(text)) }

  /// Ends the current row. If the number of its texts is not that of the columns, it becomes an array instead of an object.
  package mutating func endRow() {
    let isObject = row.count == keys.count
    let start = tape.count
    let end = start + (isObject ? 2 : 1) * row.count + 2
    let members = UInt64(min(row.count, Self.maximumCount)) << 32
    tape.append(Self.word(isObject ? Tape.object : Tape.array, members | UInt64(end)))
    for (index, text) in row.enumerated() {
      if isObject { tape.append(keys[index]) }
      tape.append(text)
    }
    tape.append(Self.word(isObject ? Tape.objectEnd : Tape.arrayEnd, UInt64(start)))
    rowCount += 1
    startRow()
  }

  /// Removes the texts of the current row.
  package mutating func discardRow() {
    strings.removeSubrange(rowStart...)
    startRow()
  }

  private mutating func startRow() {
    row.removeAll(keepingCapacity: true)
    rowStart = strings.count
  }

  /// Completes the tape and the texts.
  mutating func end() {
    tape[1] = Self.word(Tape.array, UInt64(min(rowCount, Self.maximumCount)) << 32 | UInt64(tape.count + 1))
    tape.append(Self.word(Tape.arrayEnd, 1))
    tape[0] = Self.word(Tape.root, UInt64(tape.count))
    tape.append(Self.word(Tape.root, 0))
    endOfStrings = strings.count
    // Readers may load eight bytes from the beginning of a text.
    strings += [UInt8](repeating: 0, count: 8)
  }

  /// The largest number of elements that a word of the tape has room for.
  private static let maximumCount = 0xFF_FFFF

  /// Stores a text as simdjson does, and returns its word.
  private mutating func store(_ text: [UInt8]) -> UInt64 {
    let start = strings.count
    withUnsafeBytes(of: UInt32(text.count).littleEndian) { strings += $0 }
    strings += text
    strings.append(0)
    return Self.word(Tape.string, UInt64(start))
  }

  private static func word(_ tag: UInt8, _ payload: UInt64) -> UInt64 { UInt64(tag) << 56 | payload }
}
