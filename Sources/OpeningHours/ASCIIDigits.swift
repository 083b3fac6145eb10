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
