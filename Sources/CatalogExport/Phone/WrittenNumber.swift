/// The digits of a telephone number, in the groups in which a text has them.
struct WrittenNumber {
  private(set) var groups: [String] = []
  /// Whether the number begins with a country code.
  var isInternational = false
  private(set) var countryCode = ""

  var digits: String { groups.joined() }

  /// - Parameter text: digits with the usual separators; nil for any other text.
  init?(_ text: Substring) {
    var group = ""
    var isInBrackets = false
    // A slash comes after an area code. Elsewhere, it separates two numbers: "794-2000/1".
    var digitsBeforeSlash: Int?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9":
        group.unicodeScalars.append(scalar)
        continue
      case "+" where group.isEmpty && groups.isEmpty && !isInternational: isInternational = true
      case "(" where !isInBrackets: isInBrackets = true
      case ")" where isInBrackets: isInBrackets = false
      case "/" where digitsBeforeSlash == nil: digitsBeforeSlash = digits.utf8.count + group.utf8.count
      case " ", "-", ".", "\u{A0}", "\u{2009}", "\u{202F}", "\u{2010}"..."\u{2015}", "\u{2212}": break
      default: return nil
      }
      if !group.isEmpty { groups.append(group) }
      group = ""
    }
    if !group.isEmpty { groups.append(group) }
    let count = digits.utf8.count
    guard !isInBrackets, count > 0, count <= 20 else { return nil }
    if let digitsBeforeSlash { guard digitsBeforeSlash <= 8, count - digitsBeforeSlash >= 5 else { return nil } }
  }

  /// Removes digits from the start.
  mutating func remove(_ count: Int) {
    var count = count
    while count > 0, let first = groups.first {
      groups[0] = String(first.dropFirst(count))
      count -= first.count
      if groups[0].isEmpty { groups.removeFirst() }
    }
  }

  /// Moves the country code to `countryCode`, and removes the trunk prefix that should not follow it, as in "+44 (0)151 794 2000". Returns
  /// whether the number is possible.
  mutating func removeCountryCode() -> Bool {
    let all = digits
    guard let first = all.first, first != "0" else { return false }
    countryCode = String(all.prefix(Self.countryCodeLength(all)))
    remove(countryCode.utf8.count)
    guard let plan = NumberingPlan.byCode[Substring(countryCode)] else {
      return (7...15).contains(all.utf8.count) && digits.first.map { $0 != "0" } ?? false
    }
    if let prefix = plan.trunkPrefix {
      if digits.first == prefix { remove(1) }
    } else if groups.first == "0", groups.count > 1 {
      // In Italy, the 0 of "+39 (0)461 281111" is a part of the number.
      groups[1] = "0" + groups[1]
      groups.removeFirst()
    }
    return plan.accepts(digits)
  }

  /// Removes what is dialed within a country, and sets the country code. Returns whether the number has an area code.
  mutating func removeTrunkPrefix(_ plan: NumberingPlan?) -> Bool {
    guard let plan else { return false }
    countryCode = String(plan.code)
    if let prefix = plan.trunkPrefix {
      guard digits.first == prefix else { return false }
      remove(1)
    } else if countryCode == "1", digits.utf8.count == 11, digits.first == "1" {
      remove(1)
    }
    return plan.accepts(digits)
  }

  /// Returns the length of the country code with which a number begins. Codes of two digits are listed; 1 and 7 have one, all others three.
  private static func countryCodeLength(_ digits: String) -> Int {
    if digits.first == "1" || digits.first == "7" { return 1 }
    return twoDigitCodes.contains(String(digits.prefix(2))) ? 2 : 3
  }

  private static let twoDigitCodes = Set(
    [20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41] + Array(43...49) + Array(51...58) + Array(60...66) + [81, 82, 84, 86]
      + Array(90...95) + [98]
  ).reduce(into: Set<String>()) { $0.insert("\($1)") }
}
