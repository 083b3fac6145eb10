/// What a question gives: the first answers in their order, and how many there are in all.
public struct Answer<Item: Sendable>: Sendable {
  public let items: [Item]
  /// With those that a limit leaves out.
  public let total: Int

  /// - Parameters:
  ///   - all: in their order.
  ///   - limit: how many to keep; nil: all.
  public init(_ all: [Item], limit: Int?) {
    items = limit.map { Array(all.prefix(max(0, $0))) } ?? all
    total = all.count
  }

  /// Some answers of more.
  public init(_ items: [Item], total: Int) {
    self.items = items
    self.total = total
  }
}
