public import CampusCatalog

/// One feed of one campus, as configured in the registry. A class, because a run copies each feed many times.
public final class Feed: Sendable {
  public let id: FeedID
  public let campus: Campus
  public let adapter: AdapterID
  /// Addresses by request name: the primary address, then its mirrors. A request with an empty list is not sent.
  public let addresses: [String: [FeedAddress]]
  /// Further hosts that requests may be sent to, such as one that has the next pages of a list: in lower case, with a port if there is one.
  public let hosts: [String]
  /// The headers sent with each request to a server of `addresses`, in this order.
  public let headers: [Header]
  /// The polling interval in seconds.
  public let cadence: Int
  /// The rank of the feed when several feeds of a campus describe the same place: values of the higher priority win.
  public let priority: Int
  public let isEnabled: Bool
  /// Why the feed is disabled, in one line; nil if unknown.
  public let because: String?
  /// The license of its data, in one line; nil for that of the adapter.
  public let license: String?
  /// The limits of each request; nil to use the run's.
  public var limits: HTTPLimits? { ownLimits.first }
  /// At most one element; in an array, because they are large, and few feeds have them.
  private let ownLimits: [HTTPLimits]
  /// Values that the feed itself does not provide, by entry id. `FeedDraft` adds them to the entries.
  public let facts: [EntryID: EntryFacts]
  /// What the labels of dishes mean in this feed; nil for what its adapter says.
  public var codes: CodeTable? { ownCodes.first }
  /// At most one element; in an array, because few feeds have a table.
  private let ownCodes: [CodeTable]
  /// The campuses that a feed whose replies are catalogs may deliver, sorted; empty for other feeds.
  public let campuses: [CampusID]
  /// The public address of the catalog that this run makes, or of the folder that it is in; nil if it is not known. Only feeds whose replies are
  /// catalogs have it: they leave out what came through it.
  public let publicURL: WebAddress?

  public init(
    id: FeedID, campus: Campus, adapter: AdapterID, addresses: [String: [FeedAddress]], hosts: [String] = [], headers: [Header] = [],
    cadence: Int = 900, priority: Int = 0, isEnabled: Bool = true, limits: HTTPLimits? = nil, facts: [EntryID: EntryFacts] = [:],
    codes: CodeTable? = nil, campuses: [CampusID] = [], publicURL: WebAddress? = nil, because: String? = nil, license: String? = nil
  ) {
    self.id = id
    self.campus = campus
    self.adapter = adapter
    self.addresses = addresses
    self.hosts = hosts
    self.headers = headers
    self.cadence = cadence
    self.priority = priority
    self.isEnabled = isEnabled
    ownLimits = limits.map { [$0] } ?? []
    self.facts = facts
    ownCodes = codes.map { [$0] } ?? []
    self.campuses = Set(campuses).sorted()
    self.publicURL = publicURL
    self.because = because
    self.license = license
  }

  /// Returns a copy with the given values replaced.
  package func with(
    campus: Campus? = nil, headers: [Header]? = nil, isEnabled: Bool? = nil, facts: [EntryID: EntryFacts]? = nil,
    publicURL: WebAddress? = nil
  ) -> Feed {
    Feed(
      id: id, campus: campus ?? self.campus, adapter: adapter, addresses: addresses, hosts: hosts, headers: headers ?? self.headers,
      cadence: cadence, priority: priority, isEnabled: isEnabled ?? self.isEnabled, limits: limits, facts: facts ?? self.facts,
      codes: codes, campuses: campuses, publicURL: publicURL ?? self.publicURL, because: because, license: license)
  }

  /// Whether its replies are catalogs, which have the entries of other feeds.
  package var readsCatalogs: Bool { !campuses.isEmpty }

  /// Returns whether entries of a feed may come from this one.
  package func mayDeliver(_ other: FeedID) -> Bool { readsCatalogs ? campuses.contains(other.campus) : other == id }

  /// An HTTP header of a feed's requests.
  public struct Header: Sendable, Hashable {
    public let name: String
    public let value: String
    /// The parts of the value that come from environment variables. They are masked in logs, notes and stored replies.
    public let secrets: [String]

    public init(_ name: String, _ value: String, secrets: [String] = []) {
      self.name = name
      self.value = value
      self.secrets = secrets
    }
  }
}

/// Shows only the name, because the value may be secret.
extension Feed.Header: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(name): …" }

  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// A URL to which a request may be sent.
public struct FeedAddress: Sendable, Hashable {
  public let url: String
  /// Whether the address serves an archived copy that never changes. It is used only if all other addresses fail and no earlier reply
  /// is stored.
  public let isFrozen: Bool
  /// The dates for which the request is sent, if it is sent for several; only of a primary address. Its mirrors have the same dates.
  public var dates: RequestDates?

  /// - Parameter url: may have dates, such as `https://example.edu/menus/{date}.json`; see Docs/reference/registry-files.md.
  public init(_ url: String, isFrozen: Bool = false, dates: RequestDates? = nil) {
    self.url = url
    self.isFrozen = isFrozen
    self.dates = dates
  }

  /// Returns this address with parameters added to its query.
  public func adding(_ query: String) -> FeedAddress {
    FeedAddress("\(url)\(url.contains("?") ? "&" : "?")\(query)", isFrozen: isFrozen, dates: dates)
  }
}
