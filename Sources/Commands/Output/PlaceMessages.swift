import CampusCatalog
import CatalogExport
import CatalogQuery
import CatalogSession
import OpeningHours

/// The messages about a list of places: the places it omits, and the reason why it is empty.
struct PlaceMessages {
  let report: QueryReport
  let query: PlaceQuery
  /// The maximum distance, as the user wrote it, with its unit.
  let within: String
  /// The options that select places, such as "--category".
  let options: [String]
  private var session: CatalogSession { report.session }
  private var style: RegionalStyle { session.rule.style(of: []) }

  /// Returns the messages about places that are not listed, and other facts about the list.
  func notes(_ results: QueryResults<PlaceListing>) -> [String] {
    var notes: [String] = []
    if query.near == nil {
      notes = QueryReport.moreNotes(results)
    } else {
      notes = QueryReport.moreNotes(results, " within \(within)")
      if notes.isEmpty, results.beyond > 0, results.total > 0 {
        notes.append(
          "\(results.beyond) more \(Self.isAre(results.beyond)) farther away than \(within); a larger --within shows \(results.beyond == 1 ? "it" : "them")"
        )
      }
      if results.withoutPosition > 0 {
        let places = results.withoutPosition.counted(String(places.dropLast()))
        notes.append(
          "\(places) \(results.withoutPosition == 1 ? "has" : "have") no coordinates and \(Self.isAre(results.withoutPosition)) left out")
      }
    }
    if results.items.contains(where: { !$0.dishes.isEmpty }) { notes.append("dishes, diets and allergens are as stated by the kitchen") }
    if let clocks = report.clockNote(results.items) { notes.append(clocks) }
    if results.items.contains(where: { PlaceState($0.status) == .unknown }) {
      let summary = session.summary(query)
      if let dates = summary.otherDates { notes.append(coverage(dates, of: summary)) }
      if summary.tooOld > 0, summary.unknown == summary.count { notes.append(Self.tooOld(summary)) }
    }
    return notes
  }

  /// Returns the reason why no place matches, and advice.
  func nothing(_ results: QueryResults<PlaceListing>) -> String {
    if query.filter.ids?.isEmpty == true { return "no favorites yet; add one with `aggregate favorites add ID`" }
    if let near = query.near {
      if results.beyond > 0 {
        var query = query
        (query.near, query.order, query.limit) = (Proximity(near.center), .distance, 1)
        if let nearest = session.answer(query).items.first, let distance = nearest.distance {
          let swapped = nearbySwapped(near.center, query)
          return "no \(places) within \(within); "
            + (swapped.map { "did you mean \($0.latitude),\($0.longitude)? The latitude comes first" }
              ?? "the nearest is \(nearest.style.distance(distance)) away: \(Self.name(nearest.entry))")
        }
      }
      if results.withoutPosition > 0 { return "no \(places) with coordinates" }
    }
    let isAboutState = query.filter.state != nil || query.filter.staysOpen != nil
    let summary = isAboutState ? session.summary(query) : nil
    if let summary, let dates = summary.otherDates, summary.open == 0 {
      return "no \(places)\(query.search.map { " match \"\($0.joined)\"" } ?? ""): \(coverage(dates, of: summary))"
    }
    if let search = query.search { return nothing(found: search) }
    if query.filter.state != .closed, let summary, summary.count > 0 { return nothingOpen(summary) }
    return nothingMatches()
  }

  /// Returns the position with latitude and longitude exchanged, if it has a place nearby.
  private func nearbySwapped(_ position: Coordinate, _ query: PlaceQuery) -> Coordinate? {
    guard let swapped = Coordinate(latitude: position.longitude, longitude: position.latitude) else { return nil }
    var query = query
    query.near = Proximity(swapped, within: 50_000)
    return session.answer(query).items.isEmpty ? nil : swapped
  }

  private func nothing(found search: SearchText) -> String {
    let text = "no \(places) match \"\(search.joined)\""
    if !options.isEmpty {
      var query = PlaceQuery()
      (query.search, query.meaning, query.order, query.limit) = (search, self.query.meaning, .rank, 0)
      let count = session.answer(query).total
      if count > 0 { return "\(text); \(count.counted("place")) \(count == 1 ? "does" : "do") without \(Self.list(options, "and"))" }
    }
    let words = SimilarWords.of(query.meaning?.words ?? search, in: session.catalog.entries)
    if words.isEmpty { return "no place has all of the words \"\(search.joined)\"; try fewer" }
    let hints = words.filter { !$0.similar.isEmpty }.map { word in
      let similar = Self.list(word.similar.map { "\"\(SimilarWords.asWritten($0, in: session.catalog.entries))\"" }, "or")
      return search.tokens.count == 1 ? "did you mean \(similar)?" : "instead of \"\(word.word)\", did you mean \(similar)?"
    }
    if hints.isEmpty, words.count < search.tokens.count { return "\(text): none has \(Self.list(words.map { "\"\($0.word)\"" }, "or"))" }
    return text + (hints.isEmpty ? "; no similar words were found: try fewer letters or another word" : "; \(hints.joined(separator: " "))")
  }

  private func nothingOpen(_ summary: StateSummary) -> String {
    if summary.tooOld == summary.count { return "no \(places): \(Self.tooOld(summary))" }
    if summary.open > 0 {
      return "no \(places) for that long; \(summary.open) \(summary.open == 1 ? "is open, but closes" : "are open, but close") earlier"
    }
    var text = "no \(places)"
    if let zone = session.zone {
      text += " on \(session.rule.kind.isPeriod ? style.date(zone.local(session.moment).date) : style.text(session.moment, in: zone))"
    }
    if summary.closed > 0 { text += "; \(summary.closed) \(Self.isAre(summary.closed)) closed" }
    if summary.unknown > 0 { text += "; \(summary.unknown) \(summary.unknown == 1 ? "has" : "have") unknown hours" }
    if let next = summary.nextToOpen, let opening = summary.nextOpening {
      let distance = next.distance.map { ", \(next.style.distance($0)) away" } ?? ""
      text += "; the first to open is \(Self.name(next.entry))\(distance): \(opening)"
    }
    return text
  }

  private func nothingMatches() -> String {
    let entries = session.catalog.entries
    let count = entries.count { $0.kind == .place }
    if count > 0 { return "no matching places among \(count)\(options.isEmpty ? "" : "; try without \(Self.list(options, "or"))")" }
    let others = [(Entry.Kind.event, "events"), (.alert, "alerts"), (.quote, "quotes")].filter { kind, _ in
      entries.contains { $0.kind == kind }
    }
    if others.isEmpty { return "no places, because the selected feeds have none" }
    return "no places, only \(Self.list(others.map(\.1), "and")); see \(Self.list(others.map { "`aggregate \($0.1)`" }, "and"))"
  }

  /// Returns that the hours of all places, or of most, cover other dates, and one of those to ask about.
  private func coverage(_ dates: OtherDates, of summary: StateSummary) -> String {
    let options = report.options
    let place =
      options.file != nil ? "this catalog" : options.sample ? "the sample" : options.replay != nil ? "this recording" : "the store"
    let hours = summary.isAllOnOtherDates ? "the hours in \(place)" : "the hours of \(dates.count.counted("place")) in \(place)"
    let days =
      switch (dates.first, dates.last) {
      case (let first?, let last?): "cover \(style.text(first...max(first, last)))"
      case (let first?, nil): "begin on \(style.text(first...first))"
      case (nil, let last?): "end on \(style.text(last...last))"
      case (nil, nil): "cover other dates"
      }
    let example = dates.example.map { "; try --at \($0)T12:00\(session.zone == nil ? "Z" : "")" } ?? ""
    return "\(hours) \(days)\(example)"
  }

  private static func tooOld(_ summary: StateSummary) -> String {
    "the hours of \(summary.tooOld.counted("place")) are too old to be used; run `aggregate` to read the feeds again"
  }

  /// The noun for the list's places: "open places", "matching places" or "places".
  private var places: String {
    switch query.filter.state {
    case .open: "open places"
    case .closed: "closed places"
    default: options.isEmpty || query.search != nil ? "places" : "matching places"
    }
  }

  static func name(_ entry: Entry) -> String {
    entry.name.map { "\(PlainText.visible($0, isOneLine: true)) (\(entry.id))" } ?? entry.id.description
  }

  private static func isAre(_ count: Int) -> String { count == 1 ? "is" : "are" }

  /// Returns "a", "a or b", or "a, b or c".
  static func list(_ words: [String], _ last: String) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " \(last) " + (words.last ?? "")
  }
}
