import SimdJSON
import Testing

/// Valid texts of the kinds of JSONTestSuite's `y_` files, and their canonical forms.
@Suite struct AcceptTests {
  @Test(arguments: [
    ("[[]   ]", "[[]]"), ("[]", "[]"), ("{}", "{}"), (" [1]", "[1]"), ("[2] ", "[2]"), ("[1\n]", "[1]"), ("\t[\r\n]\n", "[]"),
    ("[null, 1, \"1\", {}]", "[null,1,\"1\",{}]"), ("[1,null,null,null,2]", "[1,null,null,null,2]"), ("[true,false]", "[true,false]"),
    ("{\"asd\":\"sdf\", \"dfg\":\"fgh\"}", "{\"asd\":\"sdf\",\"dfg\":\"fgh\"}"), ("{\"\":0}", "{\"\":0}"),
    ("{\n\"a\": \"b\"\n}", "{\"a\":\"b\"}"),
    ("{\"b\":1,\"a\":2}", "{\"b\":1,\"a\":2}"), ("{\"x\":[{\"id\": \"y\"}], \"id\": \"x\"}", "{\"x\":[{\"id\":\"y\"}],\"id\":\"x\"}"),
    ("42", "42"), ("-0.1", "-0.1"), ("null", "null"), ("true", "true"), ("\"\"", "\"\""), ("\" \"", "\" \""),
    ("[[[[[]]],[]]]", "[[[[[]]],[]]]"),
  ])
  func structure(text: String, canonical: String) throws {
    #expect(try rewritten(text) == canonical)
  }

  @Test(arguments: [
    ("123e65", "1.23e+67"), ("0e+1", "0"), ("0e1", "0"), ("20e1", "200"), ("-0", "0"), ("-123", "-123"), ("-1", "-1"), ("0", "0"),
    ("1E22", "1e+22"), ("1E-2", "0.01"), ("1E+2", "100"), ("123.456e78", "1.23456e+80"), ("123.456789", "123.456789"), ("1e-2", "0.01"),
    ("-0.000000000000000000000000000000000000000000000000000000000000000000000000000001", "-1e-78"), ("1.0", "1"), ("0.5", "0.5"),
    ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775808", "9223372036854775808"), ("18446744073709551615", "18446744073709551615"),
    ("9007199254740993", "9007199254740993"), ("1.7976931348623157e308", "1.7976931348623157e+308"), ("5e-324", "5e-324"),
    ("0.1000000000000000055511151231257827", "0.1"),
  ])
  func number(text: String, canonical: String) throws {
    #expect(try rewritten("[\(text)]") == "[\(canonical)]")
    #expect(try rewritten(text) == canonical)
  }

  @Test(arguments: [
    ("plain", "plain"), (#"\u0060\u012a\u12AB"#, "\u{60}\u{12A}\u{12AB}"), (#"\uD801\udc37"#, "\u{10437}"),
    (#"\ud83d\ude39\ud83d\udc8d"#, "😹💍"),
    (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"), (#"\\u0000"#, "\\u0000"), (#"\u0000"#, "\u{0}"), (#"\""#, "\""), (#"\\a"#, "\\a"),
    ("a/*b*/c/*d//e", "a/*b*/c/*d//e"), (#"\u0012"#, "\u{12}"), (#"\uFFFF"#, "\u{FFFF}"), (#"\uDBFF\uDFFF"#, "\u{10FFFF}"),
    ("\u{10FFFF}", "\u{10FFFF}"),
    ("\u{7F}", "\u{7F}"), ("\u{2028}\u{2029}", "\u{2028}\u{2029}"), ("€𝄞", "€𝄞"), (#"\u0061\u30af\u30EA\u30b9"#, "aクリス"), (" ", " "),
    (#"new\u00A0line"#, "new\u{A0}line"), (#"\uD7FF\uE000"#, "\u{D7FF}\u{E000}"), (#"\\uD800"#, "\\uD800"), (#"\\\uD83D\uDE00"#, "\\😀"),
    ("\u{80}\u{7FF}\u{800}\u{FFFD}\u{10000}", "\u{80}\u{7FF}\u{800}\u{FFFD}\u{10000}"), ("e\u{301}", "e\u{301}"), ("\u{FEFF}", "\u{FEFF}"),
  ])
  func string(written: String, meant: String) throws {
    for (text, isKey) in [("\"\(written)\"", false), ("{\"\(written)\":null}", true)] {
      let document = try JSONDocument(parsing: Array(text.utf8))
      var members = document.root.members
      let read = isKey ? members.next()?.key : document.root.string
      #expect(try Array(#require(read).utf8) == Array(meant.utf8))
    }
  }

  @Test func byteOrderMarkIsReported() throws {
    let marked = try JSONDocument(parsing: [0xEF, 0xBB, 0xBF] + Array("{\"a\":1}".utf8))
    let (isMarked, value) = (marked.hasByteOrderMark, marked.root["a"]?.integer)
    #expect(isMarked)
    #expect(value == 1)
    let plain = try JSONDocument(parsing: Array("{\"a\":1}".utf8))
    let isPlainMarked = plain.hasByteOrderMark
    #expect(!isPlainMarked)
    // The same character inside a string is not a byte order mark.
    let inside = try JSONDocument(parsing: Array("\"\u{FEFF}\"".utf8))
    let isInsideMarked = inside.hasByteOrderMark
    #expect(!isInsideMarked)
  }

  @Test func documentsAreIndependent() throws {
    let first = try JSONDocument(parsing: Array("{\"name\":\"first\"}".utf8))
    for round in 0..<20 {
      let other = try JSONDocument(
        parsing: Array("{\"name\":\"other \(round)\",\"filler\":\"\(String(repeating: "x", count: round * 1000))\"}".utf8))
      let (mine, theirs) = (first.root["name"]?.string, other.root["name"]?.string)
      #expect(mine == "first")
      #expect(theirs == "other \(round)")
    }
  }

  /// Bytes after the text in its array's buffer are not read as text.
  @Test func paddingDoesNotMatter() throws {
    for (text, isValid) in [
      ("[1,2]", true), ("[12", false), ("\"ab", false), ("1", true), ("{\"a\":tru", false), ("\"\\ud83d\\ude00\"", true), ("", false),
    ] {
      for rest in ["3]", "\"", "e\"}", "0", ",[", "\\", " \u{0}"] {
        var bytes = Array(text.utf8)
        for _ in 0..<200 { bytes.append(contentsOf: rest.utf8) }
        bytes.removeLast(200 * rest.utf8.count)
        #expect((refusal(of: bytes) == nil) == isValid, "\(text) before \(rest)")
        if isValid { #expect(try rewritten(bytes) == rewritten(text), "\(text) before \(rest)") }
      }
    }
  }
}
