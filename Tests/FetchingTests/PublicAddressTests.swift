import FeedKit
import Fetching
import Testing

/// The visible parts of addresses and headers.
@Suite struct PublicAddressTests {
  @Test(arguments: [
    ("https://example.edu/x", "https://example.edu/x"),
    ("https://user:pw@example.edu/x", "https://example.edu/x"),
    ("https://a@b@example.edu/x@y", "https://example.edu/x@y"),
    ("https://user:pw@\u{301}host/x", "https://\u{301}host/x"),
    ("https://example.edu/x?apikey=1&page=2", "https://example.edu/x?apikey=***&page=2"),
    ("https://example.edu/x?page=2&&TOKEN=a=b", "https://example.edu/x?page=2&&TOKEN=***"),
    ("https://example.edu/x?token=\u{301}abc", "https://example.edu/x?token=***"),
    ("https://example.edu/?\u{301}token=abc", "https://example.edu/?\u{301}token=***"),
    ("mailto:a@b?key=1", "mailto:a@b?key=***"),
    ("a:b://user@host/", "a:b://host/"),
  ])
  func secretsAreRemoved(_ url: String, _ shown: String) {
    #expect(Array(PublicAddress.withoutSecrets(url).utf8) == Array(shown.utf8))
  }

  @Test func valuesOfHeadersAreNotShown() {
    let header = Feed.Header("Authorization", "Bearer abc", secrets: ["abc"])
    var text = "\(header)"
    dump([header], to: &text)
    #expect(text.contains("Authorization") && !text.contains("abc"))
  }
}
