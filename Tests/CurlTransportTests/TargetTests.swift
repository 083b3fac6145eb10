import CampusCatalog
import FeedKit
import Fetching
import Testing

@Suite struct TargetTests {
  private func base() throws -> HTTPTarget { try sharedClient.target("https://feeds.example.edu/a/b.json?x=1", relativeTo: nil) }

  @Test func partsOfTarget() throws {
    let target = try sharedClient.target("HTTP://Example.EDU/a b/../c?d=é#f", relativeTo: nil)
    #expect(target == HTTPTarget(url: "http://example.edu/c?d=%c3%a9", scheme: "http", host: "example.edu", port: 80))
    #expect(target.origin == "http://example.edu:80")
    #expect(try base().port == 443)
    #expect(try sharedClient.target("https://a.example:443", relativeTo: nil).url == "https://a.example/")
    #expect(try sharedClient.target("http://a.example:8080/x", relativeTo: nil).port == 8080)
    #expect(try sharedClient.target("http://[2001:DB8::1]/", relativeTo: nil).host == "[2001:db8::1]")
  }

  /// An IPv6 address may have letters in either case.
  @Test(arguments: [
    ("http://[2606:2800:220:1::AB]/", "http://[2606:2800:220:1::ab]/", "[2606:2800:220:1::ab]"),
    ("http://[2001:DB8::A]:8080/X", "http://[2001:db8::a]:8080/X", "[2001:db8::a]"),
    (
      "http://[ABCD:EF01:2345:6789:ABCD:EF01:2345:6789]/", "http://[abcd:ef01:2345:6789:abcd:ef01:2345:6789]/",
      "[abcd:ef01:2345:6789:abcd:ef01:2345:6789]"
    ),
    ("http://[::FFFF:127.0.0.1]/", "http://[::ffff:127.0.0.1]/", "[::ffff:127.0.0.1]"),
    ("HTTP://[2001:DB8::1]", "http://[2001:db8::1]/", "[2001:db8::1]"),
    ("http://[FE80::1%25Eth0]/", "http://[fe80::1%25Eth0]/", "[fe80::1%25Eth0]"),
  ]) func ipv6Addresses(_ row: (text: String, url: String, host: String)) throws {
    for target in [
      try sharedClient.target(row.text, relativeTo: nil), try sharedClient.target(row.text, relativeTo: base()),
      try sharedClient.target("/", relativeTo: sharedClient.target(row.text, relativeTo: nil)),
    ] {
      #expect(target.host == row.host)
      if row.url.hasSuffix("/") { #expect(target.url == row.url) }
    }
    #expect(try sharedClient.target(row.text, relativeTo: nil).url == row.url)
    #expect(try sharedClient.target(String(row.text.dropFirst(5)), relativeTo: base()).host == row.host)
  }

  @Test(arguments: [
    ("c.json", "https://feeds.example.edu/a/c.json"), ("/c", "https://feeds.example.edu/c"),
    ("?y=2", "https://feeds.example.edu/a/b.json?y=2"),
    ("../../../c", "https://feeds.example.edu/c"), ("//other.example/c", "https://other.example/c"),
    ("http://other.example/c", "http://other.example/c"), ("/a b", "https://feeds.example.edu/a%20b"),
    ("/caf\u{c3}\u{a9}", "https://feeds.example.edu/caf%c3%a9"), ("/caf\u{e9}", "https://feeds.example.edu/caf%c3%a9"),
    ("c#fragment", "https://feeds.example.edu/a/c"), ("#fragment", "https://feeds.example.edu/a/b.json?x=1"),
  ]) func relativeTargetsAreResolved(_ location: String, _ url: String) throws {
    #expect(try sharedClient.target(location, relativeTo: base()).url == url)
  }

  @Test(arguments: [
    "", " ", "\\\\h", "/\\h", "http:\\\\h", "http://user@h/", "http://user:secret@h/", "//user@h/", "/a\r\nX: b", "/a\nb", "/a\tb", "/a\0b",
    "/" + String(repeating: "a", count: 65_536), "http:", "http:/a", "http:///a", "http://", "https:foo", "http://h:99999/", "http://h:x/",
    "http://a b/", "http://a..b/", "http://[::1/", "http://h%00/", "1:2", "http://\u{202e}/", "http://h:80:90/",
    "https://b\u{fc}cher.example/", "//\u{2460}\u{2461}.0.0.1/",
  ]) func invalidTargets(_ location: String) throws {
    for base in [nil, try base()] {
      let failure = #expect(throws: TransportFailure.self) { try sharedClient.target(location, relativeTo: base) }
      #expect(failure?.reason == .httpRedirectInvalid)
      #expect(failure?.detail.contains("secret") == false)
    }
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://h/a", "gopher://h/", "dict://h/", "data:,a", "javascript:alert(1)", "FILE:/a", "mailto:a@b", "ws://h/",
  ]) func otherSchemes(_ location: String) throws {
    for base in [nil, try base()] {
      let failure = #expect(throws: TransportFailure.self) { try sharedClient.target(location, relativeTo: base) }
      #expect(failure?.reason == .policyScheme)
    }
  }

  @Test func targetsWithoutBaseMustBeAbsolute() {
    #expect(throws: TransportFailure.self) { try sharedClient.target("/a", relativeTo: nil) }
    #expect(throws: TransportFailure.self) { try sharedClient.target("example.edu", relativeTo: nil) }
  }
}
