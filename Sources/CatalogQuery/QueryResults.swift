public import OpeningHours

/// The results of a query: the first matches, and the total number of matches.
public struct QueryResults<Item: Sendable>: Sendable {
  /// The matches, in the order of the query, from its offset up to its limit.
  public let items: [Item]
  /// The number of matches, including those beyond the limit.
  public let total: Int
  /// For places near a position: the number of places that match, but are farther away than the maximum distance.
  public var beyond = 0
  /// For places near a position: the number of places that match, but have no position.
  public var withoutPosition = 0
  /// For places whose statuses were computed before: when the next of them begins or ends that belongs to a place that meets all conditions but
  /// those on the status; nil if none does.
  public var nextChange: Instant?

  /// Creates results from all matches, in order.
  public init(_ all: [Item], limit: Int?) {
    items = limit.map { Array(all.prefix(max(0, $0))) } ?? all
    total = all.count
  }

  public init(_ items: [Item], total: Int) {
    self.items = items
    self.total = total
  }
}
