/// The id of a campus, such as `penn`: lower-case ASCII letters and digits, with single hyphens between them, at most 64 bytes.
public struct CampusID: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let description: String

  public init?(_ text: String) {
    guard Slug.isValid(text.utf8) else { return nil }
    description = text
  }

  // Ids are ASCII, so strings compare as bytes.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

/// The syntax of ids that people choose: lower-case ASCII letters and digits, with single hyphens between them, at most 64 bytes.
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
