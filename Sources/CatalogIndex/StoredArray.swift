import Foundation

extension Array where Element: BitwiseCopyable {
  /// Reads the stored form of numbers or structs of numbers; nil for a number of bytes that is not a multiple of their size.
  init?(stored bytes: Data) {
    let (count, rest) = bytes.count.quotientAndRemainder(dividingBy: MemoryLayout<Element>.stride)
    guard rest == 0 else { return nil }
    self.init(unsafeUninitializedCapacity: count) { target, initialized in
      _ = bytes.copyBytes(to: target)
      initialized = count
    }
  }

  /// The stored form: the values as they are in memory.
  var stored: Data { withUnsafeBytes { Data($0) } }
}

extension UnsafeRawBufferPointer {
  /// Calls `body` with each value of the stored form of an array, and its index.
  func forEachValue<Value: BitwiseCopyable>(_ body: (_ index: Int, Value) -> Void) {
    let size = MemoryLayout<Value>.stride
    for index in 0..<count / size { body(index, loadUnaligned(fromByteOffset: index &* size, as: Value.self)) }
  }
}
