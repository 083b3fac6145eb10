public import CampusCatalog
public import Fetching
public import OpeningHours

/// The output of a run, stored so that its catalog can be written again byte for byte.
public struct RunUpdate: Sendable {
  /// The entries of one campus: the lines of a stored result, or lines in memory or in a temporary file.
  public typealias Part = (campus: CampusID, lines: LazyEntryLines)

  public let generatedAt: Instant
  public let selection: RunSelection
  /// The campuses of the catalog, sorted by id.
  public let campuses: [Campus]
  /// The reports of the catalog, sorted by id.
  public var feeds: [FeedReport]
  /// The entries of the catalog by campus, in the order of the catalog; no part is empty.
  public let parts: [Part]
  /// How long it took to read each of `feeds`; nil for one that was not requested. May be empty. The catalog does not have it.
  public var durations: [Duration?] = []
  /// The content hash of the catalog; nil if it is not known.
  public var contentHash: String?
}

extension RunUpdate {
  /// Creates an update; nil if a part has no lines, because an incomplete catalog must not be stored.
  ///
  /// - Parameter parts: the parts of the catalog, in any order.
  public init?(_ catalog: CatalogParts, _ selection: RunSelection, _ parts: [(campus: CampusID, part: CatalogParts.Part)]) {
    var stored: [Part] = []
    stored.reserveCapacity(parts.count)
    for (campus, part) in CatalogParts.inOrder(parts, of: \.campus) {
      guard case .lines(let lines) = part else { return nil }
      if lines.count > 0 { stored.append((campus, lines)) }
    }
    self.init(
      generatedAt: catalog.generatedAt, selection: selection, campuses: catalog.campuses, feeds: catalog.feeds, parts: stored)
  }
}

/// Everything that is stored at the end of a run, after its new results.
public struct RunEnd: Sendable {
  public var confirmations: [FeedUpdate]
  public var hosts: [HostUpdate]
  public var run: RunUpdate?

  public init(confirmations: [FeedUpdate] = [], hosts: [HostUpdate] = [], run: RunUpdate? = nil) {
    self.confirmations = confirmations
    self.hosts = hosts
    self.run = run
  }

  /// A part of the end of a run that could not be stored.
  public struct Failure: Error, Sendable, Hashable {
    /// The feed whose confirmation failed; nil for servers and the run.
    public let feed: FeedID?
    public let error: StoreError

    public init(_ error: StoreError, feed: FeedID? = nil) {
      self.feed = feed
      self.error = error
    }
  }
}
