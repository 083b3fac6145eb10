public import CampusCatalog
public import OpeningHours

/// A change of one entry between a result and the previous result of the same feed. It compares what the feed delivered, before any
/// merge.
public struct EntryChange: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// The previous result does not have the entry.
    case added
    /// The line of the entry differs.
    case changed
    /// The reason is `event.ended` for an event or alert whose time was over, otherwise `feed.removed`.
    case gone(reason: ReasonCode)
  }

  /// The id of the feed's record.
  public let entry: EntryID
  public let kind: Kind
  /// When the result was accepted.
  public let at: Instant

  public init(entry: EntryID, kind: Kind, at: Instant) {
    self.entry = entry
    self.kind = kind
    self.at = at
  }
}

extension EntryChange.Kind {
  /// `added`, `changed` or `gone`.
  public var name: String {
    switch self {
    case .added: "added"
    case .changed: "changed"
    case .gone: "gone"
    }
  }

  /// The reason of `gone`; otherwise nil.
  public var reason: ReasonCode? {
    if case .gone(let reason) = self { reason } else { nil }
  }

  /// Makes a kind from its name and reason; nil if they are invalid.
  init?(_ name: String, reason: String?) {
    switch (name, reason) {
    case ("added", nil): self = .added
    case ("changed", nil): self = .changed
    case ("gone", let reason?): self = .gone(reason: ReasonCode(reason))
    default: return nil
    }
  }
}
