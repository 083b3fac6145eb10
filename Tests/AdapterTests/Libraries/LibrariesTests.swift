import AdapterTesting
import FeedKit
import Testing

@Test func librariesKeepTheContract() async throws {
  let id = try #require(FeedID("example/libraries"))
  let campus = Campus(id: id.campus, name: "Example College", timeZone: Zone("America/New_York"))
  let feed = Feed(id: id, campus: campus, adapter: try #require(AdapterID("libraries")), addresses: [:])
  let rows = #"{"code":"a","name":"A","hours":[{"day":5,"opens":"08:00","closes":"02:00"}]},{"code":"b","name":"B"}"#
  let body = Array(#"{"libraries":[\#(rows)]}"#.utf8)
  let contract = AdapterContract(LibrariesAdapter(), feed: feed, bodies: ["libraries": body], records: ["libraries": "/libraries"])
  #expect(await contract.failures() == [])
}
