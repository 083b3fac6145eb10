import Foundation
import Testing

/// A run whose deadline passes while a reply is read.
@Suite(.enabled(if: Nginx.canStart, Nginx.reason)) struct DeadlineTests {
  @Test func feedIsRequestedAgainOnNextRun() throws {
    let nginx = try Nginx([Nginx.server(0)])
    let part = #"{"starttime":"2026-11-22T07:00:00","endtime":"2026-11-22T09:00:00","label":"Breakfast"}"#
    let venues = (0..<60_000).map {
      #"{"id":\#($0),"name":"Venue \#($0)","days":[{"date":"2026-11-22","status":"open","dayparts":[\#(part)]}]}"#
    }
    try nginx.put("[\(venues.joined(separator: ","))]", at: "feed.json")
    let program = try LiveProgram([("large", nginx.url("/feed.json", 0))])
    let first = try program.run("--deadline", "1")
    #expect(first.status == 4)
    #expect(first.out.isEmpty)
    #expect(first.error.contains("timeout.total"), "\(first.error)")
    // A local deadline says nothing about the feed.
    let second = try program.run("--deadline", "300")
    #expect(second.status == 0, "\(second.error)")
    #expect(try second.feeds() == ["large": "fresh"])
  }
}
