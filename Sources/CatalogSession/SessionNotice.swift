/// A notice for users about the catalog of a session.
public enum SessionNotice: Sendable, Hashable {
  /// A feed is stale, absent or gone; some entries may be old or missing.
  case feed(FeedReport)
  /// The catalog is the built-in sample, which was recorded at this moment.
  case sample(Instant)
  /// The catalog is the output of the run at this moment.
  case run(Instant)
  /// No run of exactly this selection is stored: the catalog is a part of the run at this moment.
  case partOfRun(Instant)
  /// The time of the run has no offset and was read in UTC, because the campuses have no common zone.
  case readInUTC

  /// Whether the notice describes the data rather than its source.
  public var isAboutData: Bool {
    switch self {
    case .feed, .run: true
    case .sample, .partOfRun, .readInUTC: false
    }
  }
}
