public import OpeningHours

/// One of the three words for a place at a moment.
public enum PlaceState: String, Sendable, Hashable, CaseIterable, Comparable {
  case open, closed, unknown

  public init(_ status: Status) {
    switch status.state {
    case .open: self = .open
    case .closed: self = .closed
    case .unknown: self = .unknown
    }
  }

  /// Open, closed, unknown.
  public static func < (left: Self, right: Self) -> Bool { left.order < right.order }

  private var order: Int {
    switch self {
    case .open: 0
    case .closed: 1
    case .unknown: 2
    }
  }
}
