public import CampusCatalog

/// The description of an adapter, as `aggregate adapters` lists it.
public struct AdapterManifest: Sendable, Hashable {
  public var id: AdapterID
  /// Raised whenever equal bytes may give other entries.
  public var version: Int
  public var title: String
  /// One sentence.
  public var summary: String
  /// The page of the feed's owner.
  public var homepage: String
  /// What is known of the terms for the data.
  public var licence: String
  /// The names of its requests, in order; a registry file gives addresses by these names.
  public var requests: [String]
  /// Seconds between two polls of a feed whose registry entry has no `cadence`.
  public var cadence: Int
  /// Each reply is a new batch of a larger collection: a missing record means nothing.
  public var isStream: Bool
  /// The feed's records have no key of their own, so ids are made of values that may change. A place whose id changed while its
  /// building and position stayed the same gets its former ids as aliases.
  public var derivesIDs: Bool

  /// - Parameter id: lower-case letters, digits and single hyphens ("whats-open"); any other text is a programming error.
  public init(
    id: StaticString, version: Int, title: String, summary: String, homepage: String, licence: String, requests: [String],
    cadence: Int, isStream: Bool = false, derivesIDs: Bool = false
  ) {
    guard let id = AdapterID("\(id)") else { preconditionFailure("\(id) is not a valid adapter id") }
    self.id = id
    self.version = version
    self.title = title
    self.summary = summary
    self.homepage = homepage
    self.licence = licence
    self.requests = requests
    self.cadence = cadence
    self.isStream = isStream
    self.derivesIDs = derivesIDs
  }
}
