import SimdJSON
import TestKit
import Testing

@Suite struct WriterTests {
  private func written(_ text: String) -> String {
    var writer = JSONWriter(capacity: 1)
    writer.string(text)
    return writer.text
  }

  @Test func structureAndCommas() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("a")
    writer.beginArray()
    writer.integer(1)
    writer.string("x")
    writer.beginObject()
    writer.endObject()
    writer.null()
    writer.beginArray()
    writer.endArray()
    writer.bool(true)
    writer.endArray()
    writer.key("é\n")
    writer.bool(false)
    writer.key("c")
    writer.plainString(limit: 8) { buffer in
      buffer[0] = UInt8(ascii: "o")
      buffer[1] = UInt8(ascii: "k")
      return 2
    }
    writer.key("d")
    writer.number(0.25)
    writer.endObject()
    #expect(writer.text == #"{"a":[1,"x",{},null,[],true],"é\n":false,"c":"ok","d":0.25}"#)
    #expect(writer.count == writer.text.utf8.count)
  }

  @Test(arguments: [
    ("", #""""#), ("plain", #""plain""#), ("\"\\/", #""\"\\/""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
    ("\u{0}\u{1}\u{B}\u{1F}", #""\u0000\u0001\u000b\u001f""#),
    ("\u{7F}", #""\u007f""#), ("\u{80}\u{85}\u{9F}", #""\u0080\u0085\u009f""#), ("\u{A0}\u{AD}é", "\"\u{A0}\u{AD}é\""),
    ("\u{61C}\u{61B}", "\"\\u061c\u{61B}\""),
    ("\u{200D}\u{200E}\u{200F}\u{2010}", "\"\u{200D}\\u200e\\u200f\u{2010}\""), ("\u{2027}\u{2028}\u{2029}", "\"\u{2027}\\u2028\\u2029\""),
    ("\u{202A}\u{202E}\u{202F}", "\"\\u202a\\u202e\u{202F}\""), ("\u{2065}\u{2066}\u{2069}\u{206A}", "\"\u{2065}\\u2066\\u2069\u{206A}\""),
    ("😀\u{10FFFF}", "\"😀\u{10FFFF}\""), ("e\u{301}", "\"e\u{301}\""), ("</script>", #""</script>""#), ("Â", "\"Â\""),
    ("aaaaaaa\"", #""aaaaaaa\"""#),
  ])
  func escapes(text: String, expected: String) {
    #expect(Array(written(text).utf8) == Array(expected.utf8))
  }

  /// Every scalar of the basic plane, at every place of a word of eight bytes: raw characters are not controls, and all
  /// reads back the same.
  @Test func everyScalarIsSafeAndReadsBack() throws {
    for value in UInt32(0)..<0x1_0000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(repeating: "a", count: Int(value % 11)) + String(Character(scalar)) + "zz"
      let json = written(text)
      let unsafe = json.unicodeScalars.contains { scalar in
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
      }
      #expect(!unsafe, "U+\(String(value, radix: 16))")
      let document = try JSONDocument(parsing: Array(json.utf8))
      let read = document.root.string
      #expect(try Array(#require(read).utf8) == Array(text.utf8), "U+\(String(value, radix: 16))")
    }
  }

  @Test(
    arguments: [
      (0, "0"), (1, "1"), (-1, "-1"), (0.1, "0.1"), (-2.5, "-2.5"), (100, "100"), (1e15, "1000000000000000"),
      (9_007_199_254_740_991, "9007199254740991"),
      (-9_007_199_254_740_991, "-9007199254740991"), (1e22, "1e+22"), (1e-7, "1e-07"), (.nan, "null"), (.infinity, "null"),
      (-.infinity, "null"),
      (38.830_001, "38.830001"), (-0.000_1, "-0.0001"),
    ] as [(Double, String)])
  func doubles(value: Double, expected: String) {
    var writer = JSONWriter()
    writer.number(value)
    #expect(writer.text == expected)
  }

  /// The shortest decimal that reads back as the same double is that of the standard library.
  @Test(arguments: Budget.seeds(4))
  func doublesMatchStandardLibrary(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let value =
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: Double(bitPattern: generator.next())
        case 1: Double.random(in: -180...180, using: &generator)
        // All exponents that are written out, also with few bits, where two decimals can be equally close.
        case 2:
          Double(sign: .plus, exponent: Int.random(in: -14...53, using: &generator), significand: .random(in: 1..<2, using: &generator))
        case 3: Double(Int.random(in: 1...(1 << 53), using: &generator)) / Double(1 << Int.random(in: 1...8, using: &generator))
        default: Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &generator)) / 1e6
        }
      guard value.isFinite, value != value.rounded() else { continue }
      var writer = JSONWriter()
      writer.number(value)
      guard writer.text != value.description else { continue }
      Issue.record("\(value) is written \(writer.text)")
      return
    }
  }

  @Test(arguments: [(Int.max, "9223372036854775807"), (.min, "-9223372036854775808"), (0, "0"), (-10, "-10"), (1000, "1000")])
  func integers(value: Int, expected: String) {
    var writer = JSONWriter()
    writer.beginArray()
    writer.integer(value)
    writer.integer(value)
    writer.endArray()
    #expect(writer.text == "[\(expected),\(expected)]")
  }

  @Test func literalDropAndRemoveAll() {
    var writer = JSONWriter()
    writer.beginArray()
    writer.integer(1)
    writer.literal(",\n")
    writer.integer(2)
    let kept = writer.count
    writer.integer(3)
    #expect(writer.text == "[1,\n2,3")
    let tail = writer.withBytes(from: kept) { Array($0) }
    #expect(tail == Array(",3".utf8))
    writer.truncate(to: kept)
    writer.endArray()
    #expect(writer.text == "[1,\n2]")
    writer.removeAll()
    #expect(writer.count == 0)
    writer.string("new")
    #expect(writer.bytes == Array("\"new\"".utf8))
  }

  @Test func bufferGrows() throws {
    var writer = JSONWriter(capacity: 0)
    writer.beginArray()
    for number in 0..<2000 { writer.string(String(repeating: "é\u{1}", count: number % 97)) }
    writer.endArray()
    let document = try JSONDocument(parsing: writer.bytes)
    var elements = document.root.elements
    var number = 0
    while let element = elements.next() {
      let text = element.string
      #expect(text == String(repeating: "é\u{1}", count: number % 97))
      number += 1
    }
    #expect(number == 2000)
  }
}
