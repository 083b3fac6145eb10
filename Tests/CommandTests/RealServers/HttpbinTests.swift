import Foundation
import TestTraits
import Testing

/// All kinds of replies that httpbin can give, in few runs.
@Suite(.waitsForPrograms, .enabled(if: Httpbin.shared != nil, Httpbin.reason), .serialized, StopsHttpbin()) struct HttpbinTests {
  let httpbin: Httpbin

  init() throws { httpbin = try #require(Httpbin.shared) }

  static let answers: [(name: String, path: String, reason: String)] = [
    ("s404", "/status/404", "http.404"), ("s410", "/status/410", "gone"), ("s401", "/status/401", "auth"),
    ("s403", "/status/403", "auth"), ("s418", "/status/418", "http.418"), ("s405", "/status/405", "http.405"),
    ("s204", "/status/204", "http.204"), ("s206", "/status/206", "http.206"), ("s304", "/status/304", "http.304_unexpected"),
    ("basic", "/basic-auth/user/word", "auth"), ("bearer", "/bearer", "auth"),
    ("html", "/html", "type.unexpected"), ("xml", "/xml", "type.unexpected"), ("robots", "/robots.txt", "json.syntax"),
    ("image", "/image/png", "json.encoding"),
    ("json", "/json", "schema.shape"), ("gzip", "/gzip", "schema.shape"), ("deflate", "/deflate", "schema.shape"),
    ("brotli", "/brotli", "schema.shape"), ("chunked", "/stream/3", "json.syntax"),
    ("five", "/redirect/5", "schema.shape"), ("six", "/redirect/6", "policy.redirects"),
    ("relative", "/relative-redirect/3", "schema.shape"), ("absolute", "/absolute-redirect/3", "schema.shape"),
    ("ftp", "/redirect-to?url=ftp://127.0.0.1/x", "policy.scheme"), ("file", "/redirect-to?url=file:///etc/passwd", "policy.scheme"),
    ("gopher", "/redirect-to?url=gopher://127.0.0.1/x&status_code=307", "policy.scheme"),
    ("script", "/redirect-to?url=javascript:alert(1)", "policy.scheme"),
  ]

  @Test func everyReplyHasItsReason() throws {
    var feeds = Self.answers.map { ($0.name, httpbin.url($0.path)) }
    feeds.append(("good", httpbin.url(answering: Venues.reply("Hill House"))))
    let program = try LiveProgram(feeds)
    let result = try program.run("--log-format", "json")
    #expect(result.status == 3)
    let told = try result.feeds()
    for answer in Self.answers { #expect(told[answer.name] == "absent (\(answer.reason))", "\(answer.path)") }
    #expect(told["good"] == "fresh")
    #expect(result.endings.count == feeds.count && result.endings.values.allSatisfy { $0 == 1 })
  }

  /// A slow feed ends at the deadline, not with its reply, which takes nine or twenty seconds; the others are delivered.
  @Test func slowBodiesEndAtDeadline() throws {
    let program = try LiveProgram([
      ("drip", httpbin.url("/drip?duration=20&numbytes=200&delay=0")), ("silent", httpbin.url("/delay/9")),
      ("good", httpbin.url(answering: Venues.reply("Hill House"))),
    ])
    let result = try program.run("--deadline", "1")
    #expect(result.status == 3)
    let told = try result.feeds()
    #expect(told["good"] == "fresh")
    #expect(told["drip"] == "absent (timeout.total)")
    #expect(told["silent"]?.hasPrefix("absent (timeout.") == true)
    #expect(result.elapsed >= .seconds(1), "\(result.elapsed)")
  }

  /// A tag of a reply that is not a feed is not stored: the server would answer 304 forever.
  @Test func validatorsOfUnusableReplyAreNotStored() throws {
    let program = try LiveProgram([("tag", httpbin.url("/etag/abc")), ("cache", httpbin.url("/cache"))])
    for _ in 0..<2 {
      let result = try program.run("--refresh")
      #expect(result.status == 4)
      #expect(result.summary == ["tag": "absent (schema.shape)", "cache": "absent (schema.shape)"])
    }
  }

  @Test func serverErrorsAreRetriedAtMostTwice() throws {
    let program = try LiveProgram([("bad", httpbin.url("/status/502"))])
    let result = try program.run("--log-format", "json")
    #expect(result.status == 4)
    let attempts = result.records.filter { $0["event"] as? String == "fetch.attempt" || $0["event"] as? String == "retry" }
    #expect(attempts.filter { $0["event"] as? String == "retry" }.count == 2)
  }
}
