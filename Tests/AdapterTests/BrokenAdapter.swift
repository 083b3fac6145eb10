import CampusCatalog
import FeedKit
import SimdJSON
import Locking
import Testing

/// Reads `[{"k": …, "v": …}]` and breaks the contract in one way.
final class BrokenAdapter: FeedAdapter {
  private let breach: Breach
  private let readings = Guarded(0)
  /// Keeps the compiler from removing work whose result is not used.
  private let total = Guarded(0)
  let manifest: AdapterManifest

  init(_ breach: Breach) {
    self.breach = breach
    manifest = AdapterManifest(
      id: "broken", version: 1, title: "", summary: "", homepage: "", licence: "", requests: ["list"],
      cadence: 1)
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
      if breach == .addsLastBracket, body.last == UInt8(ascii: "}") { body.append(UInt8(ascii: "]")) }
      let document: JSONDocument
      do { document = try JSONDocument(parsing: body) } catch { throw AdapterError(error, in: reply.request) }
      var elements = document.root.elements
      var lengths: [Int] = []
      var found = 0
      defer { total.withLock { $0 &+= found } }
      while let element = elements.next() {
        let place = RecordPlace(request: reply.request, parent: "", index: elements.index - 1)
        guard let key = element["k"]?.string, let value = element["v"]?.string else {
          draft.reject(element.anchored.fault(.type, "not a record"), at: place)
          continue
        }
        if breach == .losesRecords, key == "b" { continue }
        if breach == .comparesAllRecords { found += lengths.count { $0 == value.utf8.count } }
        if breach == .comparesAllLetters { Array(value.utf8).forEach { letter in found += value.utf8.count { $0 == letter } } }
        lengths.append(value.utf8.count)
        let record = breach == .sharesIDs ? "one" : breach == .usesPositions ? "\(place.index)" : key
        guard let id = EntryID(feed: feed.id, record: record) else {
          draft.reject(element.anchored.fault(.value, "no usable id"), at: place)
          continue
        }
        var text = breach == .counts ? "\(value) \(number)" : value
        if breach == .multipliesText { text = String(repeating: text, count: min(100, text.utf8.count / 100 + 1)) }
        draft.add(
          Entry(
            id: id, campus: feed.campus.id, name: nil, sources: [SourceReference(feed: feed.id, record: record)],
            details: .quote(Quote(text: text))), at: place)
        if breach == .sharesIDs { return }
      }
    }
  }
}
