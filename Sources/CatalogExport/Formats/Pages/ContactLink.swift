import OpeningHours

/// Addresses for contact details that have a usual form. Those of any other form are not links.
enum ContactLink {
  /// Returns the address of a telephone number: in international form if that is known; otherwise `tel:` and the digits, with a plus sign if
  /// the number begins with one. Nil if there are letters, or too few or too many digits.
  ///
  /// - Parameter country: the country of the place (ISO 3166-1 alpha-2); nil if it is not known.
  static func phone(_ number: String, country: String?) -> String? {
    if let address = PhoneNumber(number, country: country)?.address { return address }
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
    let isUsual = parts.joined().allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "._-+".utf8.contains($0) }
    return isUsual ? "mailto:\(address)" : nil
  }
}
