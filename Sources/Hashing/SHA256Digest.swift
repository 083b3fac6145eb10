/// A SHA-256 digest (32 bytes).
package struct SHA256Digest: Sendable, Hashable {
  private var words = SIMD4<UInt64>()

  /// - Parameter write: writes 32 bytes to the address it is given.
  init(_ write: (UnsafeMutablePointer<UInt8>) -> Void) {
    Swift.withUnsafeMutableBytes(of: &words) { $0.withMemoryRebound(to: UInt8.self) { write($0.baseAddress.unsafelyUnwrapped) } }
  }

  package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try Swift.withUnsafeBytes(of: words, body)
  }

  /// The 32 bytes.
  package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// The digest in lower-case hexadecimal (64 digits).
  package var hexadecimal: String { withUnsafeBytes { $0.hexadecimal } }
}
