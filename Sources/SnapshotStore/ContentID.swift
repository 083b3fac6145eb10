import CampusCatalog
import Hashing
import Foundation

/// The name of a content: its SHA-256. The file stores it as a blob of 32 bytes.
struct ContentID: Sendable, Hashable, CustomStringConvertible {
  static let size = 32

  /// The 32 bytes, in memory order. Inline, because a run of a thousand feeds handles ten thousand names.
  private let words: SIMD4<UInt64>

  /// Parses 64 lower-case hexadecimal digits; nil for anything else.
  init?(_ text: String) {
    guard text.utf8.count == 2 * Self.size else { return nil }
    var words = SIMD4<UInt64>()
    var isSound = true
    withUnsafeMutableBytes(of: &words) { bytes in
      for (index, digit) in text.utf8.enumerated() {
        guard let value = Self.value(of: digit) else { return isSound = false }
        bytes[index >> 1] |= index & 1 == 0 ? value << 4 : value
      }
    }
    guard isSound else { return nil }
    self.words = words
  }

  /// Reads 32 bytes; nil for another number of bytes.
  init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.size else { return nil }
    words = bytes.loadUnaligned(as: SIMD4<UInt64>.self)
  }

  /// Computes the SHA-256 of a content.
  init(of content: [UInt8]) { words = SHA256.hash(content).withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) } }

  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try Swift.withUnsafeBytes(of: words, body)
  }

  var bytes: Data { withUnsafeBytes { Data($0) } }

  /// The name in lower-case hexadecimal, 64 digits.
  var description: String { withUnsafeBytes { $0.hexadecimal } }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

// MARK: - Content hashes

extension ContentID {
  private static let prefix = "sha256:"

  /// Parses the `contentHash` of a catalog, such as "sha256:…"; nil for any other text.
  init?(contentHash text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    self.init(String(text.dropFirst(Self.prefix.count)))
  }

  /// The name in the form of a catalog's `contentHash`, such as "sha256:…".
  var contentHash: String { Self.prefix + description }
}
