import CampusCatalog

/// A price as feeds write it: "3.9", "€ 3,90", "3,90 €", "2,–", or none at all, such as "–" and "0,00".
public enum PriceText: Sendable, Hashable {
  /// An exact decimal text with the decimal places of the currency: "3.90".
  case amount(String)
  /// There is no price.
  case none

  /// Reads a price. Nil for any other text: one with another currency, a sign, a range or, unless `decimal` is known, digits in groups. Nil
  /// for "1.200", too, which may be more than a thousand.
  ///
  /// - Parameters:
  ///   - currency: the code of the currency, which a text may have before or after the number, also as its sign.
  ///   - decimal: what the feed writes before decimals, "." or ","; nil if unknown. With ",", "1.200" is more than a thousand.
  public init?(_ text: String, currency: String, decimal: Character? = nil) {
    guard text.utf8.count <= Self.longest, let line = PlainText.line(text) else {
      guard text.allSatisfy(\.isWhitespace) else { return nil }
      self = .none
      return
    }
    let hasOnlyNumber = line.utf8.first?.isASCIIDigit == true && line.utf8.last?.isASCIIDigit == true
    let number = hasOnlyNumber ? line[...] : Self.withoutCurrency(line, currency)
    if number.allSatisfy({ Self.dashes.contains($0) }) {
      self = .none
      return
    }
    guard let amount = Self.amount(number, decimal) else { return nil }
    self = amount.utf8.contains { $0 > UInt8(ascii: "0") } ? .amount(Price.normalized(amount, currency: currency)) : .none
  }

  private static let longest = 60
  private static let mostDecimals = 4
  private static let dashes: Set<Character> = ["-", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}"]
  private static let signs = [
    "EUR": ["\u{20AC}", "Euro"], "USD": ["$", "US$"], "GBP": ["\u{A3}"], "CHF": ["Fr.", "SFr."], "CAD": ["$", "CA$"], "AUD": ["$", "A$"],
    "SEK": ["kr", "kr."], "NOK": ["kr", "kr."], "DKK": ["kr", "kr."], "JPY": ["\u{A5}", "\u{5186}"], "PLN": ["z\u{142}"],
    "CZK": ["K\u{10D}"],
  ]

  /// Removes the currency and the spaces around the number.
  private static func withoutCurrency(_ line: String, _ currency: String) -> Substring {
    var rest = trimmed(line[...])
    let words = ([currency] + (signs[currency] ?? [])).sorted { $0.utf8.count > $1.utf8.count }
    for word in words {
      let folded = rest.lowercased()
      if folded.hasPrefix(word.lowercased()) {
        rest = rest.dropFirst(word.count)
        break
      }
      if folded.hasSuffix(word.lowercased()) {
        rest = rest.dropLast(word.count)
        break
      }
    }
    return trimmed(rest)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let rest = text.drop(while: \.isWhitespace)
    return rest.dropLast(rest.reversed().prefix(while: \.isWhitespace).count)
  }

  /// Reads a number without a currency, by the same rules: "1,5" is "1.5", and "1.000" is nil unless `decimal` is known.
  package static func number(_ text: Substring, decimal: Character?) -> String? {
    text.utf8.count > longest ? nil : amount(text, decimal)
  }

  private static func amount(_ number: Substring, _ decimal: Character?) -> String? {
    if let decimal, let ungrouped = ungrouped(number, decimal) { return amount(ungrouped, decimal) }
    var parts = number.utf8.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
    // "2,-" and "2,–"
    if parts.count == 2, parts[1].first?.isASCIIDigit == false, Substring(parts[1]).allSatisfy({ dashes.contains($0) }) {
      parts.removeLast()
    }
    guard let whole = parts.first, parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }) else { return nil }
    let zeros = whole.prefix { $0 == UInt8(ascii: "0") }.count
    let digits = Substring(whole.dropFirst(min(zeros, whole.count - 1)))
    guard digits.utf8.count <= mostDigits else { return nil }
    guard parts.count == 2 else { return String(digits) }
    let decimals = Substring(parts[1])
    if decimal.map(number.contains) != true {
      // "1,200" and "1.200" may be more than a thousand, unlike 0.125.
      guard decimals.utf8.count != 3 || zeros > 0 || whole.count > 3 else { return nil }
      if number.utf8.contains(UInt8(ascii: ",")), decimals.utf8.count > 2 { return nil }
    }
    let amount = String(digits + "." + decimals)
    return decimals.utf8.count > mostDecimals ? rounded(amount) : amount
  }

  /// Returns a number without the marks between groups of three digits, as in "1.234,50"; nil if it has none.
  private static func ungrouped(_ number: Substring, _ decimal: Character) -> Substring? {
    let parts = number.split(separator: decimal, maxSplits: 1, omittingEmptySubsequences: false)
    let groups = parts[0].split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard groups.count > 1, (1...3).contains(groups[0].utf8.count), groups.dropFirst().allSatisfy({ $0.utf8.count == 3 }) else {
      return nil
    }
    return Substring(([groups.joined()] + parts.dropFirst().map(String.init)).joined(separator: String(decimal)))
  }

  private static let mostDigits = 9

  /// Returns a number that a program has computed, such as 2.5999999999999996, without its error.
  private static func rounded(_ text: String) -> String? {
    guard let value = Double(text) else { return nil }
    let units = Int((value * 10_000).rounded())
    var decimals = String(String(10_000 + units % 10_000).dropFirst())
    while decimals.utf8.count > 2, decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(units / 10_000).\(decimals)"
  }
}
