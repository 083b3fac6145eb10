import Basics
public import OpeningHours

/// A report about one feed in one run.
public struct FeedReport: Sendable, Hashable {
  /// The result of reading a feed. Raw values are the values of `outcome` in a catalog.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// The feed was fetched and accepted.
    case fresh
    /// The feed has not changed, or was not due.
    case unchanged
    /// The feed could not be read; the catalog has its last good result. See `reason`.
    case stale
    /// The entries come from the sample built into the program.
    case sample
    /// The entries come from a recording.
    case replayed
    /// The feed could not be read, and there is no earlier result. See `reason`.
    case absent
    case disabled

    /// Whether the catalog has the current entries of the feed.
    public var isDelivered: Bool {
      switch self {
      case .fresh, .unchanged, .sample, .replayed: true
      case .stale, .absent, .disabled: false
      }
    }
  }

  public let id: FeedID
  public var campus: CampusID { id.campus }
  public let adapter: AdapterID
  /// The terms of use, as the adapter states them; nil if none are stated.
  public var license: String?
  /// Whether the license was stored under its former key. A stored run is written as it was, because its hashes depend on it; anything else has the
  /// current key.
  package var hasFormerLicenseKey = false
  /// The key of the license in catalogs of earlier versions, which are still read.
  package static let formerLicenseKey: StaticString = "licence"
  /// The address of the feed, with secrets removed.
  public var url: String?
  /// The addresses of the catalogs through which the report and the entries came, nearest first; empty for a feed that this catalog read itself.
  public var via: [String] = []
  /// The address of the feed; if it is not known, that of the nearest catalog through which the report came.
  package var address: String? { url ?? via.first }
  public var outcome: Outcome
  /// The reason for the outcome, such as `schema.drift`; nil if there is none.
  public var reason: ReasonCode?
  /// When the replies were received; nil if the feed was not fetched.
  public var fetchedAt: Instant?
  /// When the server last confirmed that the replies are current.
  public var checkedAt: Instant?
  public var etag: String?
  /// The SHA-256 hash of the bodies of all replies, in the order of the requests, in lower-case hexadecimal. Setting anything else sets nil.
  public var sha256: String? {
    get { digest?.hexadecimal }
    set { digest = newValue.flatMap { SHA256Digest($0) } }
  }
  /// Not the text, which takes three times the memory, because there may be very many reports.
  private var digest: SHA256Digest?
  /// The total size of all bodies, in bytes.
  public var bytes: Int?
  /// The number of requests sent; nil if the network was not used.
  public var attempts: Int?
  /// The number of entries of the feed, before merging.
  public var entries: Int
  /// The number of records that were set aside.
  public var rejected: Int
  /// Problems with the data and its delivery, in the order in which they were found.
  public var notes: [Note]

  /// Whether the registry switches the feed off. Feeds that are disabled for another reason are missing: a server answered that they are gone,
  /// or their registry file is not trusted.
  public var isSwitchedOff: Bool { outcome == .disabled && reason == .configDisabled }

  public init(
    id: FeedID, adapter: AdapterID, outcome: Outcome, reason: ReasonCode? = nil, entries: Int = 0, rejected: Int = 0, notes: [Note] = []
  ) {
    self.id = id
    self.adapter = adapter
    self.outcome = outcome
    self.reason = reason
    self.entries = entries
    self.rejected = rejected
    self.notes = notes
  }
}
