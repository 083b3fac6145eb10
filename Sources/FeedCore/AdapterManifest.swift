public import CampusCatalog

/// Who an adapter is: its card in `aggregate adapters`.
public struct AdapterManifest: Sendable, Hashable {
  public let id: AdapterID
  /// Raised whenever equal bytes may give other entries.
  public let version: Int
  public let title: String
  /// One sentence.
  public let summary: String
  /// Where the feed's owner tells of it.
  public let homepage: String
  /// What is known of the terms for the data.
  public let licence: String
  /// The names of its requests, in order; a registry file gives addresses by these names.
  public let requests: [String]
  /// The feeds that are built in.
  public let defaultFeeds: [DefaultFeed]
  /// Seconds between two polls.
  public let cadence: Int
  /// Each reply is a new batch of many more; that a record is gone says nothing.
  public let isStream: Bool
  /// Answers lead to further requests.
  public let isPaged: Bool
  /// The feed's records have no key of their own, and ids are made of what may change. A place whose id is another one, while its
  /// building and position stay, has its former ids as aliases.
  public let derivesIDs: Bool

  public init(
    id: AdapterID, version: Int, title: String, summary: String, homepage: String, licence: String, requests: [String],
    defaultFeeds: [DefaultFeed], cadence: Int, isStream: Bool = false, isPaged: Bool = false, derivesIDs: Bool = false
  ) {
    self.id = id
    self.version = version
    self.title = title
    self.summary = summary
    self.homepage = homepage
    self.licence = licence
    self.requests = requests
    self.defaultFeeds = defaultFeeds
    self.cadence = cadence
    self.isStream = isStream
    self.isPaged = isPaged
    self.derivesIDs = derivesIDs
  }

  /// A feed that needs no registry file.
  public struct DefaultFeed: Sendable, Hashable {
    public let id: FeedID
    /// By the name of the request.
    public let addresses: [String: [FeedAddress]]

    public init(id: FeedID, addresses: [String: [FeedAddress]]) {
      self.id = id
      self.addresses = addresses
    }
  }
}
