import CampusCatalog
import RandomData
import TestKit
import Testing

@Suite struct PlainTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("  two  spaces inside  stay ", "two  spaces inside  stay"), ("a\nb", "a b"), ("a\tb", "a b"), ("\n\ta\n", "a"),
    ("a\u{0}\u{7}b\u{1B}[31m", "ab[31m"),
    ("a\u{7F}\u{80}\u{9B}b", "ab"), ("é", "é"), ("e\u{301}", "e\u{301}"), ("\u{A0}a\u{A0}b\u{A0}", "a\u{A0}b"),
    ("\u{3000}日本\u{3000}", "日本"), ("<b>&amp;", "<b>&amp;"),
    ("😀\u{200D}", "😀\u{200D}"), ("\u{202E}x", "\u{202E}x"), ("\u{FEFF}a", "\u{FEFF}a"), ("a\r\nb", "a b"), ("Café ", "Café"),
    ("ends in é", "ends in é"),
  ])
  func line(text: String, expected: String) throws {
    #expect(try Array(#require(PlainText.line(text)).utf8) == Array(expected.utf8))
    let bytes = Array(text.utf8)
    #expect(PlainText.line(bytes.span) == PlainText.line(text))
  }

  @Test(arguments: ["", " ", "\n\t\r", "\u{0}", "\u{A0}\u{3000}", "\u{7F}\u{85}\u{9F}", "\u{1B}"])
  func emptyTexts(text: String) {
    #expect(PlainText.line(text) == nil)
    #expect(PlainText.lines(text) == nil)
    let bytes = Array(text.utf8)
    #expect(PlainText.line(bytes.span) == nil)
  }

  @Test(arguments: [
    ("a\nb", "a\nb"), ("\n\na\n\nb\n", "a\n\nb"), ("a\r\nb", "a\nb"), ("a\tb\u{0}\nc", "a b\nc"), ("one", "one"), ("  a\n  b  ", "a\n  b"),
  ])
  func lines(text: String, expected: String) {
    #expect(PlainText.lines(text) == expected)
  }

  /// A control character is removed at any position, and its neighbors are kept.
  @Test(arguments: Array(UInt32(0)..<0x20) + Array(0x7F...0x9F))
  func controlCharacterAtAnyPosition(value: UInt32) throws {
    let control = Character(try #require(Unicode.Scalar(value)))
    for before in 1...17 {
      for after in 1...9 {
        let (left, right) = (String(repeating: "~", count: before), String(repeating: "!", count: after))
        let spaced = control == "\n" || control == "\t" || control == "\r"
        #expect(PlainText.line(left + String(control) + right) == left + (spaced ? " " : "") + right)
        let inLines = control == "\n" || control == "\r" ? "\n" : spaced ? " " : ""
        #expect(PlainText.lines(left + String(control) + right) == left + inLines + right)
      }
    }
  }

  /// For any text: the only control characters left are line feeds, the result is trimmed, and cleaning again changes nothing.
  @Test(arguments: Budget.seeds(10))
  func randomTexts(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", " ", "\n", "\t", "\r", "\u{0}", "\u{1B}[0m", "\u{7F}", "\u{85}", "\u{9C}", "é", "\u{301}", "\u{A0}", "😀", "\u{2028}", "<p>",
      "&lt;", "&#10;", "&#27;", "<br>", "</p>",
    ]
    for _ in 0..<100 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }
        .joined()
      for (result, allowed) in [(PlainText.line(text), ""), (PlainText.lines(text), "\n"), (PlainText.html(text), "\n")] {
        guard let result else { continue }
        let controls = result.unicodeScalars.filter { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
        #expect(controls.allSatisfy { allowed.unicodeScalars.contains($0) }, "seed \(seed): \(text.debugDescription)")
        #expect(result.unicodeScalars.first?.properties.isWhitespace == false, "seed \(seed): \(text.debugDescription)")
        #expect(result.unicodeScalars.last?.properties.isWhitespace == false, "seed \(seed): \(text.debugDescription)")
        #expect((allowed.isEmpty ? PlainText.line(result) : PlainText.lines(result)) == result, "seed \(seed): \(text.debugDescription)")
      }
    }
  }

  @Test(arguments: [
    ("CafÃ©", "Café"), ("â€œHiâ€\u{9D}", "“Hi”"), ("â€™", "’"), ("Ã©Ã¨", "éè"), ("Â£5", "£5"), ("naÃ¯ve", "naïve"), ("â‚¬", "€"),
    ("ðŸ˜€", "😀"),
  ])
  func doubleEncodedText(text: String, meant: String) { #expect(PlainText.repairDoubleEncoding(text) == meant) }

  @Test(arguments: ["", "plain", "Café", "é", "日本", "CafÃ© 日本", "Ã", "Ã©é", "€5", "“quoted”", "😀", "Ã\u{A0} la carte é"])
  func textThatIsNotDoubleEncoded(text: String) { #expect(PlainText.repairDoubleEncoding(text) == nil) }

  /// Bytes read as Latin-1 are decoded exactly where they are UTF-8.
  @Test(arguments: Budget.seeds(10))
  func randomBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] =
      ["a", "é", "–", "日", "😀", "\u{80}"].map { Array($0.utf8) } + [[0xC3], [0xA9], [0xE2, 0x80], [0xC0, 0x80], [0xF5]]
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...5, using: &generator)).flatMap { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      }
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      let meant = bytes.contains { $0 >= 0x80 } ? String(validating: bytes, as: UTF8.self) : nil
      #expect(PlainText.repairDoubleEncoding(String(text)) == meant, "\(bytes)")
    }
  }

  /// Only texts of white space and control characters become empty.
  @Test func whiteSpaceFollowsUnicode() {
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isGone = scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
      if (PlainText.line(String(scalar)) == nil) != isGone { Issue.record("U+\(String(value, radix: 16))") }
    }
  }
}
