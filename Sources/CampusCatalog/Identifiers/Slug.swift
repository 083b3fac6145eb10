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
