public import OpeningHours

/// What became of one feed in one run.
public struct FeedReport: Sendable, Hashable {
  /// What came of reading a feed. The raw values are those of `outcome` in a catalog.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// New, and accepted.
    case fresh
    /// As before.
    case unchanged
    /// The last good result, because of the reason.
    case stale
    /// From the sample built into the program.
    case sample
    /// From a recording.
    case replayed
    /// Nothing to show, because of the reason.
    case absent
    /// Switched off.
    case disabled

    /// Entries of such a feed are in the catalog and are what the source says.
    public var isDelivered: Bool {
      switch self {
      case .fresh, .unchanged, .sample, .replayed: true
      case .stale, .absent, .disabled: false
      }
    }
  }

  public let id: FeedID
  public let campus: CampusID
  /// The adapter that reads the feed.
  public let adapter: AdapterID
  /// Without secrets.
  public var url: String?
  public var outcome: Outcome
  /// A stable code such as `schema.drift`.
  public var reason: ReasonCode?
  /// When the bodies were received; nil for feeds that were not fetched.
  public var fetchedAt: Instant?
  /// When the server last confirmed that they are current.
  public var checkedAt: Instant?
  /// The validator that the server sent with the body.
  public var etag: String?
  /// SHA-256 over the bodies of all replies, in the order of the requests; lower-case hexadecimal.
  public var sha256: String?
  /// The size of all bodies.
  public var bytes: Int?
  /// How many requests it took; nil without the network.
  public var attempts: Int?
  /// How many entries the feed contributed, before merging.
  public var entries: Int
  /// Records that were set aside.
  public var rejected: Int
  /// What to know about the data and its delivery, in the order found.
  public var notes: [Note]

  public init(
    id: FeedID, adapter: AdapterID, outcome: Outcome, reason: ReasonCode? = nil, entries: Int = 0, rejected: Int = 0, notes: [Note] = []
  ) {
    self.id = id
    self.campus = id.campus
    self.adapter = adapter
    self.outcome = outcome
    self.reason = reason
    self.entries = entries
    self.rejected = rejected
    self.notes = notes
  }
}
