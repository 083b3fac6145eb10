/// Whether a place is open at an instant, and until when.
public struct Status: Sendable, Hashable {
  /// Whether a place is open, closed, or unknown.
  public enum State: Sendable, Hashable {
    case open
    case closed
    case unknown(UnknownHoursReason)
  }

  public let state: State
  /// When the state ends; nil if it never ends or the end is unknown. Openings that touch or overlap count as one.
  public let until: Instant?
  /// When the place opens next; nil if it is open now, if it never opens, and if unknown days come first.
  public let opens: Instant?

  public init(_ state: State, until: Instant? = nil, opens: Instant? = nil) {
    self.state = state
    self.until = until
    self.opens = opens
  }

  public var isOpen: Bool { state == .open }
  public var isClosed: Bool { state == .closed }

  /// Why the hours are unknown; nil if they are known.
  public var unknownReason: UnknownHoursReason? {
    guard case .unknown(let reason) = state else { return nil }
    return reason
  }
}

/// Why the hours of a place are unknown.
public enum UnknownHoursReason: Sendable, Hashable {
  /// The place has no hours.
  case noHours
  /// The known hours end with this service day, which is before the instant.
  case after(LocalDate)
  /// The known hours begin with this service day, which is after the instant.
  case before(LocalDate)
  /// The hours of this service day could not be read or are missing, although there are hours before and after it.
  case gap(LocalDate)
  /// The feed was last read at this time, too long ago for its hours to be trusted.
  case old(Instant)

  /// A stable code for programs: `hours.none`, `hours.after`, `hours.before`, `hours.gap`, `feed.old`.
  public var code: String {
    switch self {
    case .noHours: "hours.none"
    case .after: "hours.after"
    case .before: "hours.before"
    case .gap: "hours.gap"
    case .old: "feed.old"
    }
  }
}
