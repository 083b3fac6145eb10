/// What is known of a place at a moment.
public struct Status: Sendable, Hashable {
  /// Open, closed, or not known: never a confident "closed" where nothing is known.
  public enum State: Sendable, Hashable {
    case open
    case closed
    case unknown(UnknownHours)
  }

  /// Open, closed or unknown.
  public let state: State
  /// When the state ends: an opening with all that touch it, a closed or an unknown time. Nil when no end can be foreseen.
  public let until: Instant?
  /// The next opening after a moment that is not open; nil when it is open, and when an opening before it may be unknown.
  public let opens: Instant?

  public init(_ state: State, until: Instant? = nil, opens: Instant? = nil) {
    self.state = state
    self.until = until
    self.opens = opens
  }

  /// Whether the place is known to be open.
  public var isOpen: Bool { state == .open }
  /// Whether the place is known to be closed.
  public var isClosed: Bool { state == .closed }

  /// Why nothing is known; nil when something is.
  public var because: UnknownHours? {
    guard case .unknown(let because) = state else { return nil }
    return because
  }
}

/// Why it is not known whether a place is open.
public enum UnknownHours: Sendable, Hashable {
  /// The place has no hours at all.
  case none
  /// Its hours end with this service day.
  case after(LocalDate)
  /// Its hours begin with this service day.
  case before(LocalDate)
  /// The hours of this day could not be read, or days before and after it have hours and it has none.
  case gap(LocalDate)
  /// The feed was last seen at this moment, too long ago to be trusted.
  case old(Instant)

  /// A stable word for programs: `hours.none`, `hours.after`, `hours.before`, `hours.gap`, `feed.old`.
  public var code: String {
    switch self {
    case .none: "hours.none"
    case .after: "hours.after"
    case .before: "hours.before"
    case .gap: "hours.gap"
    case .old: "feed.old"
    }
  }
}
