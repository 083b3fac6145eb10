import SimdJSON
import Testing

@Suite struct ValueLimitTests {
  private func code(_ text: String, _ most: Int) -> String? {
    do {
      _ = try JSONDocument(parsing: Array(text.utf8), maximumValues: most)
      return nil
    } catch { return error.code.description }
  }

  /// Arrays and objects count as values; keys and the contents of texts do not.
  @Test(arguments: [
    ("[0,0,0]", 4), ("[]", 1), ("[ ]", 1), ("{}", 1), ("{\"a\":1,\"b\":[]}", 3), ("[\",,,,[[[{{{\"]", 2), ("[\"\\\",,,\",\"\\\\\",2]", 4),
    ("[[],[[]],{}]", 5), ("\n[\n1\n,\n2\n]\n", 3),
  ])
  func valuesAreCountedExactly(text: String, count: Int) {
    #expect(code(text, count) == nil)
    #expect(code(text, count - 1) == "limit.values")
  }

  @Test func textWithTooManyValuesIsRefused() {
    let zeros = "[" + Array(repeating: "0", count: 1000).joined(separator: ",") + "]"
    #expect(code(zeros, 1001) == nil)
    #expect(code(zeros, 1000) == "limit.values")
    // Commas in long texts are not counted.
    #expect(code("[\"" + String(repeating: ",", count: 5000) + "\"]", 1000) == nil)
  }
}
