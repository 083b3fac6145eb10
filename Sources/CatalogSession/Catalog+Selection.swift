public import Aggregation
import Basics
public import CampusCatalog
public import CatalogQuery

extension Catalog {
  /// Returns the selected part of a catalog.
  ///
  /// - Parameter isStrict: whether to refuse an id that the catalog does not have.
  /// - Throws: `unknownID`.
  public func selecting(_ selection: RunSelection, isStrict: Bool = true) throws(SessionError) -> Catalog {
    if selection.isAll { return self }
    if isStrict {
      try Self.check(selection.campuses, "campus", known: self.campuses.map(\.id))
      try Self.check(selection.feeds, "feed", known: knownFeeds)
    }
    let (campusIDs, feedIDs) = (Set(selection.campuses), Set(selection.feeds))
    let entries = entries.filter { entry in campusIDs.contains(entry.campus) || entry.sources.contains { feedIDs.contains($0.feed) } }
    let kept = Set(entries.map(\.campus))
    return Catalog(
      generatedAt: generatedAt, campuses: self.campuses.filter { campusIDs.contains($0.id) || kept.contains($0.id) },
      feeds: self.feeds.filter { campusIDs.contains($0.campus) || feedIDs.contains($0.id) }, entries: entries)
  }

  /// The feeds of the catalog, sorted. Entries that were read from NDJSON name feeds without reports.
  public var knownFeeds: [FeedID] { Set(feeds.map(\.id) + entries.flatMap { $0.sources.map(\.feed) }).sorted() }

  private static func check<ID: Equatable>(_ ids: [ID], _ kind: String, known: [ID]) throws(SessionError) {
    for id in ids where !known.contains(id) {
      throw SessionError(.unknownID, PlanError(kind: kind, id: "\(id)", known: known.map { "\($0)" }).description)
    }
  }

  /// Finds the one entry that a text means, as `matches` does.
  ///
  /// - Throws: `ambiguousName` for a text that several entries match, and the errors of `matches`.
  public func find(_ text: String, by rule: StatusRule) throws(SessionError) -> Entry {
    let found = try matches(text, by: rule)
    if let entry = found.first, found.count == 1 { return entry }
    let list = found.map { "\n  \($0.id)\($0.name.flatMap { PlainText.line($0) }.map { "  \($0)" } ?? "")" }
    throw SessionError(.ambiguousName, "\(found.count) entries match \"\(text)\"; name one of them by its id:\(list.joined())")
  }

  /// Returns the entries that a text may mean: the one with this id or alias; otherwise entries with this name; entries whose record has
  /// this id; those whose names have all its words, best first; or the places that a search finds.
  ///
  /// - Throws: `missingEntry` or `absentFeed` for an unknown id; `unknownName` for a text that matches nothing; `longName`.
  public func matches(_ text: String, by rule: StatusRule) throws(SessionError) -> [Entry] {
    try SessionError.checkName(text)
    if let id = EntryID(text) { return [try find(id)] }
    let search = SearchText(text)
    guard !search.isEmpty else { throw unknownName(text) }
    let named = named(search)
    if !named.isEmpty { return named }
    let ofRecord = entries.filter { $0.id.record == text }
    if !ofRecord.isEmpty { return ofRecord }
    let ranked = ranked(search)
    if !ranked.isEmpty { return ranked }
    var query = PlaceQuery()
    (query.search, query.order) = (search, .rank)
    let found = query.results(in: entries, by: rule).items.map(\.entry)
    if found.isEmpty { throw unknownName(text) }
    return found
  }

  /// Returns the entries whose names have all words, best first.
  func ranked(_ search: SearchText) -> [Entry] {
    let ranked = entries.compactMap { entry in
      SearchRank(ofName: SearchText(entry.name ?? ""), for: search).map { (rank: $0, key: NameSortKey(entry), entry: entry) }
    }
    return ranked.sorted { ($0.rank, $0.key) < ($1.rank, $1.key) }.map(\.entry)
  }

  func named(_ name: SearchText) -> [Entry] { name.isEmpty ? [] : entries.filter { SearchText($0.name ?? "") == name } }

  /// Returns the error for a text that is not a name, with a similar name or word.
  private func unknownName(_ text: String) -> SessionError {
    let near =
      SpellingSuggestion.of(text, among: entries.compactMap(\.name))
      ?? SimilarWords.of(SearchText(text), in: entries).first?.similar.first.map { SimilarWords.asWritten($0, in: entries) }
    return SessionError(
      .unknownName, "\"\(text)\" is neither the id nor the name of an entry\(near == nil ? "; ids look like penn/dining/593" : "")",
      suggestion: near.map { "\"\($0)\"" })
  }

  /// Finds the entry that has this id or alias.
  ///
  /// - Throws: `missingEntry`, or `absentFeed` if its feed has no entries.
  public func find(_ id: EntryID) throws(SessionError) -> Entry {
    if let entry = entry(id) { return entry }
    if let feed = feeds.first(where: { $0.id == id.feed }), !feed.hasData {
      throw SessionError(
        .absentFeed, "no entry \(id): its feed is \(feed.outcome.rawValue) (\(feed.reason?.description ?? "no reason given"))")
    }
    let ids = entries.flatMap { [$0.id] + $0.aliases }.map(\.description)
    let count = entries.count { $0.id.feed == id.feed }
    let scope = id.feed.map { count > 0 ? " among the \(count.counted("entry", "entries")) of \($0)" : "" } ?? ""
    throw SessionError(
      .missingEntry, "no entry \(id)\(scope)", suggestion: SpellingSuggestion.of(id.description, among: ids))
  }
}
