import CSimdJSON

/// Writes canonical JSON into a growing buffer: keys in the order they are given, no spaces, UTF-8 kept as it is.
///
/// Escaped are what RFC 8259 demands (`"`, `\`, C0 controls, with the short forms `\b \t \n \f \r`) and, so that output is
/// safe to show on a terminal or inside a script, DEL, C1 controls, bidirectional controls and U+2028/2029, as `\u` and four
/// lower-case hexadecimal digits (as RFC 8785 writes them).
///
/// The caller keeps the order of calls that a JSON text needs; commas are put by the writer.
public struct JSONWriter: ~Copyable {
  // Internal only for the inlined functions below; nothing else changes them.
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  @usableFromInline var end = 0
  @usableFromInline var needsComma = false

  /// Bytes written since the last `removeAll`.
  @inlinable public var count: Int { end }

  /// Creates an empty writer.
  ///
  /// - Parameter capacity: how many bytes to reserve; the writer grows when it needs more.
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

  /// A key that needs no escaping; its value must follow.
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

  /// A key of any text; its value must follow.
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
    // Not `withUTF8`: that needs a copy, and a copy touches the text's reference count.
    if text.utf8.withContiguousStorageIfAvailable({ quoted($0) }) == nil {
      var text = text
      text.withUTF8 { quoted($0) }
    }
    needsComma = true
  }

  /// A word of the program that needs no escaping.
  @inlinable
  @inline(__always)
  public mutating func word(_ word: StaticString) {
    plainString(limit: word.utf8CodeUnitCount) { room in
      UnsafeMutableRawPointer(room).copyMemory(from: word.utf8Start, byteCount: word.utf8CodeUnitCount)
      return word.utf8CodeUnitCount
    }
  }

  /// Writes an integer value in decimal digits.
  public mutating func integer(_ value: Int) {
    separate()
    reserve(24)
    putDecimal(value)
    needsComma = true
  }

  /// The shortest decimal that reads back as the same double; whole numbers below 2^53 without a fraction.
  /// A value that JSON cannot say (not finite) becomes null.
  public mutating func number(_ value: Double) {
    separate()
    if value == value.rounded(), abs(value) < 9_007_199_254_740_992 {
      reserve(24)
      putDecimal(Int(value))
    } else if abs(value) >= 0.0001, abs(value) < 9_007_199_254_740_992 {
      // What `description` gives, without a text of its own.
      reserve(32)
      end += csimdjson_write_fixed(value, (base + end).assumingMemoryBound(to: CChar.self), 32)
    } else {
      raw(value.isFinite ? value.description : "null")
    }
    needsComma = true
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) {
    separate()
    literal(value ? "true" : "false")
    needsComma = true
  }

  /// Writes `null`.
  public mutating func null() {
    separate()
    literal("null")
    needsComma = true
  }

  /// A string of ASCII characters that need no escape, written by `body` straight into the buffer.
  ///
  /// - Parameters:
  ///   - limit: how many bytes `body` writes at the most.
  ///   - body: gets room for `limit` bytes; returns how many it wrote.
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

  /// Bytes of a value, written by `body` straight into the buffer; it keeps to JSON itself.
  ///
  /// - Parameters:
  ///   - limit: how many bytes `body` writes at the most.
  ///   - body: gets room for `limit` bytes; returns how many it wrote.
  @inlinable
  @inline(__always)
  public mutating func value(limit: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
    separate()
    reserve(limit)
    end &+= body(base + end)
    needsComma = true
  }

  /// A view on a value of another text, written again canonically: keys in the order they had.
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
        separate()
        raw("\(unsigned)")
        needsComma = true
      } else {
        number(value.double ?? 0)
      }
    case .true: bool(true)
    case .false: bool(false)
    case .null: null()
    }
  }

  // MARK: - Bytes

  /// Bytes as they are, outside of JSON's structure (a line feed between entries, say). The next value takes no comma.
  public mutating func literal(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
    (base + end).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
    end += text.utf8CodeUnitCount
    needsComma = false
  }

  /// Bytes that were written canonically before, as they are. The next value takes no comma.
  public mutating func raw(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    if let from = bytes.baseAddress { (base + end).copyMemory(from: from, byteCount: bytes.count) }
    end += bytes.count
    needsComma = false
  }

  /// A look at what was written from the byte `start` on.
  public func withBytes<Result, Failure: Error>(
    from start: Int = 0, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: base + start, count: end - start))
  }

  /// All that was written, as an array.
  public var bytes: [UInt8] { withBytes { Array($0) } }

  /// All that was written, as text.
  public var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// Forgets what was written; the buffer stays.
  public mutating func removeAll() {
    end = 0
    needsComma = false
  }

  /// Forgets what was written after the first `count` bytes. The next value takes no comma.
  public mutating func drop(to count: Int) {
    end = min(end, max(0, count))
    needsComma = false
  }

  /// Makes room for so many bytes in one step, for who knows how much will be written.
  package mutating func makeRoom(for bytes: Int) { reserve(bytes) }

  // MARK: - Inside

  @inlinable
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if end &+ more > capacity { grow(more) }
  }

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

  @inlinable
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    base.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
    end &+= 1
  }

  private mutating func raw(_ text: String) {
    let utf8 = text.utf8.span
    utf8.withUnsafeBufferPointer { utf8 in
      reserve(utf8.count)
      if let from = utf8.baseAddress { (base + end).copyMemory(from: from, byteCount: utf8.count) }
      end += utf8.count
    }
  }

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

  /// Copies runs that need no escape and escapes what does.
  @inline(__always)
  private mutating func quoted(_ utf8: UnsafeBufferPointer<UInt8>) {
    let length = utf8.count
    reserve(length &* 6 &+ 16)
    put(UInt8(ascii: "\""))
    if let from = utf8.baseAddress {
      if length >= 8 ? copyPlain(from, length) : copyShortPlain(from, length) {
        end &+= length
      } else {
        let plain = Self.plainPrefix(from, length)
        (base + end).copyMemory(from: from, byteCount: plain)
        end &+= plain
        if plain < length { escapeRest(from, plain, length) }
      }
    }
    put(UInt8(ascii: "\""))
  }

  /// Copies a text of at least eight bytes, eight at a time, the last eight overlapping those before them. False when a byte
  /// needs care; what was copied then counts for nothing.
  @inline(__always)
  private func copyPlain(_ from: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    let source = UnsafeRawPointer(from)
    let target = base + end
    let last = length &- 8
    var index = 0
    while index < last {
      let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if Self.needsCare(word) { return false }
      target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
      index &+= 8
    }
    let word = source.loadUnaligned(fromByteOffset: last, as: UInt64.self)
    target.storeBytes(of: word, toByteOffset: last, as: UInt64.self)
    return !Self.needsCare(word)
  }

  /// The same for a text of less than eight bytes.
  @inline(__always)
  private func copyShortPlain(_ from: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    let source = UnsafeRawPointer(from)
    let target = base + end
    if length >= 4 {
      let first = source.loadUnaligned(as: UInt32.self)
      let last = source.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self)
      target.storeBytes(of: first, as: UInt32.self)
      target.storeBytes(of: last, toByteOffset: length &- 4, as: UInt32.self)
      return !Self.needsCare(UInt64(first) | UInt64(last) << 32)
    }
    if length == 0 { return true }
    // The first, the middle and the last are all of up to three.
    let (first, middle, last) = (from[0], from[length / 2], from[length &- 1])
    target.storeBytes(of: first, as: UInt8.self)
    target.storeBytes(of: middle, toByteOffset: length / 2, as: UInt8.self)
    target.storeBytes(of: last, toByteOffset: length &- 1, as: UInt8.self)
    let spaces: UInt64 = 0x2020_2020_2000_0000
    return !Self.needsCare(UInt64(first) | UInt64(middle) << 8 | UInt64(last) << 16 | spaces)
  }

  /// How many bytes from the start are ASCII without `"`, `\`, controls and DEL. Eight at a time.
  @inline(__always)
  private static func plainPrefix(_ from: UnsafePointer<UInt8>, _ length: Int) -> Int {
    let raw = UnsafeRawPointer(from)
    var index = 0
    while index &+ 8 <= length {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if Self.needsCare(word) { break }
      index &+= 8
    }
    while index < length {
      let byte = from[index]
      if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      index &+= 1
    }
    return index
  }

  /// True when one of eight bytes is not plain (it may say so of a plain one beside it, never the reverse).
  @inline(__always)
  private static func needsCare(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let delete = word ^ (ones &* 0x7F)
    let below = (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones) | (delete &- ones)
    return (below | word) & highs != 0
  }

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
      case 0x08: short("b", &index)
      case 0x09: short("t", &index)
      case 0x0A: short("n", &index)
      case 0x0C: short("f", &index)
      case 0x0D: short("r", &index)
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
        // A character beyond ASCII and those of its kind beside it: most texts have a few, and plain ones around them.
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

  /// The first bytes of characters that may need an escape.
  private static func beginsSpecial(_ byte: UInt8) -> Bool { byte == 0xC2 || byte == 0xD8 || byte == 0xE2 }

  /// U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069.
  private static func isSpecial(_ second: UInt8, _ third: UInt8) -> Bool {
    switch (second, third) {
    case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): true
    default: false
    }
  }

  private mutating func short(_ letter: Unicode.Scalar, _ index: inout Int) {
    put(UInt8(ascii: "\\"))
    put(UInt8(ascii: letter))
    index &+= 1
  }

  private mutating func unicode(_ scalar: UInt32) {
    put(UInt8(ascii: "\\"))
    put(UInt8(ascii: "u"))
    for shift in [UInt32(12), 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: scalar >> shift & 0xF)
      put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
  }
}
