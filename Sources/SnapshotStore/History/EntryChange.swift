public import CampusCatalog
public import OpeningHours

/// What one result changed of one entry, compared with the result of its feed before it.
public struct EntryChange: Sendable, Hashable {
  public enum What: Sendable, Hashable {
    case added
    /// Its line is another one.
    case changed
    /// `event.ended` for an event or an alert that had ended by itself, `feed.removed` for all others.
    case gone(reason: ReasonCode)
  }

  public let entry: EntryID
  public let what: What
  /// When the result was accepted.
  public let at: Instant

  public init(entry: EntryID, what: What, at: Instant) {
    self.entry = entry
    self.what = what
    self.at = at
  }
}

extension EntryChange.What {
  /// `added`, `changed`, `gone`.
  public var name: String {
    switch self {
    case .added: "added"
    case .changed: "changed"
    case .gone: "gone"
    }
  }

  /// Why it is gone; nil for the others.
  public var reason: ReasonCode? {
    if case .gone(let reason) = self { reason } else { nil }
  }

  /// Nil for a name that is none.
  init?(_ name: String, reason: String?) {
    switch (name, reason) {
    case ("added", nil): self = .added
    case ("changed", nil): self = .changed
    case ("gone", let reason?): self = .gone(reason: ReasonCode(reason))
    default: return nil
    }
  }
}
