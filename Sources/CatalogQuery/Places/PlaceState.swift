/// The state of a place, without details, in the order of `PlaceOrder.state`. Raw values are those of `state` in a list.
public enum PlaceState: String, Sendable, Hashable, CaseIterable {
  case open, closed, unknown

  /// Creates the state of a status.
  public init(_ status: Status) {
    switch status.state {
    case .open: self = .open
    case .closed: self = .closed
    case .unknown: self = .unknown
    }
  }
}
