import CampusCatalog
import FeedKit

/// The quantity of a dish that a price is for, as feeds write it: "100g", "1,5 l", "½ l", "kg", "pro 100 g" or "/100g", and "Portion" or
/// "1 Stk." for the dish as it is served.
enum QuantityText: Sendable, Hashable {
  case portion
  case quantity(Price.Quantity)

  /// Reads a quantity; nil for any other text. Numbers are as in amounts: "1.000g" is nil unless `decimal` is known. Of fractions, halves,
  /// quarters and eighths are read: "2/4" may be two sizes.
  ///
  /// - Parameter decimal: what the feed writes before decimals; nil if unknown.
  init?(_ stated: String, decimal: Character?) {
    let words = stated.split(maxSplits: 1, omittingEmptySubsequences: true) { $0 == " " }
    let hasPreposition = words.count == 2 && Self.prepositions.contains(words[0].caseFolded)
    let text = hasPreposition ? words[1].trimmed : stated.hasPrefix("/") ? stated.dropFirst().trimmed : stated
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "," || $0 == "." }
    let rest = text.dropFirst(digits.count)
    let (amount, unit) =
      Self.fraction(text).map { ($0.amount, $0.unit) } ?? (digits.isEmpty ? "1" : PriceText.number(digits, decimal: decimal), rest.trimmed)
    let word = unit.caseFolded
    let isServed = Self.portions.contains(word.hasSuffix(".") ? String(word.dropLast()) : word)
    guard let amount, isServed || Self.units.contains(word), let quantity = Price.Quantity(amount: amount, unit: unit) else { return nil }
    self = isServed && quantity.amount == "1" ? .portion : .quantity(quantity)
  }

  /// Reads a fraction, perhaps after a whole number, as exact decimal text: "1 ½ l" is "1.5". Nil if there is none.
  private static func fraction(_ text: String) -> (amount: String, unit: String)? {
    let whole = text.prefix { $0.isASCII && $0.isNumber }
    for (rest, whole) in [(text[...], "0"), (text.dropFirst(whole.count).drop { $0 == " " }, String(whole))] where !whole.isEmpty {
      for (fraction, decimals) in decimals where rest.hasPrefix(fraction) {
        let unit = rest.dropFirst(fraction.count)
        if unit.first?.isNumber != true { return ("\(whole).\(decimals)", unit.trimmed) }
      }
    }
    return nil
  }

  private static let decimals = [
    "1/2": "5", "1/4": "25", "3/4": "75", "1/8": "125", "1\u{2044}2": "5", "1\u{2044}4": "25", "3\u{2044}4": "75", "1\u{2044}8": "125",
    "\u{BD}": "5", "\u{BC}": "25", "\u{BE}": "75", "\u{215B}": "125",
  ]
  private static let prepositions: Set<String> = ["pro", "per", "je", "par", "por", "al", "\u{E0}"]
  /// Units of a dish as it is served. A period may follow.
  private static let portions: Set<String> = [
    "annos", "each", "item", "kpl", "pc", "pcs", "pi\u{E8}ce", "piece", "plate", "porci\u{F3}n", "port", "portie", "portion", "portions",
    "porzione", "serving", "st", "stk", "st\u{FC}ck", "stuk", "teller",
  ]
  /// Units of weight and volume.
  private static let units: Set<String> = [
    "cl", "dl", "fl oz", "fl. oz", "g", "gr", "gram", "gramm", "grams", "kg", "kilo", "kilogram", "kilogramm", "kilograms", "l", "lb",
    "lbs", "liter", "liters", "litre", "litres", "mg", "ml", "ounce", "ounces", "oz", "oz.", "pound", "pounds",
  ]
}
