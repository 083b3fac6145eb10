import CampusCatalog
import FeedCore
import SimdJSON
import Locking
import Testing

/// Reads `[{"k": …, "v": …}]` and breaks the contract in one way.
final class BrokenAdapter: FeedAdapter {
  private let breach: Breach
  private let readings = Guarded(0)
  let manifest: AdapterManifest

  init(_ breach: Breach) throws {
    self.breach = breach
    manifest = AdapterManifest(
      id: try #require(AdapterID("broken")), version: 1, title: "", summary: "", homepage: "", licence: "", requests: ["list"],
      defaultFeeds: [], cadence: 1)
  }

  func requests(for feed: Feed) -> [FeedRequest] { [FeedRequest("list", addresses: [])] }

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    let number = readings.withLock { count in
      count += 1
      return count
    }
    for reply in replies {
      var body = reply.body
      if breach == .repairsCutText, let end = body.lastIndex(of: UInt8(ascii: "}")) { body = body[...end] + [UInt8(ascii: "]")] }
      let document: JSONDocument
      do { document = try JSONDocument(parsing: body) } catch { throw AdapterError(error, in: reply.request) }
      var elements = document.root.elements
      while let element = elements.next() {
        let place = RecordPlace(request: reply.request, parent: "", index: elements.index - 1)
        guard let key = element["k"]?.string, let value = element["v"]?.string else {
          draft.reject(element.anchored.fault(.type, "not a record"), at: place)
          continue
        }
        if breach == .losesRecords, key == "b" { continue }
        let record = breach == .sharesIDs ? "one" : breach == .usesPositions ? "\(place.index)" : key
        guard let id = EntryID(feed: feed.id, record: record) else { continue }
        let text = breach == .counts ? "\(value) \(number)" : value
        draft.add(
          Entry(
            id: id, campus: feed.campus.id, name: nil, sources: [SourceReference(feed: feed.id, record: record)],
            details: .quote(Quote(text: text))), at: place)
        if breach == .sharesIDs { return }
      }
    }
  }
}
