public import CampusCatalog

/// One feed of one campus, as the registry describes it.
///
/// Its values stand behind one reference: a run hands each of its feeds on from step to step.
public struct Feed: Sendable, Hashable {
  public var id: FeedID { shared.values.id }
  public var campus: Campus { shared.values.campus }
  public var adapter: AdapterID { shared.values.adapter }
  /// By the name of the request: the primary address, then its mirrors. An empty list leaves the request out.
  public var addresses: [String: [FeedAddress]] { shared.values.addresses }
  /// Sent with each request, in this order.
  public var headers: [Header] { shared.values.headers }
  /// Seconds between two polls.
  public var cadence: Int { shared.values.cadence }
  /// Of feeds of one campus that tell of one place, the higher wins.
  public var priority: Int { shared.values.priority }
  public var isEnabled: Bool { shared.values.isEnabled }
  /// What one request may cost; nil: what the run allows.
  public var limits: HTTPLimits? { shared.values.limits }
  /// Finds what of the headers must not be shown.
  package var secrets: SecretMatcher { shared.values.secrets }

  private let shared: Shared<Values>

  private struct Values: Sendable, Hashable {
    let id: FeedID
    let campus: Campus
    let adapter: AdapterID
    let addresses: [String: [FeedAddress]]
    let headers: [Header]
    let cadence: Int
    let priority: Int
    let isEnabled: Bool
    let limits: HTTPLimits?
    let secrets: SecretMatcher
  }

  public init(
    id: FeedID, campus: Campus, adapter: AdapterID, addresses: [String: [FeedAddress]], headers: [Header] = [], cadence: Int = 900,
    priority: Int = 0, isEnabled: Bool = true, limits: HTTPLimits? = nil
  ) {
    shared = Shared(
      Values(
        id: id, campus: campus, adapter: adapter, addresses: addresses, headers: headers, cadence: cadence, priority: priority,
        isEnabled: isEnabled, limits: limits, secrets: SecretMatcher(of: headers)))
  }

  public static func == (left: Self, right: Self) -> Bool { left.shared === right.shared || left.shared.values == right.shared.values }

  public func hash(into hasher: inout Hasher) { hasher.combine(shared.values) }

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

    /// A part of the value that must not be shown, and is so short that it can not be kept out of what is.
    package var hasShortSecret: Bool { secrets.contains { $0.utf8.count < SecretMatcher.shortest } }
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
