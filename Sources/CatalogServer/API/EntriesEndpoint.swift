import SimdJSON

/// /api/v1/entries: a list of entries (`campus-list/1`), filtered, sorted and in pages.
enum EntriesEndpoint {
  static func answer(_ question: SiteQuestion) throws(Problem) -> Answer {
    var parameters = Parameters(question.target)
    let snapshot = question.snapshot
    let kind = try parameters.choice("kind", of: Entry.Kind.self) ?? .place
    let campuses = try parameters.campuses(of: snapshot)
    let page = try ListPage(&parameters, snapshot)
    switch kind {
    case .place: return try places(question, &parameters, campuses, page)
    case .event, .alert, .quote: return try others(kind, question, &parameters, campuses, page)
    }
  }

  private static func places(
    _ question: SiteQuestion, _ parameters: inout Parameters, _ campuses: Set<CampusID>, _ page: ListPage
  ) throws(Problem) -> Answer {
    let found = try PlacesQuestion(&parameters, campuses, question)
    try parameters.finish()
    if let present = question.present, let nearest = found.nearest(present, limit: page.end) {
      return places(nearest, present, question, page)
    }
    let results = found.results(limit: page.end)
    var changes: Instant?
    var writer = EntryListWriter(at: found.rule.instant, in: question.snapshot.zone, total: results.total)
    for listing in results.items.dropFirst(page.start) {
      question.snapshot.withLine(of: question.snapshot.entriesByID[listing.entry.id]) { writer.add(listing, line: $0) }
      if let change = listing.changes { changes = min(changes ?? change, change) }
    }
    return API.json(writer.finishBytes { page.writeNext(total: results.total, to: &$0) }, .until(found.isNow ? changes : nil))
  }

  /// Answers with the nearest places, of which everything but the distances has been written before.
  private static func places(
    _ nearest: QueryResults<NearPlace>, _ present: PresentPlaces, _ question: SiteQuestion, _ page: ListPage
  ) -> Answer {
    let snapshot = question.snapshot
    var changes: Instant?
    var writer = EntryListWriter(at: question.now, in: snapshot.zone, total: nearest.total)
    for place in nearest.items.dropFirst(page.start) {
      snapshot.withLine(of: place.entry) { line in
        present.withStatus(of: place.entry) { status in
          if let line {
            writer.add(line: line, status: status, distance: place.distance)
          } else {
            writer.add(snapshot.presentRule(at: question.now).listing(snapshot.catalog.entries[place.entry], distance: place.distance))
          }
        }
      }
      if let change = present.change(of: place.entry) { changes = min(changes ?? change, change) }
    }
    return API.json(writer.finishBytes { page.writeNext(total: nearest.total, to: &$0) }, .until(changes))
  }

  private static func others(
    _ kind: Entry.Kind, _ question: SiteQuestion, _ parameters: inout Parameters, _ campuses: Set<CampusID>, _ page: ListPage
  ) throws(Problem) -> Answer {
    let moments = try parameters.moments("at", campuses, question)
    try parameters.finish()
    let entries = question.snapshot.catalog.entries
    let rule = question.snapshot.rule(at: moments?.instant ?? question.now, moments?.byCampus ?? [:])
    var list: [(EntryListWriter.Item)] = []
    switch kind {
    case .event:
      var query = EventQuery()
      query.campuses = campuses
      list = query.results(in: entries, notOverBy: rule).items.map { .entry($0.entry) }
    case .alert:
      var query = AlertQuery()
      query.campuses = campuses
      list = query.results(in: entries, at: rule.instant).items.map { .alert($0) }
    default:
      var query = QuoteQuery()
      query.campuses = campuses
      list = query.results(in: entries).items.map { .entry($0) }
    }
    var writer = EntryListWriter(at: rule.instant, in: question.snapshot.zone, total: list.count)
    for item in list.prefix(page.end).dropFirst(page.start) { writer.add(item) }
    // Alerts begin and end, and events are over, at any minute.
    let changes = moments == nil && kind != .quote ? question.nextMinute : nil
    return API.json(writer.finishBytes { page.writeNext(total: list.count, to: &$0) }, .until(changes))
  }
}

extension EntryListWriter {
  /// An entry of a list that is not a place.
  fileprivate enum Item {
    case entry(Entry)
    case alert(AlertListing)
  }

  fileprivate mutating func add(_ item: Item) {
    switch item {
    case .entry(let entry): add(entry)
    case .alert(let alert): add(alert)
    }
  }
}

/// One page of a list. A cursor names the snapshot: in another one, the list may be another.
struct ListPage: Sendable {
  let start: Int
  private let limit: Int
  private let tag: String

  var end: Int { start + limit }

  init(_ parameters: inout Parameters, _ snapshot: SiteSnapshot) throws(Problem) {
    limit = try parameters.number("limit", in: 1...500, otherwise: 20)
    tag = snapshot.cursorTag
    guard let cursor = try parameters.value("cursor") else {
      start = 0
      return
    }
    let parts = cursor.split(separator: ".")
    guard parts.count == 2, parts[0].count == tag.count, parts[0].allSatisfy(\.isHexDigit),
      let position = Int(parts[1]), (0...1_000_000_000).contains(position)
    else {
      throw .parameter("cursor", "cursor must be the value of \"next\" of a page before.")
    }
    guard parts[0] == tag else {
      throw Problem(
        status: 410, title: "Outdated cursor", detail: "The catalog has been replaced; start again without a cursor.", parameter: "cursor")
    }
    start = position
  }

  /// Writes the member `next`, the cursor of the next page, if there is one.
  func writeNext(total: Int, to writer: inout JSONWriter) {
    if end < total { writer.member("next", "\(tag).\(end)") }
  }
}
