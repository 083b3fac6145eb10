public import OpeningHours

/// The state of a place, without details. Raw values are those of `state` in a list.
public enum PlaceState: String, Sendable, Hashable, CaseIterable, Comparable {
  case open, closed, unknown

  /// Creates the state of a status.
  public init(_ status: Status) {
    switch status.state {
    case .open: self = .open
    case .closed: self = .closed
    case .unknown: self = .unknown
    }
  }

  /// Sorts open before closed before unknown.
  public static func < (left: Self, right: Self) -> Bool { left.order < right.order }

  private var order: Int {
    switch self {
    case .open: 0
    case .closed: 1
    case .unknown: 2
    }
  }
}
