public import CampusCatalog

extension PlaceQuery {
  /// Returns the query with the meaning that its search has in a catalog: words of the names of its campuses, and the words of its places that
  /// misspelled ones stand for.
  ///
  /// - Parameter prepared: the places of the entries, if they have been prepared before.
  public func understood(in entries: [Entry], campuses: [Campus], prepared: PreparedPlaces? = nil) -> PlaceQuery {
    guard var meaning else { return self }
    let places = prepared?.searchable ?? SearchablePlaces(entries)
    // "TGI Fridays" is a name; a day alone is one.
    if meaning.time != nil, let search, search.tokens.count > 1, places.hasPlace(named: search) {
      meaning = SearchMeaning(search, hasTime: false)
    }
    meaning.add(campuses)
    meaning.correct(places)
    var query = self
    query.meaning = meaning
    query.search = search.map(meaning.corrected)
    query.ranks = query.search.map { places.ranks(of: $0, meaning) }
    return query
  }
}
