import CampusCatalog
import CatalogQuery
import OpeningHours

/// /api/v1/entries/{campus}/{feed}/{record}: one entry with its week, and its hours as a calendar with `.ics`.
enum EntryEndpoint {
  static func answer(_ question: SiteQuestion, _ path: [String]) async throws -> Answer {
    if let entry = entry(question, path) {
      return try details(of: entry, entry.kind == .place ? await question.withUsualWeeks() : question)
    }
    if path[2].hasSuffix(".ics"), let entry = entry(question, [path[0], path[1], String(path[2].dropLast(4))]) {
      try Parameters(question.target).finish()
      return try CalendarEndpoint.answer(question, [entry], about: entry)
    }
    throw unknown(question, path)
  }

  /// Returns the error for an id that the catalog does not have, with similar ones.
  private static func unknown(_ question: SiteQuestion, _ path: [String]) -> Problem {
    let similar = SimilarIDs(in: question.snapshot).of(EntryID(path: path)?.description ?? path.joined(separator: "/"))
    let advice = similar.isEmpty ? "" : " Did you mean \(similar.map(\.description).joined(separator: ", or "))?"
    var problem = Problem.notFound("Unknown entry.\(advice)")
    problem.suggestions = similar.map(\.description)
    return problem
  }

  private static func entry(_ question: SiteQuestion, _ path: [String]) -> Entry? {
    EntryID(path: path).flatMap { question.snapshot.entry($0) }
  }

  private static func details(of entry: Entry, _ question: SiteQuestion) throws -> Answer {
    var parameters = Parameters(question.target)
    let moments = try parameters.moments("at", [entry.campus], question)
    let expansions = try parameters.choices("expand", of: Expansion.self)
    let fields = try parameters.fields()
    try parameters.checkStyle(["clock", "lang"])
    try parameters.finish()
    let rule = question.rule(at: moments ?? question.moment)
    var writer = EntryListWriter(at: rule.instant(of: entry), in: rule.zone(of: entry), total: 1, fields: fields)
    var changes: Instant?
    switch entry.details {
    case .place:
      let listing = rule.listing(entry).with(question.usual.week(of: entry))
      let menus = PlaceMenus(of: entry, in: question.snapshot.entries(of: .menu))
      writer.add(listing, menus: menus.menus(by: rule), expansions, by: rule)
      // Menus change with the day, which no state of a place may mark.
      let next = [
        listing.changes, question.snapshot.freshness?.nextExpiry(after: rule.instant), menus.days.isEmpty ? nil : question.nextMinute,
      ]
      changes = next.compactMap(\.self).min()
    case .alert(let alert):
      changes = question.nextMinute
      writer.add(AlertListing(entry: entry, alert: alert, phase: AlertPhase(of: alert, at: rule.instant(of: entry))))
    case .event(let event):
      changes = question.nextMinute
      writer.add(EventListing(entry, event, by: rule))
    case .quote, .menu: writer.add(entry)
    }
    let text = writer.finish { EntryDetails(of: entry, feeds: question.snapshot.catalog.feeds, by: rule).write(to: &$0) }
    // A stated time may follow the clock: "12:00", "tomorrow".
    return API.json(text, .until(moments == nil ? changes : question.nextMinute))
  }
}
