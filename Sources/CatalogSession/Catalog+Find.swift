extension Catalog {
  /// Finds the entry that has this id, alias or name.
  ///
  /// - Throws: `missingEntry` or `absentFeed` for an unknown id; `unknownName` for a name that no entry or several entries have.
  public func find(_ text: String) throws(SessionError) -> Entry {
    if let id = EntryID(text) { return try find(id) }
    let name = SearchText(text)
    let named = name.isEmpty ? [] : entries.filter { SearchText($0.name ?? "") == name }
    if let entry = named.first, named.count == 1 { return entry }
    if named.count > 1 {
      throw SessionError(
        .unknownName, "\(named.count) entries have the name \"\(text)\": \(named.map(\.id.description).joined(separator: ", "))")
    }
    let near = NearMiss.of(text, among: entries.compactMap(\.name))
    throw SessionError(
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
    throw SessionError(
      .missingEntry, "no entry \(id) among \(ids.count)", suggestion: NearMiss.of(id.description, among: ids))
  }
}
