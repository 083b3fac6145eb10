import CatalogQuery
import Foundation
import TestKit
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

  /// Characters are folded one by one; the definition is of whole texts.
  @Test(arguments: Budget.seeds(12))
  func textsFoldAsTheirCharactersDo(seed: UInt64) {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x61...0x7A, 0xA0...0x24F, 0x300...0x36F, 0x370...0x4FF, 0x590...0x6FF, 0xE00...0xE7F, 0x1100...0x11FF,
      0x1E00...0x1FFF, 0x2000...0x218F, 0x3040...0x30FF, 0xAC00...0xAD00, 0xFB00...0xFB4F, 0xFF00...0xFFEF, 0x1F600...0x1F64F,
    ]
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var text = ""
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let values = ranges.randomElement(using: &generator) ?? 0x20...0x7E
        if let scalar = Unicode.Scalar(UInt32.random(in: values, using: &generator)) { text.unicodeScalars.append(scalar) }
      }
      #expect(SearchText(text).tokens.map { Array($0.utf8) } == Self.defined(text).map { Array($0.utf8) }, "\(text.debugDescription)")
    }
  }

  private static func defined(_ text: String) -> [String] {
    let folded = stripped(stripped(text).lowercased().uppercased().lowercased())
    return folded.unicodeScalars.split { scalar in
      let category = scalar.properties.generalCategory
      return ![.lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter].contains(category)
        && ![.decimalNumber, .letterNumber, .otherNumber].contains(category)
    }.map { String(String.UnicodeScalarView($0)) }
  }

  private static func stripped(_ text: String) -> String {
    var rest = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars
    where ![.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
      && !"'\u{2018}\u{2019}\u{02BC}".unicodeScalars.contains(scalar)
    {
      rest.append(scalar)
    }
    return String(rest)
  }
}
