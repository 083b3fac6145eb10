extension Catalog {
  /// Returns the part of a catalog that belongs to the given campuses and feeds.
  ///
  /// - Parameters:
  ///   - campuses: the ids of campuses; if there are no ids of feeds either, everything is selected.
  ///   - isStrict: whether to refuse an id that the catalog does not have.
  /// - Throws: `unknownID`.
  public func selecting(campuses: [String], feeds: [String], isStrict: Bool) throws(SessionError) -> Catalog {
    if campuses.isEmpty, feeds.isEmpty { return self }
    if isStrict {
      try Self.check(campuses, "campus", known: self.campuses.map(\.id.description))
      try Self.check(feeds, "feed", known: self.feeds.map(\.id.description))
    }
    let (campusIDs, feedIDs) = (Set(campuses), Set(feeds))
    let entries = entries.filter { entry in
      campusIDs.contains(entry.campus.description) || entry.sources.contains { feedIDs.contains($0.feed.description) }
    }
    let kept = Set(entries.map(\.campus))
    return Catalog(
      generatedAt: generatedAt,
      campuses: self.campuses.filter { campusIDs.contains($0.id.description) || kept.contains($0.id) },
      feeds: self.feeds.filter { campusIDs.contains($0.campus.description) || feedIDs.contains($0.id.description) }, entries: entries)
  }

  private static func check(_ ids: [String], _ kind: String, known: [String]) throws(SessionError) {
    for id in ids where !known.contains(id) { throw SessionError(.unknownID, PlanError(kind: kind, id: id, known: known).description) }
  }
}
