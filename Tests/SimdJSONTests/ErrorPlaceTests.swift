import SimdJSON
import Testing

/// The position of an error: bytes from 0, lines and columns (in Unicode scalars) from 1.
@Suite struct ErrorPlaceTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let text: String
    let code: JSONError.Code
    let offset: Int
    let line: Int
    let column: Int

    init(_ text: String, _ code: JSONError.Code, _ offset: Int, _ line: Int, _ column: Int) {
      (self.text, self.code, self.offset, self.line, self.column) = (text, code, offset, line, column)
    }

    var testDescription: String { text.debugDescription }
  }

  @Test(arguments: [
    Fault("", .syntax, 0, 1, 1), Fault("\n\n ", .syntax, 3, 3, 2), Fault("[1,]", .syntax, 3, 1, 4), Fault("{\"a\":1,}", .syntax, 7, 1, 8),
    Fault("[1 2]", .syntax, 3, 1, 4), Fault("[\n  1,\n  x\n]", .syntax, 9, 3, 3), Fault("[\r\nx]", .syntax, 3, 2, 1),
    Fault("[\rx]", .syntax, 2, 1, 3),
    Fault("[\"é€😀\", x]", .syntax, 14, 1, 9), Fault("[\"é\",\n\"€\",\n  \"😀\" \"b\"]", .syntax, 23, 3, 7),
    Fault("{\"a\" 1}", .syntax, 5, 1, 6),
    Fault("[01]", .syntax, 2, 1, 3), Fault("{\"a\":1,\"a\":2}", .duplicateKey, 7, 1, 8),
    Fault("{\"é\":1,\n \"\\u00e9\":2}", .duplicateKey, 10, 2, 2),
    Fault("[1e400]", .number, 1, 1, 2), Fault("[0,\n-9223372036854775809]", .number, 4, 2, 1), Fault("[\"ab\\uD800\"]", .encoding, 4, 1, 5),
    Fault("[\n\"é\\uDC00\"]", .encoding, 5, 2, 3), Fault("[] []", .syntax, 3, 1, 4), Fault("[1", .syntax, 2, 1, 3),
    Fault("\u{FEFF}[x]", .syntax, 4, 1, 3),
    Fault("[\"\n\"]", .encoding, 2, 1, 3), Fault("e\u{301}", .syntax, 0, 1, 1), Fault("[\"e\u{301}\",]", .syntax, 7, 1, 7),
    Fault("[\"\\q\"]", .syntax, 2, 1, 3),
  ])
  func place(expected: Fault) throws {
    let fault = try #require(refusal(of: expected.text))
    #expect(fault.code == expected.code)
    #expect(fault.offset == expected.offset)
    #expect(fault.line == expected.line)
    #expect(fault.column == expected.column)
  }

  @Test func unterminatedStringIsReportedAtItsStart() throws {
    let fault = try #require(refusal(of: "{\"a\":\n\"never closed"))
    #expect(fault.offset == 6)
    #expect((fault.line, fault.column) == (2, 1))
  }

  @Test func invalidBytesAreReportedWhereTheyBegin() throws {
    let fault = try #require(refusal(of: Array("[\"€\",\n\"ab".utf8) + [0xE2, 0x28, 0xA1] + Array("\"]".utf8)))
    #expect(fault.code == .encoding)
    #expect(fault.offset == 11)
    #expect((fault.line, fault.column) == (2, 4))
  }

  @Test func descriptionHasCodeAndLocation() throws {
    let fault = try #require(refusal(of: "[\n 1e999]"))
    #expect("\(fault)".hasPrefix("json.number at line 2, column 2 (byte 3): "))
    #expect(!fault.message.isEmpty && !fault.message.hasSuffix("."))
  }

  /// A truncated text is reported as ending early.
  @Test func everyPrefixEndsEarly() throws {
    let text = Array(#"{"name":"Café \u00e9\n \ud83d\ude00 \"x\"","é😀":[true,false,null,-12.5e-3,{"a":"\\"}],"b":"\/"} "#.utf8)
    #expect(refusal(of: text) == nil)
    for count in 0..<text.count - 1 {
      let error = try #require(refusal(of: Array(text.prefix(count))), "\(count) bytes")
      #expect(error.endsEarly, "\(count) bytes: \(error)")
    }
  }

  @Test(arguments: [
    #"{"a":1,"a":"#, #"["\x"#, #"["\ud83dx"#, #"["\ud83d""#, #"["\u12g"#, "[tru]", "{\"a\" 1", "[1,]", "]", "[1 2", "[99999999999999999999",
    "[01", "[\"a\u{1}",
  ])
  func earlierFaultIsNotATruncation(_ text: String) throws {
    let error = try #require(refusal(of: text))
    #expect(!error.endsEarly, "\(error)")
  }
}
