import Basics
import SimdJSON

/// /api/v1/entries: a list of entries (`campus-list/1`), filtered, sorted and in pages.
enum EntriesEndpoint {
  static func answer(_ question: SiteQuestion) throws(Problem) -> Answer {
    var parameters = Parameters(question.target)
    let snapshot = question.snapshot
    let kind = try parameters.choice("kind", of: Entry.Kind.self) ?? .place
    let campuses = try parameters.campuses(of: snapshot)
    let page = try ListPage(&parameters, question)
    switch kind {
    case .place: return try places(question, &parameters, campuses, page)
    case .event, .alert, .quote: return try others(kind, question, &parameters, campuses, page)
    }
  }

  private static func places(
    _ question: SiteQuestion, _ parameters: inout Parameters, _ campuses: Set<CampusID>, _ page: ListPage
  ) throws(Problem) -> Answer {
    let snapshot = question.snapshot
    let found = try PlacesQuestion(&parameters, campuses, question)
    try parameters.finish()
    if snapshot.hasLines, let (nearest, present) = found.nearest(limit: page.end) {
      return places(nearest, present, question, page)
    }
    let results = found.results(limit: page.end)
    var changes: Instant?
    var writer = EntryListWriter(at: found.rule.instant, in: snapshot.zone, total: results.total)
    for listing in results.items.dropFirst(page.start) {
      if snapshot.hasLines, let index = snapshot.entriesByID[listing.entry.id] {
        snapshot.withLine(of: index) { writer.add(listing, line: $0) }
      } else {
        writer.add(listing)
      }
      if let change = listing.changes { changes = min(changes ?? change, change) }
    }
    return page.answer(writer, total: results.total, .until(found.isNow ? changes : nil))
  }

  /// Answers with the nearest places, of which everything but the distances has been written before.
  private static func places(
    _ nearest: QueryResults<NearPlace>, _ present: PresentPlaces, _ question: SiteQuestion, _ page: ListPage
  ) -> Answer {
    let snapshot = question.snapshot
    var changes: Instant?
    var writer = EntryListWriter(at: question.now, in: snapshot.zone, total: nearest.total)
    // What the answer is made of tells it from all others: the snapshot and the moment, from which the statuses follow, the places, and the next
    // page. Hashing the answer itself would be a tenth of the work for it.
    var parts = [
      question.now.secondsSinceEpoch, Int64(question.now.nanoseconds), Int64(snapshot.freshness?.seconds ?? 0), Int64(nearest.total),
      Int64(page.end),
    ]
    let places = nearest.items.dropFirst(page.start)
    parts.reserveCapacity(parts.count + 2 * places.count)
    for place in places {
      snapshot.withLine(of: place.entry) { line in
        present.withStatus(of: place) { status in writer.add(line: line, status: status, distance: place.distance) }
      }
      parts.append(Int64(place.entry))
      parts.append(Int64(bitPattern: place.distance.bitPattern))
      if let change = present.change(of: place) { changes = min(changes ?? change, change) }
    }
    var hash = SHA256()
    hash.update(Array(snapshot.document.etag.utf8))
    parts.withUnsafeBytes { hash.update($0) }
    hash.update(Array((page.next(total: nearest.total) ?? "").utf8))
    return page.answer(writer, total: nearest.total, .until(changes), digest: hash.finalize())
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
    return page.answer(writer, total: list.count, .until(changes))
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

/// One page of a list.
struct ListPage: Sendable {
  private var cursor: Cursor
  private let limit: Int
  /// Whether this is the page of a cursor, which stays the same as long as the snapshot does.
  private let isLater: Bool

  var start: Int { cursor.start }
  var end: Int { start + limit }

  init(_ parameters: inout Parameters, _ question: SiteQuestion) throws(Problem) {
    cursor = Cursor(question)
    limit = try parameters.number("limit", in: 1...500, otherwise: 20)
    let text = try parameters.value("cursor")
    isLater = text != nil
    guard let text else { return }
    guard let later = Cursor(text) else { throw .parameter("cursor", "cursor must be the value of \"next\" of a page before.") }
    try later.check(cursor)
    cursor.start = later.start
  }

  /// The cursor of the next page; nil if this is the last one.
  func next(total: Int) -> String? {
    if end >= total { return nil }
    var next = cursor
    next.start = end
    return next.text
  }

  /// Ends a list with the member `next`, the cursor of the next page, if there is one.
  ///
  /// - Parameters:
  ///   - lifetime: for how long the first page is right.
  ///   - digest: what the entity tag is made from; nil for the content.
  func answer(_ writer: consuming EntryListWriter, total: Int, _ lifetime: Answer.Lifetime, digest: SHA256Digest? = nil) -> Answer {
    let document = writer.finish {
      $0.member("next", next(total: total))
    } _: {
      Representation($0, "application/json", digest: digest)
    }
    return Answer(document, isLater ? .catalog : lifetime)
  }
}
