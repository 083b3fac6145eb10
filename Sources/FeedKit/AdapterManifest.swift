public import CampusCatalog

/// The description of an adapter: its identity, its requests, and how the engine polls it. `aggregate adapters` lists it.
public struct AdapterManifest: Sendable, Hashable {
  public var id: AdapterID
  /// The version of the adapter's output. Increase it whenever the same replies may result in different entries: stored results of
  /// earlier versions are then read again.
  public var version: Int
  /// A short display name.
  public var title: String
  /// The data that the adapter reads, in one sentence.
  public var summary: String
  /// The URL of the feed owner's web page.
  public var homepage: String
  /// The terms of use of the data; empty if none are stated.
  public var license: String
  /// The names of the adapter's requests, in order. A registry file lists addresses under these names.
  public var requests: [String]
  /// The default polling interval in seconds, for feeds whose registry entry has no `cadence`.
  public var cadence: Int
  /// Whether each reply is a new batch of a larger collection, so that a missing record does not mean that it was removed.
  public var isStream: Bool
  /// Whether the feed's records have no key, so that ids are derived from values that may change. A place whose id changes while its
  /// building and position stay the same gets its former ids as aliases.
  public var derivesIDs: Bool
  /// Whether entries depend on the campus's local date on which a reply was received, as those of a reply about "today" do. The same reply is
  /// then read again when that date has changed.
  public var usesDateOfReceipt = false
  /// Whether dishes have labels, whose meanings the registry entry of a feed may list: `Feed.codes`.
  public var readsDishLabels = false
  /// Whether the replies are catalogs: their entries belong to other feeds, whose reports they have, too. The registry entry of such a feed
  /// lists the campuses that it may deliver.
  package var readsCatalogs = false

  /// - Parameter id: lower-case letters, digits and single hyphens ("whats-open"); any other text is a programming error.
  public init(
    id: StaticString, version: Int, title: String, summary: String, homepage: String, license: String = "", requests: [String],
    cadence: Int, isStream: Bool = false, derivesIDs: Bool = false
  ) {
    guard let id = AdapterID("\(id)") else { preconditionFailure("\(id) is not a valid adapter id") }
    self.init(
      id: id, version: version, title: title, summary: summary, homepage: homepage, license: license, requests: requests, cadence: cadence,
      isStream: isStream, derivesIDs: derivesIDs)
  }

  /// Creates a manifest with an id that is not known at compile time.
  public init(
    id: AdapterID, version: Int, title: String, summary: String, homepage: String, license: String = "", requests: [String],
    cadence: Int, isStream: Bool = false, derivesIDs: Bool = false
  ) {
    self.id = id
    self.version = version
    self.title = title
    self.summary = summary
    self.homepage = homepage
    self.license = license
    self.requests = requests
    self.cadence = cadence
    self.isStream = isStream
    self.derivesIDs = derivesIDs
  }
}
