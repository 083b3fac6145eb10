import CampusCatalog
import Crypto
import Foundation

/// The name of a content: its SHA-256.
struct ContentID: Sendable, Hashable, CustomStringConvertible {
  static let size = 32

  /// 32 bytes.
  let bytes: Data

  /// Nil unless 64 lower-case hexadecimal digits.
  init?(_ text: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.size)
    var first: UInt8?
    for digit in text.utf8 {
      guard let value = Self.value(of: digit), bytes.count < Self.size else { return nil }
      if let high = first { bytes.append(high << 4 | value) }
      first = first == nil ? value : nil
    }
    guard bytes.count == Self.size, first == nil else { return nil }
    self.bytes = Data(bytes)
  }

  /// Nil unless 32 bytes.
  init?(bytes: Data) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }

  init(of content: [UInt8]) { bytes = Data(SHA256.hash(data: content)) }

  var description: String { bytes.withUnsafeBytes { $0.hexadecimal } }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
