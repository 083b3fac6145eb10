import CSimdJSON

/// A writer that appends canonical JSON to a growing buffer: keys in the order of the calls, no spaces, UTF-8 unchanged.
///
/// The writer escapes the characters that RFC 8259 requires: `"`, `\`, and C0 controls, with the short forms `\b \t \n \f \r`. So that
/// output is safe on a terminal and in a script, it also escapes DEL, C1 controls, bidirectional controls and U+2028/2029. Other escapes
/// are `\u` and four lower-case hexadecimal digits, as in RFC 8785.
///
/// The writer inserts commas. It does not check that the calls form valid JSON:
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.key("name")
///     writer.string("Café")
///     writer.endObject()
///     print(writer.text)  // {"name":"Café"}
public struct JSONWriter: ~Copyable {
  // Not private, because inlinable functions use them.
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  @usableFromInline var end = 0
  @usableFromInline var needsComma = false

  /// The number of bytes in the buffer.
  @inlinable public var count: Int { end }

  /// Creates an empty writer.
  ///
  /// - Parameter capacity: the number of bytes to reserve. The buffer grows as needed.
  public init(capacity: Int = 1 << 16) {
    self.capacity = max(capacity, 256)
    base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  // MARK: - Structure

  @inlinable
  @inline(__always)
  public mutating func beginObject() { open(UInt8(ascii: "{")) }

  @inlinable
  @inline(__always)
  public mutating func endObject() { close(UInt8(ascii: "}")) }

  @inlinable
  @inline(__always)
  public mutating func beginArray() { open(UInt8(ascii: "[")) }

  @inlinable
  @inline(__always)
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes a key that needs no escaping. Its value must follow.
  @inlinable
  @inline(__always)
  public mutating func key(_ key: StaticString) {
    separate()
    let length = key.utf8CodeUnitCount
    reserve(length &+ 3)
    put(UInt8(ascii: "\""))
    (base + end).copyMemory(from: key.utf8Start, byteCount: length)
    end &+= length
    put(UInt8(ascii: "\""))
    put(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key. Its value must follow.
  public mutating func key(_ key: String) {
    string(key)
    reserve(1)
    put(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: - Values

  /// Writes a string value, with quotes and escapes.
  public mutating func string(_ text: String) {
    separate()
    // Not `withUTF8`, which needs a mutable copy and so changes the reference count.
    if text.utf8.withContiguousStorageIfAvailable({ quoted($0) }) == nil {
      var text = text
      text.withUTF8 { quoted($0) }
    }
    needsComma = true
  }

  /// Writes a string value that needs no escaping.
  @inlinable
  @inline(__always)
  public mutating func plainString(_ text: StaticString) {
    plainString(limit: text.utf8CodeUnitCount) { room in
      UnsafeMutableRawPointer(room).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
      return text.utf8CodeUnitCount
    }
  }

  public mutating func integer(_ value: Int) {
    separate()
    reserve(24)
    putDecimal(value)
    needsComma = true
  }

  /// Writes a number value: the shortest decimal that reads back as the same double, without a fraction for whole numbers below 2^53.
  /// A value that is not finite is written as null.
  public mutating func number(_ value: Double) {
    if value == value.rounded(), abs(value) < 9_007_199_254_740_992 {
      integer(Int(value))
    } else if abs(value) >= 0.0001, abs(value) < 9_007_199_254_740_992 {
      // The same digits as `description`, without allocating a string.
      self.value(limit: 32) { csimdjson_write_fixed(value, $0.assumingMemoryBound(to: CChar.self), 32) }
    } else {
      word(value.isFinite ? value.description : "null")
    }
  }

  public mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

  public mutating func null() { word("null") }

  /// Writes a string value that `body` copies directly into the buffer. It must be ASCII that needs no escaping.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes that `body` writes.
  ///   - body: writes to the address it receives and returns the number of bytes written.
  @inlinable
  @inline(__always)
  public mutating func plainString(limit: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    separate()
    reserve(limit &+ 2)
    put(UInt8(ascii: "\""))
    end &+= body((base + end).assumingMemoryBound(to: UInt8.self))
    put(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a value that `body` copies directly into the buffer, as in `plainString(limit:_:)`. It must be valid JSON.
  @inlinable
  @inline(__always)
  public mutating func value(limit: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
    separate()
    reserve(limit)
    end &+= body(base + end)
    needsComma = true
  }

  /// Writes a parsed value in canonical form. Object keys keep their order.
  public mutating func copy(_ value: borrowing JSONValue) {
    switch value.kind {
    case .object:
      beginObject()
      var members = value.members
      while let member = members.next() {
        key(member.key)
        copy(member.value)
      }
      endObject()
    case .array:
      beginArray()
      var elements = value.elements
      while let element = elements.next() { copy(element) }
      endArray()
    case .string: string(value.string ?? "")
    case .number:
      if let integer = value.integer {
        self.integer(Int(integer))
      } else if let unsigned = value.unsigned {
        word("\(unsigned)")
      } else {
        number(value.double ?? 0)
      }
    case .true: bool(true)
    case .false: bool(false)
    case .null: null()
    }
  }

  // MARK: - Bytes

  /// Appends text without escaping, such as a line feed between entries. The next value is written without a comma.
  public mutating func literal(_ text: StaticString) {
    raw(UnsafeRawBufferPointer(text.bytes))
  }

  /// Appends bytes that are already canonical JSON. The next value is written without a comma.
  public mutating func raw(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    if let from = bytes.baseAddress { (base + end).copyMemory(from: from, byteCount: bytes.count) }
    end += bytes.count
    needsComma = false
  }

  /// Calls `body` with the buffer from the byte `start` on. The bytes are valid only during the call.
  public func withBytes<Result, Failure: Error>(
    from start: Int = 0, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: base + start, count: end - start))
  }

  /// A copy of the buffer.
  public var bytes: [UInt8] { withBytes { Array($0) } }

  public var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// Empties the buffer and keeps its capacity.
  public mutating func removeAll() {
    end = 0
    needsComma = false
  }

  /// Removes everything after the first `count` bytes. The next value is written without a comma.
  public mutating func truncate(to count: Int) {
    end = min(end, max(0, count))
    needsComma = false
  }

  // MARK: - Implementation

  @inlinable
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if end &+ more > capacity { grow(more) }
  }

  /// Moves the contents to a buffer of at least twice the capacity, so that appending takes constant time on average.
  @usableFromInline
  @inline(never)
  mutating func grow(_ more: Int) {
    let wanted = max(capacity * 2, end + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 16)
    larger.copyMemory(from: base, byteCount: end)
    base.deallocate()
    base = larger
    capacity = wanted
  }

  /// Appends a byte. Call `reserve` before.
  @inlinable
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    base.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
    end &+= 1
  }

  private mutating func word(_ text: StaticString) {
    separate()
    literal(text)
    needsComma = true
  }

  /// Writes a value that is already canonical JSON.
  private mutating func word(_ text: String) {
    separate()
    var text = text
    text.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
    needsComma = true
  }

  /// Writes a comma if the next value or key needs one.
  @inlinable
  @inline(__always)
  mutating func separate() {
    if needsComma {
      reserve(1)
      put(UInt8(ascii: ","))
    }
  }

  @inlinable
  @inline(__always)
  mutating func open(_ byte: UInt8) {
    separate()
    reserve(1)
    put(byte)
    needsComma = false
  }

  @inlinable
  @inline(__always)
  mutating func close(_ byte: UInt8) {
    reserve(1)
    put(byte)
    needsComma = true
  }

  /// Writes the digits of an integer in reverse and turns them around. Call `reserve` before.
  private mutating func putDecimal(_ value: Int) {
    var magnitude = value.magnitude
    if value < 0 { put(UInt8(ascii: "-")) }
    let start = end
    repeat {
      put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10))
      magnitude /= 10
    } while magnitude > 0
    var digits = UnsafeMutableRawBufferPointer(start: base + start, count: end - start)[...]
    digits.reverse()
  }

  @inline(__always)
  private mutating func quoted(_ utf8: UnsafeBufferPointer<UInt8>) {
    let length = utf8.count
    reserve(length &* 6 &+ 16)
    put(UInt8(ascii: "\""))
    if let from = utf8.baseAddress {
      let plain = Self.plainPrefix(from, length)
      (base + end).copyMemory(from: from, byteCount: plain)
      end &+= plain
      if plain < length { escapeRest(from, plain, length) }
    }
    put(UInt8(ascii: "\""))
  }

  /// Returns the length of the longest prefix that is ASCII without `"`, `\`, controls and DEL.
  @inline(__always)
  private static func plainPrefix(_ from: UnsafePointer<UInt8>, _ length: Int) -> Int {
    let raw = UnsafeRawPointer(from)
    var index = 0
    while index &+ 8 <= length {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if Self.mayNeedEscape(word) { break }
      index &+= 8
    }
    while index < length {
      let byte = from[index]
      if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      index &+= 1
    }
    return index
  }

  /// Returns whether one of eight bytes may need an escape. It may be wrong about plain bytes, never about others.
  ///
  /// Subtracting sets the high bit of a byte that is smaller than the subtrahend: below 0x20, or 0 after the XOR with a character. A borrow
  /// can only disturb the bytes above the one that caused it, which has its own high bit set. So the lowest byte that needs an escape is
  /// always found. Non-ASCII bytes have the high bit anyway.
  @inline(__always)
  private static func mayNeedEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let delete = word ^ (ones &* 0x7F)
    let below = (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones) | (delete &- ones)
    return (below | word) & highs != 0
  }

  /// Writes the rest of a string, from the first byte that is not plain ASCII. The caller has reserved six bytes per byte, the length of
  /// the longest escape.
  @inline(never)
  private mutating func escapeRest(_ from: UnsafePointer<UInt8>, _ start: Int, _ length: Int) {
    var index = start
    while index < length {
      let byte = from[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        put(UInt8(ascii: "\\"))
        put(byte)
        index &+= 1
      case 0x08...0x0A, 0x0C...0x0D:
        put(UInt8(ascii: "\\"))
        put(Self.shortEscapes.utf8Start[Int(byte) - 0x08])
        index &+= 1
      case 0..<0x20, 0x7F:
        unicode(UInt32(byte))
        index &+= 1
      case 0xC2 where index + 1 < length && from[index + 1] < 0xA0:
        unicode(UInt32(from[index + 1]))
        index &+= 2
      case 0xD8 where index + 1 < length && from[index + 1] == 0x9C:
        unicode(0x061C)
        index &+= 2
      case 0xE2 where index + 2 < length && Self.isSpecial(from[index + 1], from[index + 2]):
        unicode(0x2000 | UInt32(from[index + 1] & 0x3F) << 6 | UInt32(from[index + 2] & 0x3F))
        index &+= 3
      default:
        // A run of non-ASCII characters, and the plain text after it.
        var other = index
        repeat { other &+= 1 } while other < length && from[other] >= 0x80 && !Self.beginsSpecial(from[other])
        (base + end).copyMemory(from: from + index, byteCount: other &- index)
        end &+= other &- index
        let plain = Self.plainPrefix(from + other, length &- other)
        (base + end).copyMemory(from: from + other, byteCount: plain)
        end &+= plain
        index = other &+ plain
      }
    }
  }

  /// Returns whether a byte begins a non-ASCII character that may need an escape.
  private static func beginsSpecial(_ byte: UInt8) -> Bool { byte == 0xC2 || byte == 0xD8 || byte == 0xE2 }

  /// U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069.
  private static func isSpecial(_ second: UInt8, _ third: UInt8) -> Bool {
    switch (second, third) {
    case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): true
    default: false
    }
  }

  /// The letters of the short escapes of U+0008 to U+000D. U+000B has none.
  private static let shortEscapes: StaticString = "btn-fr"

  private mutating func unicode(_ scalar: UInt32) {
    put(UInt8(ascii: "\\"))
    put(UInt8(ascii: "u"))
    for shift in [UInt32(12), 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: scalar >> shift & 0xF)
      put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
  }
}
