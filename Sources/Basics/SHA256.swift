import CCrypto

/// A streaming SHA-256 hash (FIPS 180-4), computed by OpenSSL's libcrypto.
package struct SHA256: ~Copyable {
  private let context: OpaquePointer

  /// The algorithm, looked up once because a lookup takes longer than hashing a short text.
  nonisolated(unsafe) private static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

  package init() {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
    self.context = context
    Self.check(EVP_DigestInit_ex2(context, Self.algorithm, nil))
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Adds bytes to the hash.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) { Self.check(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)) }

  /// Adds bytes to the hash.
  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// Returns the digest of everything added so far.
  package func finalize() -> SHA256Digest {
    let copy = Self()
    Self.check(EVP_MD_CTX_copy_ex(copy.context, context))
    return SHA256Digest { Self.check(EVP_DigestFinal_ex(copy.context, $0, nil)) }
  }

  /// Returns the digest of `bytes`.
  package static func hash(_ bytes: UnsafeRawBufferPointer) -> SHA256Digest {
    SHA256Digest { check(EVP_Digest(bytes.baseAddress, bytes.count, $0, nil, algorithm, nil)) }
  }

  /// Returns the digest of `bytes`.
  package static func hash(_ bytes: [UInt8]) -> SHA256Digest { bytes.withUnsafeBytes { hash($0) } }

  /// libcrypto's digests fail only if it was built without SHA-256 or memory runs out.
  private static func check(_ status: CInt) { precondition(status == 1, "libcrypto cannot compute SHA-256") }
}
