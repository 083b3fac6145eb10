/// A growing buffer of ASCII text that starts in borrowed memory, so that short texts need no allocation.
struct ASCIIBuffer: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0
  /// Whether the text has outgrown the borrowed memory.
  private var isAllocated = false

  /// - Parameter memory: where text is stored while it fits. It must outlive the buffer and must not be empty.
  init(using memory: Slice<UnsafeMutableBufferPointer<UInt8>>) {
    let memory = UnsafeMutableBufferPointer(rebasing: memory)
    guard let base = memory.baseAddress else { preconditionFailure("the memory must not be empty") }
    self.base = base
    capacity = memory.count
  }

  deinit { if isAllocated { base.deallocate() } }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: base, count: count))
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let wanted = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: wanted)
    larger.update(from: base, count: count)
    if isAllocated { base.deallocate() }
    base = larger
    capacity = wanted
    isAllocated = true
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
    (base + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count &+= text.utf8CodeUnitCount
  }

  /// Appends four characters, in the order of their bytes in memory.
  @inline(__always)
  mutating func append(word: UInt32) {
    reserve(4)
    UnsafeMutableRawPointer(base + count).storeBytes(of: word, as: UInt32.self)
    count &+= 4
  }

  /// Appends two decimal digits of a number from 0 to 99.
  @inline(__always)
  mutating func appendPair(_ value: Int) {
    reserve(2)
    (base + count).putPair(at: 0, value)
    count &+= 2
  }

  /// Appends `HH:MM-HH:MM`.
  @inline(__always)
  mutating func appendSpan(minutes from: Int, _ to: Int) {
    reserve(16)
    let start = UnsafeMutableRawPointer(base + count)
    start.storeBytes(of: LocalTime.ascii(minutes: from) | UInt64(UInt8(ascii: "-")) << 40, as: UInt64.self)
    start.storeBytes(of: LocalTime.ascii(minutes: to), toByteOffset: 6, as: UInt64.self)
    count &+= 11
  }

  /// Appends a range of another buffer.
  mutating func append(_ other: borrowing ASCIIBuffer, _ range: Range<Int>) {
    reserve(range.count)
    (base + count).update(from: other.base + range.lowerBound, count: range.count)
    count &+= range.count
  }

  func isEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.count == right.count && (0..<left.count).allSatisfy { base[left.lowerBound + $0] == base[right.lowerBound + $0] }
  }
}

extension Span where Element == UInt8 {
  /// Parses `count` decimal digits at `start`; nil if one of them is not a digit.
  @inline(__always)
  func digits(_ start: Int, _ count: Int) -> Int? {
    var value = 0
    for index in start..<start + count {
      let digit = self[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }
}

/// "00" to "99".
private let decimalPairs: StaticString = """
  0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
  5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
  """

extension UnsafeMutablePointer<UInt8> {
  /// Writes two decimal digits of a number from 0 to 99.
  @inline(__always)
  func putPair(at index: Int, _ value: Int) {
    let pair = UnsafeRawPointer(decimalPairs.utf8Start).loadUnaligned(fromByteOffset: value &* 2, as: UInt16.self)
    UnsafeMutableRawPointer(self + index).storeBytes(of: pair, as: UInt16.self)
  }
}

/// Character classes. Inlinable, because every byte of many texts is examined.
extension UInt8 {
  @inlinable package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

  @inlinable package var isASCIILetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }

  /// Whether the byte is an unreserved character of addresses (RFC 3986, section 2.3).
  @inlinable package var isUnreserved: Bool {
    isASCIILetter || isASCIIDigit || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E
  }
}
