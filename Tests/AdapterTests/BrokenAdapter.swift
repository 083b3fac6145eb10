import Basics
import CampusCatalog
import FeedKit
import SimdJSON
import Testing

/// Reads `[{"k": …, "v": …}]` or `<list><row k="…" v="…"/></list>` and breaks the contract in one way.
final class BrokenAdapter: FeedAdapter {
  private let breach: Breach
  private let format: FeedRequest.Format
  private let readings = Guarded(0)
  /// Keeps the compiler from removing work whose result is not used.
  private let total = Guarded(0)
  let manifest: AdapterManifest

  init(_ breach: Breach, _ format: FeedRequest.Format) {
    self.breach = breach
    self.format = format
    manifest = AdapterManifest(
      id: "broken", version: 1, title: "", summary: "", homepage: "", license: "", requests: ["list"],
      cadence: 1)
  }

  func requests(for feed: Feed) -> [FeedRequest] { [FeedRequest("list", addresses: [], format: format)] }

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    let number = readings.withLock { count in
      count += 1
      return count
    }
    for reply in replies {
      var lengths: [Int] = []
      var found = 0
      defer { total.withLock { $0 &+= found } }
      for (index, row) in try rows(of: reply).enumerated() {
        let recordPointer = RecordPointer(request: reply.request, parent: format == .json ? "" : "/row", index: index)
        guard let (key, value) = row else {
          draft.reject(FieldError(.type, at: "", "not a record"), at: recordPointer)
          continue
        }
        if breach == .losesRecords, key == "b" { continue }
        if breach == .comparesAllRecords { found += lengths.count { $0 == value.utf8.count } }
        if breach == .comparesAllLetters { Array(value.utf8).forEach { letter in found += value.utf8.count { $0 == letter } } }
        if breach == .comparesFewLetters {
          let letters = Array(value.utf8)
          for index in stride(from: 0, to: letters.count, by: 64) { found += letters.count { $0 == letters[index] } }
        }
        lengths.append(value.utf8.count)
        let record = breach == .sharesIDs ? "one" : breach == .usesPositions ? "\(recordPointer.index ?? 0)" : key
        guard let id = EntryID(feed: feed.id, record: record) else {
          draft.reject(FieldError(.value, at: "", "no usable id"), at: recordPointer)
          continue
        }
        let line = breach == .keepsControlCharacters ? value : PlainText.line(value) ?? ""
        var text = breach == .counts ? "\(line) \(number)" : line
        if breach == .multipliesText { text = String(repeating: text, count: min(100, text.utf8.count / 100 + 1)) }
        draft.add(
          Entry(
            id: id, campus: feed.campus.id, name: nil, sources: [SourceReference(feed: feed.id, record: record)],
            details: .quote(Quote(text: text))), at: recordPointer)
        if breach == .sharesIDs { return }
      }
    }
  }

  /// Returns the rows of a reply, nil for those that are not records.
  private func rows(of reply: FeedReply) throws(AdapterError) -> [(key: String, value: String)?] {
    var body = reply.body
    let (recordEnd, end) = format == .json ? ("}", "]") : ("/row>", "</list>")
    let endsWithRecord = { (body: [UInt8]) in body.suffix(recordEnd.utf8.count).elementsEqual(recordEnd.utf8) }
    if breach == .repairsCutText {
      while !body.isEmpty, !endsWithRecord(body) { body.removeLast() }
    }
    if breach == .repairsCutText || breach == .addsLastBracket, endsWithRecord(body) { body += Array(end.utf8) }
    if format == .xml {
      do {
        return try XMLDocument(parsing: body).root.elements("row").map { row in
          row.attribute("k").flatMap { key in row.attribute("v").map { (key, $0) } }
        }
      } catch { throw AdapterError(error, in: reply.request) }
    }
    let document: JSONDocument
    do { document = try JSONDocument(parsing: body) } catch { throw AdapterError(error, in: reply.request) }
    var rows: [(key: String, value: String)?] = []
    var elements = document.root.elements
    while let element = elements.next() {
      let (key, value) = (element["k"]?.string, element["v"]?.string)
      rows.append(key.flatMap { key in value.map { (key, $0) } })
    }
    return rows
  }
}
