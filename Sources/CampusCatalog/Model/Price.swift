import OpeningHours

/// What a dish costs. Amounts are exact decimal text, such as "2.60", and never zero. They have the decimal places of the currency, and more only
/// if these are not zero, so that equal amounts are equal texts: "3", "3.0" and "03.00" are all "3.00".
public struct Price: Sendable, Hashable {
  /// The people who pay a price. Raw values are the values in a catalog.
  public enum Role: String, Sendable, Hashable, CaseIterable { case student, employee, guest, pupil }

  /// The quantity that has a price, such as 100 g.
  public struct Quantity: Sendable, Hashable {
    public let amount: String
    /// The unit, such as "g".
    public let unit: String

    /// Creates a quantity; nil if the amount is not a decimal number, or zero, or there is no unit.
    public init?(amount: String, unit: String) {
      guard Price.isAmount(amount), !unit.isEmpty else { return nil }
      (self.amount, self.unit) = (Price.normalized(amount, places: 0), unit)
    }
  }

  /// Who pays it; nil for everybody.
  public let role: Role?
  public let amount: String
  /// The currency, as a code of ISO 4217.
  public let currency: String
  /// The quantity that the amount is for; nil for a portion.
  public let per: Quantity?
  /// A fixed part that is added to a price by weight; nil if there is none.
  public let base: String?

  /// Creates a price; nil if an amount is not a decimal number, or zero, or the currency is not a code of three capital letters.
  public init?(role: Role? = nil, amount: String, currency: String, per: Quantity? = nil, base: String? = nil) {
    guard Self.isAmount(amount), Self.isCurrency(currency), base.map(Self.isAmount) ?? true else { return nil }
    let places = Self.places(of: currency)
    (self.role, self.currency, self.per) = (role, currency, per)
    self.amount = Self.normalized(amount, places: places)
    self.base = base.map { Self.normalized($0, places: places) }
  }

  /// The number of decimal places of a currency (ISO 4217).
  private static func places(of currency: String) -> Int {
    switch currency {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF": 0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    default: 2
    }
  }

  /// Returns an amount of a currency with its decimal places, and more only if they are not zero.
  package static func normalized(_ amount: String, currency: String) -> String { normalized(amount, places: places(of: currency)) }

  private static func normalized(_ amount: String, places: Int) -> String {
    let utf8 = amount.utf8
    // Most amounts are as they should be.
    if places > 0, utf8.count > places + 1, utf8[utf8.index(utf8.endIndex, offsetBy: -places - 1)] == UInt8(ascii: "."),
      utf8.first != UInt8(ascii: "0") || utf8.count == places + 2
    {
      return amount
    }
    let parts = amount.split(separator: ".", maxSplits: 1)
    let zeros = parts[0].prefix { $0 == "0" }.count
    let whole = parts[0].dropFirst(min(zeros, parts[0].count - 1))
    var decimals = parts.count > 1 ? String(parts[1]) : ""
    while decimals.utf8.count > places, decimals.hasSuffix("0") { decimals.removeLast() }
    decimals += String(repeating: "0", count: max(0, places - decimals.utf8.count))
    let text = decimals.isEmpty ? String(whole) : "\(whole).\(decimals)"
    return text.utf8.count > longestAmount ? amount : text
  }

  /// The maximum number of bytes of an amount.
  private static let longestAmount = 20

  /// Whether a text is an amount: digits, perhaps a point and more digits, and not zero.
  package static func isAmount(_ text: String) -> Bool {
    let text = text.utf8
    guard text.count <= longestAmount, text.first?.isASCIIDigit == true, text.last?.isASCIIDigit == true else { return false }
    var (points, isZero) = (0, true)
    for byte in text {
      if byte == UInt8(ascii: ".") { points += 1 } else if !byte.isASCIIDigit { return false }
      if byte > UInt8(ascii: "0") { isZero = false }
    }
    return points <= 1 && !isZero
  }

  /// Whether a text has the form of a code of ISO 4217.
  package static func isCurrency(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}
