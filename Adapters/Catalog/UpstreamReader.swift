import FeedKit

/// Reads the campuses, feed reports and entries of a catalog, and leaves out everything that the feed may not deliver.
struct UpstreamReader {
  private let feed: Feed
  private let reply: FeedReply
  /// The address of the catalog.
  private let address: String?
  private var campuses: [CampusID: Campus] = [:]
  private var reports: [FeedID: FeedReport] = [:]
  /// The feeds that are left out because they came through the catalog that is being made, or through one catalog twice.
  private var loops: Set<FeedID> = []

  init(_ feed: Feed, _ reply: FeedReply) {
    self.feed = feed
    self.reply = reply
    address = reply.url ?? reply.request.addresses.first?.url
  }

  mutating func readCampuses(_ list: JSONValue, _ draft: inout FeedDraft) {
    read(list, at: "/campuses", &draft) { (upstream, value) throws(JSONFieldError) in
      let campus = try Campus(reading: value)
      guard upstream.feed.campuses.contains(campus.id) else { return }
      guard ([campus.name] + campus.calendar.map(\.name)).allSatisfy(PlainText.isLine) else {
        throw value.fault(.value, "the name has control characters or outer spaces")
      }
      guard upstream.campuses.updateValue(campus, forKey: campus.id) == nil else {
        throw value.fault(.value, "the campus \(campus.id) appears twice")
      }
    }
  }

  mutating func readReports(_ list: JSONValue, _ draft: inout FeedDraft) {
    read(list, at: "/feeds", &draft) { (upstream, value) throws(JSONFieldError) in
      guard let id = try value.parsed("id", "a feed id", { FeedID($0) }) else { throw value.fault(.missing, "\"id\" is missing") }
      // The reports of other campuses need not even be readable.
      guard upstream.feed.mayDeliver(id) else { return }
      var report = try FeedReport(cleaning: value)
      report.via = (upstream.address.map { [$0] } ?? []) + report.via
      if upstream.feed.isLoop(report.via) { upstream.loops.insert(id) }
      guard upstream.reports.updateValue(report, forKey: id) == nil else { throw value.fault(.value, "the feed \(id) appears twice") }
    }
  }

  /// Calls a function for each element of a list. An element for which it throws is left out, with a note.
  private mutating func read(
    _ list: JSONValue, at parent: String, _ draft: inout FeedDraft, _ read: (inout Self, JSONValue) throws(JSONFieldError) -> Void
  ) {
    var elements = list.elements
    while draft.refusal == nil, let element = elements.next() {
      draft.checkTime(after: element.wordCount + element.textBytes)
      do throws(JSONFieldError) { try read(&self, element.anchored) } catch {
        draft.note(ReasonCode(error.code), in: reply, at: "\(parent)/\(elements.index - 1)\(error.pointer)", "left out: \(error.message)")
      }
    }
  }

  /// Reads entries. Those of other campuses, and those of feeds in a loop, are left out with one note each; those without a report are set aside.
  ///
  /// - Parameters:
  ///   - parent: the JSON Pointer of the list in the reply.
  ///   - hasReports: whether the catalog has reports; without any, they are made of the entries.
  mutating func readEntries(_ list: JSONValue, at parent: String, hasReports: Bool = true, into draft: inout FeedDraft) throws(AdapterError)
  {
    if let address, feed.isLoop([address]) {
      throw AdapterError(
        .catalogLoop, in: reply.request, "\(address) is the public address of this catalog; a catalog cannot be built from itself")
    }
    var others: [CampusID: Int] = [:]
    var looping = 0
    var zones: [CampusID: Zone] = [:]
    let (loops, feed) = (loops, feed)
    var reports = reports
    draft.readRecords(list, at: parent, in: reply) { (record, _) throws(JSONFieldError) in
      let entry = try Entry(cleaning: record)
      guard let id = entry.id.feed else { throw record.fault(.value, "the id has no feed") }
      // An alias or a source of another campus could stand for one of its entries.
      let feeds = entry.aliases.compactMap(\.feed) + entry.sources.map(\.feed)
      if let stranger = feeds.first(where: { $0.campus != entry.campus }) {
        throw record.fault(.value, "an alias or a source is of the feed \(stranger), which is not of the campus \(entry.campus)")
      }
      if !hasReports {
        reports[id, default: FeedReport(id: id, adapter: feed.adapter, outcome: .fresh)].entries += 1
      } else if reports[id] == nil {
        throw record.fault(.value, "the catalog has no report of the feed \(id)")
      }
      if zones[entry.campus] == nil { zones[entry.campus] = entry.hours?.zone }
      return entry
    } skipping: { record in
      guard let id = record["id"]?.string.flatMap({ EntryID($0) })?.feed else { return false }
      if loops.contains(id) {
        looping += 1
        return true
      }
      if feed.mayDeliver(id) { return false }
      others[id.campus, default: 0] += 1
      return true
    }
    if !hasReports { for id in reports.keys { reports[id]?.via = address.map { [$0] } ?? [] } }
    if !others.isEmpty {
      let names = others.keys.sorted()
      let list = names.prefix(5).map(\.description).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
      let count = others.values.reduce(0, +)
      draft.explain(
        skipped: count,
        Note(
          .catalogCampus, request: reply.request.label,
          "\(count.counted("entry", "entries")) of campuses that this feed may not deliver left out: \(list)"))
    }
    if !loops.isEmpty {
      let list = loops.sorted().prefix(5).map(\.description).joined(separator: ", ") + (loops.count > 5 ? ", …" : "")
      draft.explain(
        skipped: looping,
        Note(
          .catalogLoop, request: reply.request.label,
          "\(loops.count.counted("feed")) left out, which came through this catalog, or twice through another one: \(list)"))
    }
    reports = reports.filter { !loops.contains($0.key) }
    var campuses = campuses
    for id in Set(reports.keys.map(\.campus)) where campuses[id] == nil {
      campuses[id] = Campus(id: id, name: id.description, timeZone: zones[id])
    }
    draft.loops = loops
    draft.upstream = UpstreamCatalog(
      campuses: campuses.values.sorted { $0.id < $1.id }, feeds: reports.values.sorted { $0.id < $1.id })
  }
}
