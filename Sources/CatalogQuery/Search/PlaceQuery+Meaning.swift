public import CampusCatalog

extension PlaceQuery {
  /// Returns the query with the meaning that its search has in a catalog: words of the names of its campuses, and the words of its places that
  /// misspelled ones stand for.
  ///
  /// - Parameter prepared: the places of the entries, if they have been prepared before.
  public func understood(in entries: [Entry], campuses: [Campus], prepared: PreparedPlaces? = nil) -> PlaceQuery {
    guard var meaning else { return self }
    meaning.add(campuses)
    if let prepared {
      meaning.correct(isKnown: prepared.has, forEachText: prepared.forEachText)
    } else {
      // Folded only once, and only if a word has no other meaning.
      lazy var prepared = PreparedPlaces(entries)
      meaning.correct {
        prepared.has($0)
      } forEachText: {
        prepared.forEachText($0)
      }
    }
    var query = self
    query.meaning = meaning
    query.search = search.map(meaning.corrected)
    return query
  }
}
