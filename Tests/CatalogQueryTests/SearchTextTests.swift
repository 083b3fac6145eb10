import CatalogQuery
import Testing

@Suite struct SearchTextTests {
  @Test(arguments: [
    ("Café", "cafe"), ("CAFE\u{301}", "cafe"), ("Dunkin' ", "dunkin"), ("Dunkin’ Donuts", "dunkin donuts"), ("Joe's", "joes"),
    ("ﬁt & ﬂow", "fit flow"), ("ＡＢＣ１", "abc1"), ("Straße", "strasse"), ("STRASSE", "strasse"), ("x²", "x2"), ("İstanbul", "istanbul"),
    ("ΟΔΟΣ", "οδοσ"), ("οδός", "οδοσ"), ("SUB I", "sub i"), ("  a--b__c ", "a b c"), ("北京 大学", "北京 大学"), ("½ price", "1 2 price"),
    ("!?", ""),
    ("", ""), ("😀", ""), ("A\u{30A}ngstro\u{308}m", "angstrom"), ("Ångström", "angstrom"), ("rock 'n' roll", "rock n roll"),
  ])
  func foldsText(_ text: String, _ folded: String) {
    #expect(SearchText(text).joined.utf8.elementsEqual(folded.utf8), "\(SearchText(text).tokens)")
  }

  /// Folding is idempotent, and upper and lower case are equal.
  /// (Ideographs and Hangul syllables have neither case nor marks; they are left out.)
  @Test(arguments: [0...0x33FF, 0xA000...0xABFF, 0xF900...0xFFFF, 0x10000...0x12FFF, 0x16000...0x16FFF, 0x1D000...0x1FFFF])
  func foldingIsIdempotent(_ values: ClosedRange<UInt32>) throws {
    var different: [String] = []
    for value in values {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = SearchText("a\(scalar)b")
      if SearchText(once.joined) != once { different.append(String(value, radix: 16)) }
      let lower = SearchText("a\(String(scalar).lowercased())b")
      if lower != once { different.append(String(value, radix: 16)) }
    }
    #expect(different.isEmpty, "\(different.prefix(20))")
  }
}
