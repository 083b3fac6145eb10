/// The name of a campus: `penn`. Lower-case ASCII letters and digits, with single hyphens inside, at most 64 bytes.
public struct CampusID: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let description: String

  /// Reads a name; nil unless all characters are allowed.
  public init?(_ text: String) {
    guard Slug.isValid(text.utf8) else { return nil }
    description = text
  }

  // All ASCII: the order of strings is the order of bytes.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

/// The name of a kind of adapter: `whats-open`. The same characters as a `CampusID`.
public struct AdapterID: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let description: String

  /// Reads a name; nil unless all characters are allowed.
  public init?(_ text: String) {
    guard Slug.isValid(text.utf8) else { return nil }
    description = text
  }

  // All ASCII: the order of strings is the order of bytes.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

/// The alphabet of names that people choose.
enum Slug {
  static func isValid(_ text: some Collection<UInt8>) -> Bool {
    guard !text.isEmpty, text.count <= 64 else { return false }
    var isAfterHyphen = true
    for byte in text {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): isAfterHyphen = false
      case UInt8(ascii: "-") where !isAfterHyphen: isAfterHyphen = true
      default: return false
      }
    }
    return !isAfterHyphen
  }
}
