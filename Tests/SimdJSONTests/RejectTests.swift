import SimdJSON
import Testing

/// Invalid texts like those of JSONTestSuite's `n_` files.
@Suite struct RejectTests {
  @Test(arguments: [
    "", " ", "[", "]", "{", "}", "[]]", "{}}", "[1", "[1,", "[1,]", "[,]", "[,1]", "[1,,2]", "[1 true]", "[1:2]", "[\"\": 1]", "[[]", "[a]",
    "[x",
    "[}", "[1]x", "[1] 2", "[][]", "[]{}", "{}#", "{]", "[3[4]]", "[*]", "[<null>]", "<.>", "å", "a", "[\u{B}]", "[\u{C}]", "[\u{A0}1]",
    "[\\u000A\"\"]",
    "['a']", "[\"a\",\n4\n,1,", "[1,\n1\n,1", "// c\n[]", "[]/**/", "[1,/*c*/2]", "\u{2060}[]", "*", "2@", "[\"a\"\"b\"]", "[True]",
    "[nul]", "[nulll]",
    "[tru]", "[fals", "[undefined]", "nul", "truee",
  ])
  func structure(text: String) { #expect(refusal(of: text)?.code == .syntax) }

  @Test(arguments: [
    "{\"a\"}", "{\"a\":}", "{\"a\"", "{\"a\":1", "{\"a\":1,}", "{\"a\":1,,}", "{,}", "{,\"a\":1}", "{:1}", "{1:1}", "{a:1}", "{'a':1}",
    "{\"a\" \"b\"}",
    "{\"a\"::1}", "{\"a\":1 \"b\":2}", "{\"a\":1;}", "{null:1}", "{\"a\":[}", "{[1]:2}", "{\"a\":1]", "{\"a\":\"b\"}/**/",
    "{\"a\":\"b\"}#{}", "{\"a\",\"b\"}",
  ])
  func object(text: String) { #expect(refusal(of: text)?.code == .syntax) }

  @Test(arguments: [
    "01", "-01", "00", "-", "--1", "+1", "++1", "1.", ".1", "-.1", "1.e1", "1e", "1e+", "1E-", "1eE2", "0.e1", "0e", "1.2.3", "0x1",
    "1_000", "1 000",
    "NaN", "nan", "Infinity", "-Infinity", "inf", "1a", "-a", "0.3e+", "9.e+", "１", "1f", "- 1", "1+2", "2.e3", "-2.", "0.1.2", "1e1.5",
    "Inf",
  ])
  func number(text: String) {
    #expect(refusal(of: text)?.code == .syntax)
    #expect(refusal(of: "[\(text)]")?.code == .syntax)
    #expect(refusal(of: "{\"a\":\(text)}")?.code == .syntax)
  }

  @Test(arguments: [
    "1e400", "-1e400", "1e9999999999", "18446744073709551616", "-9223372036854775809", "1000000000000000000000000000000",
    "1.8e308", "100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000e300",
  ])
  func numberBeyondSixtyFourBits(text: String) {
    #expect(refusal(of: text)?.code == .number)
    #expect(refusal(of: "{\"a\":[0,\(text)]}")?.code == .number)
  }

  @Test(arguments: [
    #"""#, #""a"#, #""\""#, #""\x00""#, #""\a""#, #""\u""#, #""\u00""#, #""\u00A""#, #""\uD834\u""#, #""\u00g0""#, #""\U0061""#, #""\'""#,
    #""\0""#,
    #""\"#, #""\ ""#, #""\😀""#, #""\u+061""#, #""\u 061""#, #""\u００61""#, #""a" "b""#, #"a""#, #""\v""#, "\"\\\n\"",
  ])
  func string(text: String) {
    #expect(refusal(of: text)?.code == .syntax)
    #expect(refusal(of: "[\(text)]")?.code == .syntax)
    #expect(refusal(of: "{\(text):1}")?.code == .syntax)
  }

  @Test(arguments: Array(UInt8(0)..<0x20))
  func controlCharacterInAString(byte: UInt8) {
    #expect(refusal(of: [0x22, 0x61, byte, 0x62, 0x22])?.code == .encoding)
    #expect(refusal(of: [0x22] + [UInt8](repeating: 0x61, count: 80) + [byte, 0x22])?.code == .encoding)
  }

  @Test(arguments: Array(UInt8(0)..<0x20).filter { ![0x09, 0x0A, 0x0D].contains($0) })
  func controlCharacterBetweenTokens(byte: UInt8) {
    #expect(refusal(of: [0x5B, byte, 0x5D])?.code == (byte == 0 ? .encoding : .syntax))
    #expect(refusal(of: [0x5B, 0x5D, byte]) != nil)
  }

  /// Every truncated text is refused.
  @Test func everyStrictPrefixOfAnObject() throws {
    let text = """
      {"name":"Café 😀","esc":"\\u00e9\\ud83d\\ude00\\n\\\\","n":[-12.5e-3,0,18446744073709551615,9007199254740993],\
      "o":{"t":true,"f":false,"z":null,"e":{},"a":[]},"\u{2028}":"\u{10FFFF}"}
      """
    let bytes = Array(text.utf8)
    #expect(refusal(of: bytes) == nil)
    for count in 0..<bytes.count {
      let fault = try #require(refusal(of: Array(bytes.prefix(count))), "the first \(count) bytes were accepted")
      #expect((0...count).contains(fault.offset), "the first \(count) bytes: \(fault)")
      #expect(fault.code == .syntax || fault.code == .encoding, "the first \(count) bytes: \(fault)")
    }
  }
}
