import SimdJSON
import Testing

@Suite struct EncodingTests {
  /// Sequences that are not UTF-8 (RFC 3629), each named.
  static let malformed: [(String, [UInt8])] = [
    ("Latin-1 é", [0xE9]), ("lone continuation byte", [0x80]), ("two continuation bytes", [0xBF, 0xBF]),
    ("overlong /, 2 bytes", [0xC0, 0xAF]),
    ("overlong DEL", [0xC1, 0xBF]), ("overlong /, 3 bytes", [0xE0, 0x80, 0xAF]), ("overlong U+07FF", [0xE0, 0x9F, 0xBF]),
    ("overlong /, 4 bytes", [0xF0, 0x80, 0x80, 0xAF]), ("overlong U+FFFF", [0xF0, 0x8F, 0xBF, 0xBF]), ("overlong NUL", [0xC0, 0x80]),
    ("U+D800", [0xED, 0xA0, 0x80]), ("U+DFFF", [0xED, 0xBF, 0xBF]), ("CESU-8 pair", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]),
    ("beyond U+10FFFF", [0xF4, 0x90, 0x80, 0x80]), ("5 bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]),
    ("6 bytes", [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80]),
    ("0xF5", [0xF5, 0x80, 0x80, 0x80]), ("0xFE", [0xFE]), ("0xFF", [0xFF]), ("cut after 1 of 2", [0xC3]),
    ("cut after 2 of 3", [0xE2, 0x82]),
    ("cut after 3 of 4", [0xF0, 0x9F, 0x98]), ("second byte wrong", [0xE2, 0x28, 0xA1]), ("third byte wrong", [0xE2, 0x82, 0x28]),
  ]

  @Test(arguments: malformed, [0, 1, 31, 63, 64, 200])
  func notUTF8(sequence: (String, [UInt8]), after plain: Int) {
    let padding = [UInt8](repeating: 0x61, count: plain)
    let asValue = refusal(of: [0x22] + padding + sequence.1 + [0x22])
    #expect(asValue?.code == .encoding)
    #expect(asValue?.offset == 1 + plain)
    let asKey = refusal(of: Array("{\"".utf8) + padding + sequence.1 + Array("\":1}".utf8))
    #expect(asKey?.code == .encoding)
    #expect(asKey?.offset == 2 + plain)
  }

  @Test(arguments: [
    #""\uD800""#, #""\uDC00""#, #""\uDBFF""#, #""\uDFFF""#, #""\uD800a""#, #""\uD800\n""#, #""\uD800\u0061""#, #""\uD800\uD800""#,
    #""\uDC00\uD800""#,
    #""\ud800\ud800\udc00""#, #""\uD83D\uDE00\uDE00""#, #""a\uDfFfb""#, #""\\\uDC00""#, #""\uD800\\uDC00""#, #""é\uDC00""#,
  ])
  func loneSurrogateEscape(text: String) {
    #expect(refusal(of: text)?.code == .encoding)
    #expect(refusal(of: "[\"😀\",{\"x\":\(text)}]")?.code == .encoding)
    #expect(refusal(of: "{\(text):0}")?.code == .encoding)
  }

  /// Only the faulty escape among many valid ones is reported.
  @Test func faultyEscapeAmongGoodOnes() {
    let good = String(repeating: #"\uD83D\uDE00"#, count: 50)
    #expect(refusal(of: "\"\(good)\"") == nil)
    let fault = refusal(of: #""\#(good)\uDE00""#)
    #expect(fault?.code == .encoding)
    #expect(fault?.offset == 1 + good.utf8.count)
  }

  @Test(
    arguments: [
      ("UTF-16 LE with mark", [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00]), ("UTF-16 BE with mark", [0xFE, 0xFF, 0x00, 0x5B, 0x00, 0x5D]),
      ("UTF-16 LE", [0x5B, 0x00, 0x5D, 0x00]), ("UTF-16 BE", [0x00, 0x5B, 0x00, 0x5D]), ("UTF-32 BE", [0, 0, 0, 0x5B, 0, 0, 0, 0x5D]),
      ("two byte order marks", [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x5B, 0x5D]), ("only a mark", [0xEF, 0xBB, 0xBF]),
      ("half a mark", [0xEF, 0xBB, 0x5B, 0x5D]),
      ("mark at the end", [0x5B, 0x5D, 0xEF, 0xBB, 0xBF]), ("mark inside", [0x5B, 0xEF, 0xBB, 0xBF, 0x5D]),
      ("NUL at the end", [0x5B, 0x5D, 0x00]),
      ("Latin-1 between tokens", [0x5B, 0xE9, 0x5D]), ("0xFF after the value", [0x5B, 0x5D, 0xFF]),
    ] as [(String, [UInt8])])
  func otherEncodings(name: String, bytes: [UInt8]) {
    #expect(refusal(of: bytes) != nil, "\(name)")
  }

  @Test(arguments: [
    ("[]", 0), (#"["\t\n\r\u0009\u000a\u000A\u000d\u000D"]"#, 0), (#"["\u0000","\u001f\u001F","\b\f"]"#, 5),
    (#"["\u007f","\u0080","\u009F"]"#, 3),
    (#"["\u007e","\u00a0","\u0100","\u1000","\u0020","\u0010"]"#, 1), (#"["\\u0000","\\\u0000"]"#, 1), (#"{"\u0001":{"k":"\u0002"}}"#, 2),
    (#"["\ud83d\ude00\u0007"]"#, 1),
  ])
  func controlCharactersAreCounted(text: String, count: Int) throws {
    let document = try JSONDocument(parsing: Array(text.utf8))
    #expect(document.controlCharacterCount == count)
  }
}
