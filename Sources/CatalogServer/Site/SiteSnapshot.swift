import Locking

/// One state of the catalog, with what is prepared from it. A response is made from one snapshot only.
public final class SiteSnapshot: Sendable {
  /// The whole catalog.
  public let catalog: Catalog
  /// How old hours may be, for a store; nil for no limit.
  let freshness: FreshnessLimit?
  /// The session that can find the records of entries and past runs.
  let session: CatalogSession
  /// The catalog as JSON.
  let document: Representation
  let entriesByID: [EntryID: Int]
  let answers = AnswerCache()
  /// The places by position; nil if there are so few that examining all is as fast.
  private let nearest: NearestPlaces?
  private let states = Guarded<(moment: Instant, states: PlaceStates)?>(nil)
  private static let manyEntries = 1_000

  public init(_ session: CatalogSession) async throws(SessionError) {
    self.session = session
    catalog = try await session.catalog
    freshness = session.rule.freshness
    document = Representation(CatalogWriter.bytes(of: catalog), "application/json")
    // Compressing a large catalog takes a moment, which no client should have to wait for.
    document.compress()
    nearest = catalog.entries.count < Self.manyEntries ? nil : NearestPlaces(catalog.entries)
    var byID: [EntryID: Int] = [:]
    for (index, entry) in catalog.entries.enumerated() {
      byID[entry.id] = index
      for alias in entry.aliases where byID[alias] == nil { byID[alias] = index }
    }
    entriesByID = byID
  }

  /// Returns the entry with an id or alias; nil if there is none.
  func entry(_ id: EntryID) -> Entry? { entriesByID[id].map { catalog.entries[$0] } }

  /// Returns the rule that decides whether places are open at a moment.
  func rule(at moment: Instant, _ byCampus: [CampusID: Instant] = [:]) -> StatusRule {
    StatusRule(at: moment, byCampus, campuses: catalog.campuses, freshness: freshness)
  }

  /// Returns the places that match a query.
  ///
  /// - Parameter isNow: whether the rule is about the moment for which the site answers, which many ask for.
  func results(of query: PlaceQuery, by rule: StatusRule, isNow: Bool) -> QueryResults<PlaceListing> {
    if isNow, rule.instants.isEmpty, let nearest, query.order == .distance,
      let results = nearest.results(of: query, states(by: rule), by: rule)
    {
      return results
    }
    return query.results(in: catalog.entries, by: rule)
  }

  /// Returns the states of all places now. The first request of a minute computes them, and the others wait for it.
  private func states(by rule: StatusRule) -> PlaceStates {
    states.withLock { kept in
      if let kept, kept.moment == rule.instant { return kept.states }
      let states = PlaceStates(of: catalog.entries, by: rule)
      kept = (rule.instant, states)
      return states
    }
  }
}
