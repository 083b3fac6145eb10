public import CampusCatalog

/// One feed of one campus, as the registry describes it.
public struct Feed: Sendable, Hashable {
  public let id: FeedID
  public let campus: Campus
  public let adapter: AdapterID
  /// By the name of the request: the primary address, then its mirrors. An empty list leaves the request out.
  public let addresses: [String: [FeedAddress]]
  /// Sent with each request, in this order.
  public let headers: [Header]
  /// Seconds between two polls.
  public let cadence: Int
  /// Of feeds of one campus that tell of one place, the higher wins.
  public let priority: Int
  public let isEnabled: Bool
  /// What one request may cost; nil: what the run allows.
  public let limits: HTTPLimits?

  public init(
    id: FeedID, campus: Campus, adapter: AdapterID, addresses: [String: [FeedAddress]], headers: [Header] = [], cadence: Int = 900,
    priority: Int = 0, isEnabled: Bool = true, limits: HTTPLimits? = nil
  ) {
    self.id = id
    self.campus = campus
    self.adapter = adapter
    self.addresses = addresses
    self.headers = headers
    self.cadence = cadence
    self.priority = priority
    self.isEnabled = isEnabled
    self.limits = limits
  }

  /// The same feed with other headers.
  package func with(headers: [Header]) -> Feed {
    Feed(
      id: id, campus: campus, adapter: adapter, addresses: addresses, headers: headers, cadence: cadence, priority: priority,
      isEnabled: isEnabled, limits: limits)
  }

  public struct Header: Sendable, Hashable {
    public let name: String
    public let value: String
    /// What in the value came from the environment: shown nowhere.
    public let secrets: [String]

    public init(_ name: String, _ value: String, secrets: [String] = []) {
      self.name = name
      self.value = value
      self.secrets = secrets
    }
  }
}

/// Where a request may be sent.
public struct FeedAddress: Sendable, Hashable {
  public let url: String
  /// Its content never changes: a last resort.
  public let isFrozen: Bool

  public init(_ url: String, isFrozen: Bool = false) {
    self.url = url
    self.isFrozen = isFrozen
  }
}
