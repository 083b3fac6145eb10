/// The content lines of a calendar (RFC 5545, section 3.1): each ends with CRLF, and one of more than 75 bytes is folded between characters.
struct ContentLines {
  private(set) var bytes: [UInt8] = []
  /// The number of bytes on the current line.
  private var column = 0

  private static let limit = 75

  init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Adds a line that needs no folding, such as "BEGIN:VEVENT".
  mutating func add(_ line: StaticString) {
    append(line)
    end()
  }

  /// Adds a property whose value is written as it is.
  ///
  /// - Parameter name: the name, with any parameters.
  mutating func add(_ name: StaticString, _ value: String) {
    append(name)
    put(UInt8(ascii: ":"))
    for byte in value.utf8 { put(byte) }
    end()
  }

  /// Adds a property with a text, which is escaped (section 3.3.11); nothing for nil.
  mutating func add(_ name: StaticString, text: String?) {
    if let text { add(name, texts: [text]) }
  }

  /// Adds a property with a list of texts; nothing for an empty list.
  mutating func add(_ name: StaticString, texts: [String]) {
    guard !texts.isEmpty else { return }
    append(name)
    for index in texts.indices {
      put(index == 0 ? UInt8(ascii: ":") : UInt8(ascii: ","))
      putEscaped(texts[index])
    }
    end()
  }

  /// Adds a property with times of one type and zone.
  mutating func add(_ name: StaticString, _ times: [CalendarTime]) {
    guard let first = times.first else { return }
    append(name)
    for byte in first.parameter.utf8 { put(byte) }
    for index in times.indices {
      put(index == 0 ? UInt8(ascii: ":") : UInt8(ascii: ","))
      for byte in times[index].description.utf8 { put(byte) }
    }
    end()
  }

  mutating func add(_ name: StaticString, _ time: CalendarTime) { add(name, [time]) }

  // MARK: - Parts of a line

  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    column += text.utf8CodeUnitCount
  }

  private mutating func end() {
    bytes.append(0x0D)
    bytes.append(0x0A)
    column = 0
  }

  /// Appends a byte of a value. The first byte of a character begins a new line if the character does not fit.
  private mutating func put(_ byte: UInt8) {
    if byte & 0xC0 != 0x80 {
      makeRoom(byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4)
    }
    bytes.append(byte)
    column += 1
  }

  private mutating func makeRoom(_ size: Int) {
    guard column + size > Self.limit else { return }
    end()
    bytes.append(0x20)
    column = 1
  }

  private mutating func putEscaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): putPair(byte)
      case 0x0A: putPair(UInt8(ascii: "n"))
      case 0x09, 0x20...0x7E, 0x80...: put(byte)
      // Other control characters are not allowed in a calendar.
      default: continue
      }
      // Some readers break lines after U+0085, U+2028 and U+2029. The next line is then a folded one, which a text cannot begin.
      if endsWithLineSeparator { column = Self.limit }
    }
  }

  /// Appends a backslash and a character, on one line.
  private mutating func putPair(_ byte: UInt8) {
    makeRoom(2)
    put(UInt8(ascii: "\\"))
    put(byte)
  }

  private var endsWithLineSeparator: Bool {
    guard let last = bytes.last, last & 0xC0 == 0x80 else { return false }
    let count = bytes.count
    if last == 0x85 { return bytes[count - 2] == 0xC2 }
    return (last == 0xA8 || last == 0xA9) && bytes[count - 2] == 0x80 && bytes[count - 3] == 0xE2
  }
}
