/// Bytes of ASCII text that grows at its end; one allocation for most texts.
struct ASCIIBuffer: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 64)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  var text: String { String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self) }

  /// The byte at an index below `count`.
  subscript(index: Int) -> UInt8 { base[index] }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let wanted = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: wanted)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    capacity = wanted
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
    (base + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count &+= text.utf8CodeUnitCount
  }

  /// Two decimal digits of a number from 0 to 99.
  @inline(__always)
  mutating func appendPair(_ value: Int) {
    reserve(2)
    (base + count).putPair(at: 0, value)
    count &+= 2
  }

  /// `HH:MM`.
  @inline(__always)
  mutating func append(minutes: Int) {
    reserve(5)
    (base + count).putPair(at: 0, minutes / 60)
    base[count &+ 2] = UInt8(ascii: ":")
    (base + count).putPair(at: 3, minutes % 60)
    count &+= 5
  }

  /// A part of another buffer.
  mutating func append(_ other: borrowing ASCIIBuffer, _ range: Range<Int>) {
    reserve(range.count)
    (base + count).update(from: other.base + range.lowerBound, count: range.count)
    count &+= range.count
  }

  func isEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count else { return false }
    for offset in 0..<left.count where base[left.lowerBound + offset] != base[right.lowerBound + offset] { return false }
    return true
  }
}
