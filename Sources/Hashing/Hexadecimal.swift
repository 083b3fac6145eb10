extension UnsafeRawBufferPointer {
  /// The bytes in lower-case hexadecimal.
  package var hexadecimal: String {
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value }
    return String(unsafeUninitializedCapacity: 2 * count) { text in
      for index in indices {
        text[2 * index] = digit(self[index] >> 4)
        text[2 * index + 1] = digit(self[index] & 15)
      }
      return 2 * count
    }
  }
}

extension Array<UInt8> {
  /// The bytes in lower-case hexadecimal.
  package var hexadecimal: String { withUnsafeBytes { $0.hexadecimal } }
}
