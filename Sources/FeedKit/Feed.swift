public import CampusCatalog

/// One feed of one campus, as the registry describes it.
///
/// Its values are behind one reference, because a run passes each feed on from step to step.
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
  /// When feeds of one campus describe the same place, the higher priority wins.
  public var priority: Int { shared.values.priority }
  public var isEnabled: Bool { shared.values.isEnabled }
  /// The limits of one request; nil for those of the run.
  public var limits: HTTPLimits? { shared.values.limits }
  /// By entry id: values that the feed itself does not provide. The draft adds them to the entries.
  public var facts: [EntryID: EntryFacts] { shared.values.facts }

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
    let facts: [EntryID: EntryFacts]
  }

  public init(
    id: FeedID, campus: Campus, adapter: AdapterID, addresses: [String: [FeedAddress]], headers: [Header] = [], cadence: Int = 900,
    priority: Int = 0, isEnabled: Bool = true, limits: HTTPLimits? = nil, facts: [EntryID: EntryFacts] = [:]
  ) {
    shared = Shared(
      Values(
        id: id, campus: campus, adapter: adapter, addresses: addresses, headers: headers, cadence: cadence, priority: priority,
        isEnabled: isEnabled, limits: limits, facts: facts))
  }

  public static func == (left: Self, right: Self) -> Bool { left.shared === right.shared || left.shared.values == right.shared.values }

  public func hash(into hasher: inout Hasher) { hasher.combine(shared.values) }

  /// A copy in which the given values replace those of this feed.
  package func with(campus: Campus? = nil, headers: [Header]? = nil, facts: [EntryID: EntryFacts]? = nil) -> Feed {
    Feed(
      id: id, campus: campus ?? self.campus, adapter: adapter, addresses: addresses, headers: headers ?? self.headers, cadence: cadence,
      priority: priority, isEnabled: isEnabled, limits: limits, facts: facts ?? self.facts)
  }

  public struct Header: Sendable, Hashable {
    public let name: String
    public let value: String
    /// The parts of the value that came from the environment; they are never shown.
    public let secrets: [String]

    public init(_ name: String, _ value: String, secrets: [String] = []) {
      self.name = name
      self.value = value
      self.secrets = secrets
    }
  }
}

/// An address that a request may be sent to.
public struct FeedAddress: Sendable, Hashable {
  public let url: String
  /// Its content never changes: a last resort.
  public let isFrozen: Bool

  public init(_ url: String, isFrozen: Bool = false) {
    self.url = url
    self.isFrozen = isFrozen
  }
}
