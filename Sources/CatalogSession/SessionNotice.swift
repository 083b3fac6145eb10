/// Something that people should know about the catalog of a session.
public enum SessionNotice: Sendable, Hashable {
  /// A feed is stale, absent or gone; some entries may be old or missing.
  case feed(FeedReport)
  /// The catalog is the built-in sample, which was recorded at this moment.
  case sample(Instant)
  /// The catalog is what the run at this moment wrote.
  case run(Instant)
  /// No run of this selection alone is remembered: the catalog is a part of the run at this moment.
  case partOfRun(Instant)
  /// The time of the run has no offset and was read in UTC, because the campuses have no common zone.
  case readInUTC

  /// Whether it describes the data, and not where they come from.
  public var isAboutData: Bool {
    switch self {
    case .feed, .run: true
    case .sample, .partOfRun, .readInUTC: false
    }
  }
}
