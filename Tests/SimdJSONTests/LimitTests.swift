import SimdJSON
import Testing

@Suite struct LimitTests {
  private static func nested(_ depth: Int, _ open: String, _ close: String, _ inner: String = "") -> String {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  /// `allowed` repetitions reach the greatest depth or, where one adds two levels, the last below it.
  @Test(arguments: [
    ("[", "]", "", 64), ("{\"a\":", "}", "1", 64), ("[{\"a\":", "}]", "1", 32), ("[{\"a\":", "}]", "[]", 31), ("[1,[2],", "]", "3", 63),
  ])
  func depth(open: String, close: String, inner: String, allowed: Int) {
    #expect(refusal(of: Self.nested(allowed, open, close, inner)) == nil)
    #expect(refusal(of: Self.nested(allowed + 1, open, close, inner))?.code == .depth)
  }

  @Test func excessLevelIsReported() {
    let fault = refusal(of: "[1," + Self.nested(64, "[", "]") + "]")
    #expect(fault?.code == .depth)
    #expect(fault?.offset == 66)
    // Siblings do not add up.
    #expect(refusal(of: "[" + Array(repeating: Self.nested(63, "[", "]"), count: 10).joined(separator: ",") + "]") == nil)
  }

  @Test(arguments: [65, 127, 128, 129, 512, 100_000])
  func manyOpenBracketsWithoutEnd(count: Int) {
    #expect(refusal(of: String(repeating: "[", count: count))?.code == .depth)
    #expect(refusal(of: String(repeating: "{\"a\":", count: count))?.code == .depth)
    #expect(refusal(of: Self.nested(count, "[", "]"))?.code == .depth)
  }

  @Test func largeValidText() throws {
    let text =
      "{\"long\":\"\(String(repeating: "é", count: 500_000))\",\"many\":[\(Array(repeating: "0", count: 50_000).joined(separator: ","))]}"
    let document = try JSONDocument(parsing: Array(text.utf8))
    let (length, count) = (document.root["long"]?.utf8?.count, document.root["many"]?.count)
    #expect(length == 1_000_000)
    #expect(count == 50_000)
  }
}
