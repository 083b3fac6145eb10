import CampusCatalog
import CatalogQuery

/// /api/v1/entries: a list of entries (`campus-list/1`), filtered, sorted and in pages.
enum EntriesEndpoint {
  static func answer(_ question: SiteQuestion) async throws(Problem) -> Answer {
    var parameters = Parameters(question.target)
    let kind = try parameters.choice("kind", of: Entry.Kind.self) ?? .place
    let campuses = try parameters.campuses(question)
    var page = try ListPage(&parameters, question)
    page.chosen = try parameters.ids(question).map { ($0, kind) }
    page.fields = try parameters.fields()
    try parameters.checkStyle(["clock", "lang"])
    switch kind {
    case .place:
      let expansions = try parameters.choices("expand", of: Expansion.self)
      let question = expansions.contains(.usual) ? await question.withUsualWeeks() : question
      return try places(question, &parameters, campuses, page, expansions)
    case .event, .alert, .quote, .menu: return try others(kind, question, &parameters, campuses, page)
    }
  }

  private static func places(
    _ question: SiteQuestion, _ parameters: inout Parameters, _ campuses: Set<CampusID>, _ page: ListPage, _ expansions: Set<Expansion>
  ) throws(Problem) -> Answer {
    let found = try PlacesQuestion(&parameters, campuses, question, ids: page.chosen?.entries.ids)
    try parameters.finish()
    let hasMenus = expansions.contains(.menu)
    let results = found.results(page.start..<page.end)
    var changes = [results.nextChange, question.snapshot.freshness?.nextExpiry(after: found.rule.instant)]
    var writer = EntryListWriter(
      at: found.rule.instant, in: question.snapshot.zone(of: campuses), total: results.total, fields: page.fields)
    let menus = hasMenus ? menus(of: results.items, question, found.rule) : [:]
    for listing in results.items {
      let usual = question.usual.isEmpty ? listing : listing.with(question.usual.week(of: listing.entry))
      writer.add(usual, menus: menus[listing.entry.id] ?? [], expansions, by: found.rule)
      changes.append(listing.changes)
    }
    // A stated time may follow the clock: "12:00", "tomorrow".
    let isKnown = found.knowsChanges && !hasMenus && !found.dependsOnMenus
    return page.answer(
      writer, question, total: results.total, understood: found.understood, otherTimes: found.otherTimes(ifNoneOf: results.total),
      .until(isKnown ? changes.compactMap(\.self).min() : question.nextMinute),
      isAboutToday: !question.usual.isEmpty)
  }

  /// Returns the menus of places that answer the question of a rule.
  private static func menus(of places: [PlaceListing], _ question: SiteQuestion, _ rule: StatusRule) -> [EntryID: [Entry]] {
    var query = MenuQuery()
    query.places.filter.ids = Set(places.map(\.entry.id))
    query.places.order = .distance
    let found = query.results(in: question.snapshot.catalog.entries, by: rule).places.items
    return Dictionary(found.map { ($0.id, $0.menus) }) { first, _ in first }
  }

  private static func others(
    _ kind: Entry.Kind, _ question: SiteQuestion, _ parameters: inout Parameters, _ campuses: Set<CampusID>, _ page: ListPage
  ) throws(Problem) -> Answer {
    let moments = try parameters.moments("at", campuses, question)
    var events = EventQuery()
    if kind == .event { events = try self.events(&parameters, campuses) }
    try parameters.finish()
    let chosen = page.chosen?.entries.ids
    let entries = question.snapshot.entries(of: kind).filter { chosen?.contains($0.id) ?? true }
    let rule = question.rule(at: moments ?? question.moment)
    // Alerts begin and end, and events are over, at any minute, and a stated time may follow the clock.
    let changes = kind == .quote || kind == .menu ? nil : question.nextMinute
    func answer<Item>(_ items: [Item], _ add: (Item, inout EntryListWriter) -> Void) -> Answer {
      var writer = EntryListWriter(
        at: rule.instant, in: question.snapshot.zone(of: campuses), total: items.count, fields: page.fields)
      for item in items.prefix(page.end).dropFirst(page.start) { add(item, &writer) }
      return page.answer(writer, question, total: items.count, .until(changes))
    }
    switch kind {
    case .event:
      return answer(events.results(in: entries, by: rule).items) { $1.add($0) }
    case .alert:
      var query = AlertQuery()
      query.campuses = campuses
      return answer(query.results(in: entries, at: rule.instant).items) { $1.add($0) }
    case .menu: return answer(entries.filter { campuses.isEmpty || campuses.contains($0.campus) }) { $1.add($0) }
    case .place, .quote:
      var query = QuoteQuery()
      query.campuses = campuses
      return answer(query.results(in: entries).items) { $1.add($0) }
    }
  }

  /// Reads the parameters that only events have.
  private static func events(_ parameters: inout Parameters, _ campuses: Set<CampusID>) throws(Problem) -> EventQuery {
    var query = EventQuery()
    query.campuses = campuses
    query.time = try parameters.choice("when", of: EventQuery.Time.self)
    query.from = try parameters.date("from")
    query.to = try parameters.date("to")
    if let from = query.from, let to = query.to, to < from { throw .parameter("to", "to must not be before from.") }
    if query.time != nil, query.from != nil || query.to != nil { throw .parameter("when", "when cannot be used with from and to.") }
    return query
  }
}

/// One page of a list.
struct ListPage: Sendable {
  private var cursor: Cursor
  private let limit: Int
  /// Whether this is the page of a cursor, which stays the same as long as the snapshot does.
  private let isLater: Bool
  /// The entries that were chosen by id, and the kind of the list; nil if none were.
  var chosen: (entries: ChosenEntries, kind: Entry.Kind)?
  /// The members that entries have; nil for all.
  var fields: ListFields?

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

  /// Ends a list with the members `missing`, the chosen entries that are not in it, and `next`, the cursor of the next page, if there is one.
  ///
  /// - Parameters:
  ///   - understood: what a search was understood to ask for beyond its words; nil if nothing.
  ///   - otherTimes: when the dishes of a search that found nothing are on the menu otherwise; nil if never.
  ///   - lifetime: for how long the first page is right.
  ///   - isAboutToday: whether a later page has something that is not about the moment of the first one.
  func answer(
    _ writer: consuming EntryListWriter, _ question: SiteQuestion, total: Int, understood: String? = nil, otherTimes: String? = nil,
    _ lifetime: Answer.Lifetime,
    isAboutToday: Bool = false
  ) -> Answer {
    let document = writer.finish {
      chosen?.entries.writeMissing(to: &$0, kind: chosen?.kind ?? .place, question.snapshot)
      $0.member("understood", understood)
      $0.member("otherTimes", otherTimes)
      $0.member("next", next(total: total))
    } _: {
      Representation($0, "application/json")
    }
    return answer(document, lifetime, isAboutToday: isAboutToday)
  }

  /// Returns the answer with a page.
  func answer(_ document: Representation, _ lifetime: Answer.Lifetime, isAboutToday: Bool = false) -> Answer {
    Answer(document, isLater && !isAboutToday ? .catalog : lifetime)
  }
}
