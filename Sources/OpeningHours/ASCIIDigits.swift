extension Span where Element == UInt8 {
  /// The number that `count` decimal digits at `start` say; nil when one of them is no digit.
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

extension UnsafeMutablePointer<UInt8> {
  /// Two decimal digits of a number from 0 to 99.
  @inline(__always)
  func putPair(at index: Int, _ value: Int) {
    self[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 10)
    self[index &+ 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10)
  }
}
