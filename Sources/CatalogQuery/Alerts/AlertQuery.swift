public import CampusCatalog
public import OpeningHours

/// A query for alerts.
public struct AlertQuery: Sendable, Hashable {
  /// Only alerts of these campuses; empty for all.
  public var campuses: Set<CampusID> = []
  /// Only alerts from these feeds; empty for all.
  public var feeds: Set<FeedID> = []
  /// Only alerts with these severities; empty for all.
  public var severities: Set<Alert.Severity> = []
  /// The maximum number of results; nil for no limit.
  public var limit: Int?

  public init() {}

  /// Returns active alerts, most severe first; then upcoming alerts, soonest first; then alerts that have ended, latest first.
  ///
  /// Ties are sorted by start (alerts without a start first), then by id.
  public func results(in entries: some Sequence<Entry>, at instant: Instant) -> QueryResults<AlertListing> {
    let found = entries.compactMap { entry -> AlertListing? in
      guard case .alert(let alert) = entry.details, entry.isFrom(campuses, feeds),
        severities.isEmpty || severities.contains(alert.severity)
      else { return nil }
      return AlertListing(entry: entry, alert: alert, phase: AlertPhase(of: alert, at: instant))
    }
    return QueryResults(found.sorted { $0.precedes($1) }, limit: limit)
  }
}
