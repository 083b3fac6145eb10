public import CampusCatalog
public import Fetching
public import OpeningHours

/// What a run wrote, to be kept so that it can be written again, byte for byte.
public struct RunUpdate: Sendable {
  public let generatedAt: Instant
  public let selection: RunSelection
  /// Sorted by id.
  public let campuses: [Campus]
  /// Sorted by id.
  public let feeds: [FeedReport]
  /// In the order of the catalog; none is empty.
  public let parts: [Part]
  /// That of its catalog, where it is known.
  public var contentHash: String?

  public init(generatedAt: Instant, selection: RunSelection, campuses: [Campus], feeds: [FeedReport], parts: [Part]) {
    self.generatedAt = generatedAt
    self.selection = selection
    self.campuses = campuses
    self.feeds = feeds
    self.parts = parts
  }

  /// The entries of one campus.
  public struct Part: Sendable {
    public enum Form: Sendable {
      /// Those of a result that the store keeps: the SHA-256 of its lines (lower-case hexadecimal), and how many they are.
      case kept(content: String, count: Int)
      /// Those that no feed has as they are.
      case lines(EntryLines)
    }

    public let campus: CampusID
    public let form: Form

    public init(campus: CampusID, _ form: Form) {
      self.campus = campus
      self.form = form
    }

    /// How many entries.
    public var count: Int {
      switch form {
      case .kept(_, let count): count
      case .lines(let lines): lines.count
      }
    }
  }
}

/// All that is kept at the end of a run, after its new results.
public struct RunEnd: Sendable {
  /// That results are current.
  public var confirmations: [FeedUpdate]
  public var hosts: [HostUpdate]
  /// What the run wrote; nil for one that is not to be remembered.
  public var run: RunUpdate?

  public init(confirmations: [FeedUpdate] = [], hosts: [HostUpdate] = [], run: RunUpdate? = nil) {
    self.confirmations = confirmations
    self.hosts = hosts
    self.run = run
  }

  /// A part of it that could not be kept.
  public struct Failure: Error, Sendable, Hashable {
    /// The feed whose confirmation it is; nil for the others.
    public let feed: FeedID?
    public let error: StoreError

    public init(_ error: StoreError, feed: FeedID? = nil) {
      self.feed = feed
      self.error = error
    }
  }
}
