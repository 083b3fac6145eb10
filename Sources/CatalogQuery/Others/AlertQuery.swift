public import CampusCatalog
public import OpeningHours

/// A question about alerts: what campuses want people to know at a moment.
public struct AlertQuery: Sendable, Hashable {
  /// Alerts of these campuses; empty: of all.
  public var campuses: Set<CampusID> = []
  /// Alerts that a record of one of these feeds made; empty: of all.
  public var feeds: Set<FeedID> = []
  /// Alerts of exactly these severities; empty: of all.
  public var severities: Set<Alert.Severity> = []
  /// How many alerts to give; nil: all.
  public var limit: Int?

  public init() {}

  /// Active alerts, the more severe first; then those to come, the soonest first; then those that have ended, the latest first.
  /// What is equal otherwise stands by start (one without a start first), then by id.
  public func answer(among entries: some Sequence<Entry>, at instant: Instant) -> Answer<AlertListing> {
    let found = entries.compactMap { entry -> AlertListing? in
      guard case .alert(let alert) = entry.details, accepts(entry, alert) else { return nil }
      return AlertListing(entry: entry, alert: alert, phase: AlertPhase(of: alert, at: instant))
    }
    return Answer(found.sorted { $0.precedes($1) }, limit: limit)
  }

  private func accepts(_ entry: Entry, _ alert: Alert) -> Bool {
    if !campuses.isEmpty, !campuses.contains(entry.campus) { return false }
    if !feeds.isEmpty, !entry.sources.contains(where: { feeds.contains($0.feed) }) { return false }
    return severities.isEmpty || severities.contains(alert.severity)
  }
}
