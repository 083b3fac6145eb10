/// One promise of the adapter contract that was not kept.
public struct ContractFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The promises, by name.
  public enum Promise: String, Sendable, Hashable, CaseIterable {
    /// Asked twice, the same answer.
    case pure
    /// Records and keys in another order give the same entries.
    case orderFree = "order-free"
    /// Ids belong to the feed, and no two entries share one.
    case ids
    /// A reply that was cut off gives no entry that the whole one does not.
    case truncation
    /// Wrong values end in records set aside or a refused feed, never in a crash or in another record's entry.
    case hostile
    /// Twice the records or the text take about twice the time and the room.
    case proportional
    /// Records in = entries + rejected, and a note for each that was set aside.
    case nothingLost = "nothing-lost"
  }

  public let promise: Promise
  /// What was done, and the result.
  public let detail: String

  public init(_ promise: Promise, _ detail: String) {
    self.promise = promise
    self.detail = detail
  }

  public var description: String { "\(promise.rawValue): \(detail)" }
}
