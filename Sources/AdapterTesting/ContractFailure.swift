/// One promise of the adapter contract that was not kept, such as "truncation: venues cut after 812 bytes is accepted".
public struct ContractFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The promises, by name.
  public enum Promise: String, Sendable, Hashable, CaseIterable {
    /// Good replies are accepted, and two readings of them give the same entries and notes.
    case pure
    /// Records and keys in another order give the same entries.
    case orderFree = "order-free"
    /// Ids belong to the feed, and no two entries share one.
    case ids
    /// A reply that was cut off is refused.
    case truncation
    /// Wrong values end in records set aside or a refused feed, never in a crash or in another record's entry.
    case hostile
    /// Twice as many records, or texts twice as long, take about twice the time and give about twice the output.
    case proportional
    /// The number of records is that of entries and rejected records, and each of the latter has a note with its location.
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
