/// A growing buffer of UTF-8 text.
struct TextBuffer {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }

  init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  @inline(__always)
  mutating func append(byte: UInt8) { bytes.append(byte) }

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
