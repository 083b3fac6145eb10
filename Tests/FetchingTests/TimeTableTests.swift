import FeedKit
import OpeningHours
import Testing

@testable import Fetching

/// Times in response headers, and values computed from them.
@Suite struct TimeTableTests {
  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"), ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
      ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"), ("Sat, 29 Feb 2028 23:59:59 GMT", "2028-02-29T23:59:59Z"),
      ("Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z"), ("Fri, 31 Dec 9999 23:59:59 GMT", "9999-12-31T23:59:59Z"),
      ("Tuesday, 19-Jan-38 03:14:08 GMT", "2038-01-19T03:14:08Z"), ("Sun, 29 Feb 2027 00:00:00 GMT", nil), ("0", nil), ("-1", nil),
      ("", nil),
      ("Sun, 06 Nov 1994 24:00:00 GMT", nil), ("Sun, 06 Nov 1994 08:49:60 GMT", nil), ("Sun, 06 Nov 1994 08:49 GMT", nil),
      ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 06 Nov 1994 08:49:37 +0000", nil), ("Sun, +6 Nov 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov -994 08:49:37 GMT", nil), ("Sun, 06 Nov 994 08:49:37 GMT", nil), ("Sun, 06 nov 1994 08:49:37 GMT", nil),
      ("Sunday, 06-Nov-1994 08:49:37 GMT", nil), ("Sunday, 06-Nov-+4 08:49:37 GMT", nil), ("1994-11-06T08:49:37Z", nil), ("tomorrow", nil),
      ("Sun, 6 Nov 1994 08:49:37 GMT", nil), ("Sun,  06 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994  08:49:37 GMT", nil),
      (" Sun, 06 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49:37 GMT ", nil), ("Sunday,  06-Nov-94 08:49:37 GMT", nil),
      ("Sunday, 06--Nov-94 08:49:37 GMT", nil), ("Sun Nov 6 08:49:37 1994", nil), ("Sun Nov  06 08:49:37 1994", nil),
      ("Sun  Nov 16 08:49:37 1994", nil), ("Sun Nov 16 08:49:37 1994", "1994-11-16T08:49:37Z"), ("Sun, 00 Nov 1994 08:49:37 GMT", nil),
      ("Sun 06 Nov 1994 08:49:37 GMT", nil), ("Sunday 06-Nov-94 08:49:37 GMT", nil), ("Sun, Nov  6 08:49:37 1994", nil),
      ("Xyz, 06 Nov 1994 08:49:37 GMT", nil), (", 06 Nov 1994 08:49:37 GMT", nil), ("Sunday, 06 Nov 1994 08:49:37 GMT", nil),
      ("Sun, 06-Nov-94 08:49:37 GMT", nil), ("Sun,06 Nov 1994 08:49:37 GMT", nil),
    ])
  func dates(_ text: String, _ expected: String?) throws {
    #expect(HTTPDate.parse(text)?.description == expected)
  }

  /// The time is 12:00 on 21 November 2026.
  private static let answers: [(headers: String, seconds: Int)] = [
    ("Cache-Control: max-age=60", 60), ("cache-control: public, MAX-AGE=60", 60), ("Cache-Control: max-age=\"60\"", 60),
    ("Cache-Control: max-age=31536000", 86_400), ("Cache-Control: max-age=99999999999999999999", 86_400),
    ("Cache-Control: max-age=-1", 0), ("Cache-Control: max-age=junk", 0), ("Cache-Control: max-age", 0),
    ("Cache-Control: max-age=", 0), ("Cache-Control: max-age=1.5", 0), ("Cache-Control: max-age=60 s", 0),
    ("Cache-Control: max-age=60, max-age=60", 0), ("Cache-Control: max-age=60, max-age=90", 0),
    ("Cache-Control: max-age=60|Cache-Control: max-age=60", 0), ("Cache-Control: no-store, max-age=60", 0),
    ("Cache-Control: no-cache, max-age=60", 0), ("Cache-Control: max-age=60|Vary: *", 0),
    ("Cache-Control: max-age=60|Vary: Accept, *", 0), ("Cache-Control: max-age=60|Vary: Accept", 60),
    ("Cache-Control: max-age=60|Age: 20", 40), ("Cache-Control: max-age=60|Age: 61", 0),
    ("Cache-Control: max-age=60|Age: junk", 60), ("Cache-Control: max-age=60|Age: 99999999999999999999", 0),
    ("Cache-Control: max-age=60|Age: 5|Age: 7", 55), ("Cache-Control: max-age=60|Age: 7|Age: 5", 53),
    ("Cache-Control: max-age=60|Age: 7200, 0", 0), ("Cache-Control: max-age=60|Age: 20, 40", 40),
    ("Cache-Control: max-age=60|Age: 20,junk", 40),
    ("Cache-Control: max-age=60|Age: junk, 20", 60), ("Cache-Control: max-age=60|Age: , 20", 40), ("Cache-Control: max-age=60|Age: -5", 60),
    ("Expires: Sat 21 Nov 2026 12:10:00 GMT", 0), ("Expires: Saturday, 21-Nov-26 12:10:00 GMT", 600),
    ("Expires: Sat Nov 21 12:10:00 2026", 600), ("Expires: Saturday 21-Nov-26 12:10:00 GMT", 0),
    ("Cache-Control: s-maxage=60", 0), ("Cache-Control: ", 0), ("Cache-Control: ,,=,max-age=5,", 5),
    ("Expires: Sat, 21 Nov 2026 12:10:00 GMT", 600), ("Expires: Sat, 21 Nov 2026 11:00:00 GMT", 0), ("Expires: 0", 0),
    ("Expires: -1", 0), ("Expires: Sat,  21 Nov 2026 12:10:00 GMT", 0), ("Expires: Sat, 21 Nov 2026 12:10:00 GMT|Age: 100", 500),
    ("Expires: Sat, 21 Nov 2026 12:10:00 GMT|Date: Sat, 21 Nov 2026 12:05:00 GMT", 300),
    ("Expires: Sat, 21 Nov 2026 12:10:00 GMT|Expires: Sat, 21 Nov 2026 12:10:00 GMT", 0),
    ("Expires: Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
    ("Cache-Control: max-age=5|Expires: Sat, 21 Nov 2026 12:10:00 GMT", 5),
    ("Cache-Control: max-age=junk|Expires: Sat, 21 Nov 2026 12:10:00 GMT", 0),
    ("Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT", 0), ("", 0),
  ]

  @Test(arguments: answers)
  func freshness(_ row: (headers: String, seconds: Int)) throws {
    let headers = row.headers.split(separator: "|").map { line in
      let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return Feed.Header(parts[0], parts[1])
    }
    let response = HTTPResponse(status: 200, headers: headers, body: [])
    #expect(Freshness.seconds(of: response, at: try #require(Instant("2026-11-21T12:00:00Z"))) == row.seconds)
  }

  /// The time is 12:00 on 21 November 2026.
  @Test(
    arguments: [
      ("120", 120), ("0", 0), ("00000000002", 2), ("86400", 86_400), ("86401", 86_400), ("100000000000000000000", 86_400), ("-5", nil),
      ("1.5", nil),
      ("", nil), ("soon", nil), ("+5", nil), ("120, 60", nil), ("1e3", nil), ("\u{661}\u{662}", nil),
      ("Sat, 21 Nov 2026 12:02:00 GMT", 120), ("Sat, 21 Nov 2026 11:00:00 GMT", 0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400), ("Saturday, 21-Nov-26 12:02:00 GMT", 120), (nil, nil),
    ])
  func retryAfter(_ value: String?, _ expected: Int?) throws {
    #expect(RetryAfter.seconds(value.map { [$0] } ?? [], at: try #require(Instant("2026-11-21T12:00:00Z"))) == expected)
  }

  @Test func longestOfSeveralWaitsApplies() throws {
    let now = try #require(Instant("2026-11-21T12:00:00Z"))
    #expect(RetryAfter.seconds(["1", "3600", "soon", "Sat, 21 Nov 2026 12:02:00 GMT"], at: now) == 3600)
    #expect(RetryAfter.seconds(["soon", "-1"], at: now) == nil)
  }

  @Test(
    arguments: [
      (0, 3600, 60), (1, 3600, 60), (2, 3600, 120), (3, 3600, 240), (7, 3600, 3600), (1000, 3600, 3600), (1000, 900, 900),
      (1, 30, 30), (12, 1_000_000, 61_440), (.max, 1_000_000, 61_440),
    ])
  func waitsAfterFailures(_ failures: Int, _ cadence: Int, _ expected: Int) {
    #expect(Backoff.seconds(failures: failures, cadence: cadence) == expected)
  }

  @Test(arguments: [(1, 500), (2, 1000), (3, 2000), (4, 4000), (5, 8000), (6, 8000), (60, 8000), (1000, 8000)])
  func delayCaps(_ retry: Int, _ milliseconds: Int) {
    for random in [0, 0.25, 1] {
      let delay = Backoff.delay(retry: retry, random: random)
      #expect(delay == .milliseconds(milliseconds) * random)
    }
  }
}
