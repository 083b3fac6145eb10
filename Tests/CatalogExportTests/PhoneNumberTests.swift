import Testing

@testable import CatalogExport

/// Telephone numbers in international form. `Scripts/check-exports` compares the same rules with another program.
@Suite struct PhoneNumberTests {
  @Test(arguments: [
    ("(215) 898-1234", "US", "+1-215-898-1234"), ("215.898.1234", "US", "+1-215-898-1234"), ("2158981234", "CA", "+1-215-898-1234"),
    ("1-215-898-1234", "US", "+1-215-898-1234"), ("+1 (215) 898‑1234", "US", "+1-215-898-1234"),
    ("(215) 898-1234 ext. 5", "US", "+1-215-898-1234 x5"), ("215-898-1234, extension 12", "US", "+1-215-898-1234 x12"),
    ("215-898-1234x5", "US", "+1-215-898-1234 x5"), ("+1-215-898-1234;ext=5", "GB", "+1-215-898-1234 x5"),
    ("0151 794 2000", "GB", "+44 151 794 2000"), ("+44 (0)151 794 2000", "GB", "+44 151 794 2000"),
    ("(+44) 0151 794 2000", "GB", "+44 151 794 2000"), ("0044 151 794 2000", "GB", "+44 151 794 2000"),
    ("01517942000", "GB", "+44 1517942000"), ("030 123456", "DE", "+49 30 123456"), ("(0351) 463-37044", "DE", "+49 351 463 37044"),
    ("0351/46337044", "DE", "+49 351 46337044"), ("+49 351 463-0", "DE", "+49 351 463 0"), ("0461 281111", "IT", "+39 0461 281111"),
    ("+39 (0)461 281111", "IT", "+39 0461 281111"), ("333 1234567", "IT", "+39 333 1234567"), ("01 45 49 50 50", "FR", "+33 1 45 49 50 50"),
    ("91 394 10 00", "ES", "+34 91 394 10 00"), ("35 32 22 22", "DK", "+45 35 32 22 22"), ("03 9035 5511", "AU", "+61 3 9035 5511"),
    ("05-368 8000", "MY", "+60 5 368 8000"), ("+43 732 2468-0", "AT", "+43 732 2468 0"), ("02941 22345", "FI", "+358 2941 22345"),
    // A country that is not in the table, and one that is not known.
    ("+41 44 632 11 11", "CH", "+41 44 632 11 11"), ("+1 215 898 1234", nil, "+1-215-898-1234"),
  ])
  func isRead(_ text: String, _ country: String?, _ expected: String) throws {
    let number = try #require(PhoneNumber(text, country: country))
    #expect(number.text == expected)
    // A number in international form is that number, whatever the country.
    #expect(PhoneNumber(number.text, country: nil) == number)
    #expect(PhoneNumber(String(number.address.dropFirst(4)), country: "US")?.address == number.address)
  }

  @Test(arguments: [
    // Short numbers and numbers without an area code.
    ("911", "US"), ("555-0100", "US"), ("34567", "US"), ("112", "DE"), ("794 2000", "GB"), ("463-37044", "DE"),
    // Impossible numbers.
    ("(115) 898-1234", "US"), ("215-098-1234", "US"), ("+1 215 898 12345", "US"), ("+1 215 898 123", "US"), ("461 281111", "IT"),
    ("+39 461 281111", "IT"), ("0 0151 794 2000", "GB"), ("+41 044 632 11 11", "CH"), ("+0 215 898 1234", "US"), ("+", "US"), ("", "US"),
    // Letters, several numbers, other text.
    ("1-800-FLOWERS", "US"), ("215-898-1234 or 215-898-1235", "US"), ("215-898-1234, 215-898-1235", "US"), ("0351 463-0/463-1", "DE"),
    ("215-898-1234/5", "US"), ("215-898-1234; 215-898-1235", "US"), ("215-898-1234 ext.", "US"), ("215-898-1234 ext. 1234567", "US"),
    ("Tel. 215-898-1234", "US"), ("(215 898-1234", "US"), ("215 898-1234)", "US"), ("2158981234215898123421589812342158981234", "US"),
    ("+1 215 898 1234 +1 215 898 1235", "US"), ("٠١٥١ ٧٩٤ ٢٠٠٠", "GB"),
    // The country is needed.
    ("0151 794 2000", "CH"), ("0151 794 2000", nil), ("(215) 898-1234", nil),
  ])
  func isNotRead(_ text: String, _ country: String?) { #expect(PhoneNumber(text, country: country) == nil) }
}
