import FeedCore
import Testing

/// Headers of stored replies.
@Suite struct KeptHeadersTests {
  private static let cases: [[String: String]] = [
    [:], ["etag": "\"a\""], ["b": "", "a": "\\ \"quoted\" \u{1F600} é\u{0}\n"], ["content-type": "application/json", "age": "1"],
  ]

  @Test(arguments: cases) func headersRoundTrip(_ headers: [String: String]) throws {
    let kept = KeptHeaders(headers)
    #expect(try kept.read() == headers)
    #expect(try KeptHeaders(json: kept.json).read() == headers)
  }

  @Test func headersHaveOneForm() {
    #expect(KeptHeaders(["b": "2", "a": "1"]).json == #"{"a":"1","b":"2"}"#)
    #expect(KeptHeaders([:]).json == "{}")
  }

  @Test(arguments: ["", "[]", "{", #"{"a":1}"#, #"{"a":null}"#]) func otherTextsAreRefused(_ text: String) {
    #expect(throws: (any Error).self) { try KeptHeaders(json: text).read() }
  }
}
