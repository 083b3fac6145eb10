import FeedKit
import Fetching
import Testing

/// Headers of stored replies.
@Suite struct StoredHeadersTests {
  private static let cases: [[String: String]] = [
    [:], ["etag": "\"a\""], ["b": "", "a": "\\ \"quoted\" \u{1F600} é\u{0}\n"], ["content-type": "application/json", "age": "1"],
  ]

  @Test(arguments: cases) func headersRoundTrip(_ headers: [String: String]) throws {
    let kept = StoredHeaders(headers)
    #expect(try kept.read() == headers)
    #expect(try StoredHeaders(json: kept.json).read() == headers)
  }

  @Test func headersHaveOneForm() {
    #expect(StoredHeaders(["b": "2", "a": "1"]).json == #"{"a":"1","b":"2"}"#)
    #expect(StoredHeaders([:]).json == "{}")
  }

  @Test(arguments: ["", "[]", "{", #"{"a":1}"#, #"{"a":null}"#]) func otherTextsAreRefused(_ text: String) {
    #expect(throws: (any Error).self) { try StoredHeaders(json: text).read() }
  }
}
