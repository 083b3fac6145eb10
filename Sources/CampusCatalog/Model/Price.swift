import OpeningHours

/// What a dish costs. Amounts are exact decimal text, such as "2.60", and never zero.
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
      (self.amount, self.unit) = (amount, unit)
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
    (self.role, self.amount, self.currency, self.per, self.base) = (role, amount, currency, per, base)
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
