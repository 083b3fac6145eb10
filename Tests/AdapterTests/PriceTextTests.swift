import FeedKit
import Testing

@Suite struct PriceTextTests {
  @Test(arguments: [
    ("3.90", "3.90"), ("3.9", "3.90"), ("3,9", "3.90"), ("€ 3,90", "3.90"), ("3,90 €", "3.90"), ("€3.90", "3.90"),
    ("3,90\u{A0}EUR", "3.90"),
    ("EUR 12", "12.00"), ("2,–", "2.00"), ("2.-", "2.00"), ("4,-", "4.00"), ("€ 4", "4.00"), ("4€", "4.00"), ("007", "7.00"),
    ("3.0", "3.00"), ("3.00", "3.00"), ("1.2500", "1.25"), ("1234.567", "1234.567"), ("0.05", "0.05"),
    ("0.125", "0.125"), ("2.5999999999999996", "2.60"),
    ("0.30000000000000004", "0.30"), (" 4.5\n", "4.50"), ("2 euro", "2.00"),
  ])
  func amounts(_ text: String, _ amount: String) { #expect(PriceText(text, currency: "EUR") == .amount(amount)) }

  @Test(arguments: ["", " ", "0", "0.00", "0,00 €", "€ 0", "-", "–", "— €", "0.00001"])
  func noPrice(_ text: String) { #expect(PriceText(text, currency: "EUR") == PriceText.none) }

  @Test(arguments: [
    "free", "$3.90", "3.90 USD", "-3.90", "2,60 / 6,30", "1.200,50", "1.234,50", "1,200", "1.200", "3.000", "12.345", "1.2.3", "4.5.6",
    "1.234.567",
    ".5", "5.", "3 90", "1e3", "NaN", "٣.٩٠",
    "12345678901",
    "3.90 € 4.20", "€€ 3",
  ])
  func otherTexts(_ text: String) { #expect(PriceText(text, currency: "EUR") == nil) }

  @Test(
    arguments: [
      ("1.200", ".", "1.20"), ("1.200", ",", "1200.00"), ("1,200", ".", "1200.00"), ("1,200", ",", "1.20"), ("1.234,50", ",", "1234.50"),
      ("1,234,567.5", ".", "1234567.50"), ("12.345", ".", "12.345"), ("3,90", ".", "3.90"), ("3.90", ",", "3.90"), ("€ 4,-", ",", "4.00"),
      ("4.5.6", ".", nil), ("1.2345,6", ",", nil), ("1234.567,00", ",", nil), ("1,2.345", ".", nil), ("1.234.50", ".", nil),
    ] as [(String, Character, String?)])
  func decimalMarkDecides(_ text: String, _ decimal: Character, _ amount: String?) {
    #expect(PriceText(text, currency: "EUR", decimal: decimal) == amount.map { .amount($0) })
  }

  @Test func currencyDecides() {
    #expect(PriceText("$3.90", currency: "USD") == .amount("3.90"))
    #expect(PriceText("45 kr", currency: "SEK") == .amount("45.00"))
    #expect(PriceText("45 THB", currency: "THB") == .amount("45.00"))
    #expect(PriceText("¥ 450", currency: "JPY") == .amount("450"))
    #expect(PriceText("1.5", currency: "KWD") == .amount("1.500"))
    #expect(PriceText("€ 3", currency: "GBP") == nil)
  }
}
