/// A telephone number in international form, read from the text of a feed.
///
/// Only text with exactly one understood number is read: a number with its area code in a known country (`NumberingPlan`), or with a country
/// code. Short numbers, numbers with letters and several numbers are not.
struct PhoneNumber: Sendable, Hashable {
  let countryCode: String
  /// The digits after the country code, in the groups of the text.
  let groups: [String]
  /// The extension that is dialed after the call is answered; nil if there is none.
  let extensionDigits: String?

  /// The number in the form of OpenStreetMap, with the extension: "+44 151 794 2000", in North America "+1-215-898-1234 x5".
  var text: String {
    ("+" + ([countryCode] + groups).joined(separator: countryCode == "1" ? "-" : " ")) + (extensionDigits.map { " x\($0)" } ?? "")
  }

  /// The number without separators and extension (E.164): "+12158981234".
  var digits: String { "+" + countryCode + groups.joined() }

  /// The number as an address (RFC 3966): "tel:+12158981234;ext=5".
  var address: String { "tel:" + digits + (extensionDigits.map { ";ext=\($0)" } ?? "") }

  /// - Parameters:
  ///   - text: a number as people write it, such as "(215) 898-1234 ext. 5" or "+44 (0)151 794 2000".
  ///   - country: the country of its place (ISO 3166-1 alpha-2); nil if it is not known.
  init?(_ text: String, country: String?) {
    let end = text.unicodeScalars.firstIndex { $0.properties.isAlphabetic || $0 == ";" } ?? text.endIndex
    var (written, extensionDigits) = (text[..<end], String?.none)
    if end < text.endIndex {
      guard let digits = Self.extensionDigits(text[end...]) else { return nil }
      extensionDigits = digits
      while let last = written.last, " ,\u{A0}".contains(last) { written.removeLast() }
    }
    guard var number = WrittenNumber(written) else { return nil }
    let plan = country.flatMap { NumberingPlan.of(country: $0) }
    if !number.isInternational, let plan, number.digits.hasPrefix(plan.internationalPrefix) {
      number.remove(plan.internationalPrefix.utf8.count)
      number.isInternational = true
    }
    guard number.isInternational ? number.removeCountryCode() : number.removeTrunkPrefix(plan) else { return nil }
    countryCode = number.countryCode
    let digits = number.digits
    let isNorthAmerican = countryCode == "1"
    groups = isNorthAmerican ? [digits.prefix(3), digits.dropFirst(3).prefix(3), digits.dropFirst(6)].map(String.init) : number.groups
    self.extensionDigits = extensionDigits
  }

  /// Returns the digits of "ext. 5", "extension 5", "x5" or ";ext=5"; nil for any other text.
  private static func extensionDigits(_ text: Substring) -> String? {
    let lower = text.lowercased()
    guard let word = [";ext=", "extension", "ext", "x"].first(where: { lower.hasPrefix($0) }) else { return nil }
    var rest = lower.dropFirst(word.count)
    if rest.first == "." || rest.first == ":" { rest = rest.dropFirst() }
    rest = rest.drop { $0 == " " || $0 == "\u{A0}" }
    while rest.last == " " || rest.last == "\u{A0}" { rest.removeLast() }
    return (1...6).contains(rest.utf8.count) && rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }) ? String(rest) : nil
  }
}
