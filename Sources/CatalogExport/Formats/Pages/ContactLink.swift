/// Addresses for contact details that have a usual form. Those of any other form are no links.
enum ContactLink {
  /// Returns `tel:` and the digits, with a plus sign if the number begins with one; nil if there are letters, or too few or too many digits.
  static func phone(_ number: String) -> String? {
    var digits = ""
    for scalar in number.unicodeScalars {
      switch scalar {
      case "0"..."9": digits.unicodeScalars.append(scalar)
      case "+" where digits.isEmpty: digits = "+"
      case " ", "-", ".", "(", ")", "/", "\u{2010}", "\u{2011}", "\u{2013}", "\u{A0}": continue
      default: return nil
      }
    }
    return (5...16).contains(digits.utf8.count) ? "tel:\(digits)" : nil
  }

  /// Returns `mailto:` and the address; nil unless it is a name and a host of letters, digits and the usual signs.
  static func email(_ address: String) -> String? {
    let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].contains(UInt8(ascii: ".")) else { return nil }
    let isUsual = parts.allSatisfy { part in
      part.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
          true
        default: false
        }
      }
    }
    return isUsual ? "mailto:\(address)" : nil
  }
}
