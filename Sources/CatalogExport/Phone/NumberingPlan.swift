/// How telephone numbers of a country are written: a row of `numbering-plans.txt`.
struct NumberingPlan: Sendable {
  /// The country code, such as "44".
  let code: Substring
  /// The digit that is dialed before an area code within the country and is not a part of the number; nil for none.
  let trunkPrefix: Character?
  /// The digits that are dialed before a country code.
  let internationalPrefix: Substring
  /// How many digits a number has with its area code, without the trunk prefix.
  let digits: ClosedRange<Int>
  /// The possible first digits of a number.
  let firstDigits: Substring

  /// Returns the plan of a country (ISO 3166-1 alpha-2); nil if the table does not have it.
  static func of(country: String) -> NumberingPlan? { plans[country] }

  /// The plans by country code. Countries that share a code have equal rows.
  static let byCode = Dictionary(plans.values.map { ($0.code, $0) }) { first, _ in first }

  private static let plans: [String: NumberingPlan] = {
    var plans: [String: NumberingPlan] = [:]
    for line in (EmbeddedFiles.texts["Phone/numbering-plans.txt"] ?? "").split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t")
      let digits = cells.count == 6 ? cells[4].split(separator: "-").compactMap { Int($0) } : []
      guard digits.count == 2, digits[0] <= digits[1] else { continue }
      plans[String(cells[0])] = NumberingPlan(
        code: cells[1], trunkPrefix: cells[2] == "-" ? nil : cells[2].first, internationalPrefix: cells[3],
        digits: digits[0]...digits[1], firstDigits: cells[5])
    }
    return plans
  }()

  /// Whether the digits of a number, without the trunk prefix, are possible.
  func accepts(_ digits: String) -> Bool {
    guard self.digits.contains(digits.utf8.count), let first = digits.first, firstDigits.contains(first) else { return false }
    // In North America, neither the area code nor the exchange begins with 0 or 1.
    return code != "1" || !"01".contains(digits[digits.index(digits.startIndex, offsetBy: 3)])
  }
}
