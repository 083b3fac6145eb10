import AdapterTesting
import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Testing

/// The contract kit takes time in proportion to the size of the replies.
@Suite struct ContractSamplingTests {
  /// Reads quotes, and counts its readings.
  private final class CountingAdapter: FeedAdapter {
    let readings = Guarded(0)
    let manifest = AdapterManifest(
      id: "counting", version: 1, title: "", summary: "", homepage: "", license: "", requests: ["list"], cadence: 1)

    func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
      readings.withLock { $0 += 1 }
      let campus = feed.campus.id
      let id = feed.id
      for reply in replies {
        let document = try draft.open(reply)
        let records = try document.root.records("quotes", in: reply.request)
        draft.readRecords(records, at: "/quotes", in: reply) { (record, _) throws(JSONFieldError) in
          guard let key = try record.line("k"), let entry = EntryID(feed: id, record: key) else { throw record.fault(.missing, "no key") }
          return Entry(
            id: entry, campus: campus, name: nil, sources: [SourceReference(feed: id, record: key)],
            details: .quote(Quote(text: try record.requiredLine("v"))))
        }
      }
    }
  }

  /// - Parameters:
  ///   - others: the number of values in the reply that are not records.
  ///   - keys: the number of further keys of each record.
  private func readings(others: Int, keys: Int) async throws -> Int {
    let feed = try #require(FeedID("everywhere/quotes").flatMap { Registry().feed($0) })
    let more = (0..<keys).map { #", "key\#($0)": \#($0)"# }.joined()
    let quotes = ["a", "b", "c"].map { #"{"k": "\#($0)", "v": "text"\#(more)}"# }.joined(separator: ",")
    let rest = (0..<others).map { #"{"id": \#($0), "label": "dish \#($0)"}"# }.joined(separator: ",")
    let body = Array(#"{"dishes": [\#(rest)], "quotes": [\#(quotes)]}"#.utf8)
    let adapter = CountingAdapter()
    let contract = AdapterContract(adapter, feed: feed, bodies: ["list": body], records: ["list": "/quotes"])
    #expect(await contract.failures() == [])
    return adapter.readings.withLock { $0 }
  }

  @Test func largeRepliesAreDamagedInSomePlaces() async throws {
    #expect(try await readings(others: 0, keys: 0) > 80)
    #expect(try await readings(others: 3_000, keys: 0) < 700)
    #expect(try await readings(others: 0, keys: 300) < 4_000)
  }
}
