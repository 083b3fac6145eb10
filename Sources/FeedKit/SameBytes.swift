import Glibc

/// Compares texts as bytes, unlike `==` on strings, which compares by canonical equivalence.
enum SameBytes {
  static func of(_ left: [UInt8], _ right: borrowing Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBufferPointer { left in right.withUnsafeBufferPointer { right in isEqual(left, right) } }
  }

  static func of(_ left: String, _ right: String) -> Bool {
    let (left, right) = (left.utf8.span, right.utf8.span)
    guard left.count == right.count else { return false }
    return left.withUnsafeBufferPointer { left in right.withUnsafeBufferPointer { right in isEqual(left, right) } }
  }

  private static func isEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = left.baseAddress, let second = right.baseAddress else { return left.count == right.count }
    return first == second || memcmp(first, second, left.count) == 0
  }
}
