import FeedKit
import Testing

@Suite struct PriceTextTests {
  @Test(arguments: [
    ("3.90", "3.90"), ("3.9", "3.90"), ("3,9", "3.90"), ("€ 3,90", "3.90"), ("3,90 €", "3.90"), ("€3.90", "3.90"),
    ("3,90\u{A0}EUR", "3.90"),
    ("EUR 12", "12"), ("2,–", "2"), ("2.-", "2"), ("007", "7"), ("0.05", "0.05"), ("0.125", "0.125"), ("2.5999999999999996", "2.60"),
    ("0.30000000000000004", "0.30"), (" 4.5\n", "4.50"), ("2 euro", "2"),
  ])
  func amounts(_ text: String, _ amount: String) { #expect(PriceText(text, currency: "EUR") == .amount(amount)) }

  @Test(arguments: ["", " ", "0", "0.00", "0,00 €", "€ 0", "-", "–", "— €", "0.00001"])
  func noPrice(_ text: String) { #expect(PriceText(text, currency: "EUR") == PriceText.none) }

  @Test(arguments: [
    "free", "$3.90", "3.90 USD", "-3.90", "2,60 / 6,30", "1.200,50", "1,200", "1.2.3", ".5", "5.", "3 90", "1e3", "NaN", "٣.٩٠",
    "12345678901",
    "3.90 € 4.20", "€€ 3",
  ])
  func otherTexts(_ text: String) { #expect(PriceText(text, currency: "EUR") == nil) }

  @Test func currencyDecides() {
    #expect(PriceText("$3.90", currency: "USD") == .amount("3.90"))
    #expect(PriceText("45 kr", currency: "SEK") == .amount("45"))
    #expect(PriceText("45 THB", currency: "THB") == .amount("45"))
    #expect(PriceText("€ 3", currency: "GBP") == nil)
  }
}
