/// One feed of one campus, as configured in the registry.
public struct Feed: Sendable, Hashable {
  public var id: FeedID { shared.values.id }
  public var campus: Campus { shared.values.campus }
  public var adapter: AdapterID { shared.values.adapter }
  /// Addresses by request name: the primary address, then its mirrors. A request with an empty list is not sent.
  public var addresses: [String: [FeedAddress]] { shared.values.addresses }
  /// The headers sent with each request, in this order.
  public var headers: [Header] { shared.values.headers }
  /// The polling interval in seconds.
  public var cadence: Int { shared.values.cadence }
  /// The rank of the feed when several feeds of a campus describe the same place: values of the higher priority win.
  public var priority: Int { shared.values.priority }
  public var isEnabled: Bool { shared.values.isEnabled }
  /// The limits of each request; nil to use those of the run.
  public var limits: HTTPLimits? { shared.values.limits }
  /// Values that the feed itself does not provide, by entry id. `FeedDraft` adds them to the entries.
  public var facts: [EntryID: EntryFacts] { shared.values.facts }

  /// One reference, so that copies are cheap: a run copies each feed many times.
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

  /// Returns a copy with the given values replaced.
  package func with(
    campus: Campus? = nil, headers: [Header]? = nil, isEnabled: Bool? = nil, facts: [EntryID: EntryFacts]? = nil
  ) -> Feed {
    Feed(
      id: id, campus: campus ?? self.campus, adapter: adapter, addresses: addresses, headers: headers ?? self.headers, cadence: cadence,
      priority: priority, isEnabled: isEnabled ?? self.isEnabled, limits: limits, facts: facts ?? self.facts)
  }

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

  public init(_ url: String, isFrozen: Bool = false) {
    self.url = url
    self.isFrozen = isFrozen
  }
}
