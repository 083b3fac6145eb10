import CampusCatalog
import FeedKit
import Testing

@testable import Fetching

/// Each fault has a stable event.
@Suite struct EventNameTests {
  @Test(
    arguments: [
      ("dns.failed", "warn fetch.dns"), ("dns.timeout", "warn fetch.dns"), ("connect.refused", "warn fetch.connect"),
      ("timeout.connect", "warn fetch.timeout"), ("timeout.first_byte", "warn fetch.timeout"), ("timeout.idle", "warn fetch.timeout"),
      ("tls.expired", "error fetch.tls"), ("http.empty", "warn fetch.empty"), ("body.truncated", "warn fetch.truncated"),
      ("body.encoding", "warn fetch.encoding"), ("body.too_large", "error limit.body"), ("http.header_limit", "error limit.header"),
      ("http.framing", "error fetch.framing"), ("auth", "error fetch.auth"), ("gone", "error feed.gone"),
      ("ratelimited", "warn fetch.ratelimited"), ("http.404", "warn fetch.status"), ("http.304_unexpected", "warn fetch.status"),
      ("type.unexpected", "warn fetch.type"), ("policy.redirects", "warn policy.redirects"), ("policy.scheme", "error policy.block"),
      ("policy.address", "error policy.block"), ("policy.secret", "error policy.block"), ("json.syntax", "error adapter.reject"),
      ("schema.shape", "error adapter.reject"),
      ("guard.shrink", "error guard.hold"), ("store.full", "error store.full"), ("limit.depth", "error limit.depth"),
    ])
  func names(_ reason: String, _ expected: String) throws {
    let (level, name) = FetchEvent.name(of: ReasonCode(reason))
    #expect("\(level.rawValue) \(name)" == expected)
    let event = FetchEvent(of: ReasonCode(reason), [LogField("n", 1)], try #require(FeedID("penn/dining")))
    #expect(event.level == level && event.event == name && event.reason?.description == reason)
    #expect(event.fields == [LogField("n", 1)])
  }
}
