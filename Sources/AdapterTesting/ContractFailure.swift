/// One promise of the adapter contract that was not kept, such as "truncation: venues cut after 812 bytes is accepted".
public struct ContractFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The promises, by name.
  public enum Promise: String, Sendable, Hashable, CaseIterable {
    /// Good replies are accepted, and two readings of them give the same entries and notes.
    case pure
    /// Records and keys in another order give the same entries.
    case orderFree = "order-free"
    /// All ids belong to the feed, and are unique.
    case ids
    /// A reply that was cut off is refused.
    case truncation
    /// Wrong values lead to records that are set aside or to a refused feed, never to a crash or to values in another record's entry.
    case hostile
    /// Twice as many records, texts twice as long, or twice as many rules take about twice the time and give about twice the output.
    case proportional
    /// The number of records is the sum of entries and rejected records, and each rejected record has a note with its location.
    case nothingLost = "nothing-lost"

    /// The advice for the author of the adapter: one sentence without a period.
    public var advice: String {
      switch self {
      case .pure: "make entries from the reply alone: without a clock, random numbers, counters or files"
      case .orderFree: "use neither the position of a record nor the order of keys; sort what may come in any order"
      case .ids: "make each id of the feed's own key with the id of the feed in front, and check that the key is unique"
      case .truncation: "refuse a reply that cannot be parsed to its end, and do not repair it"
      case .hostile: "check the type of each value, set aside a record with a wrong one, and clean texts"
      case .proportional: "read each record once, compare it with no other record, and do not search a text again for each part of it"
      case .nothingLost: "make an entry of each record, or set it aside with the reason; count records that a rule leaves out"
      }
    }
  }

  public let promise: Promise
  /// The test, and its result.
  public let detail: String

  public init(_ promise: Promise, _ detail: String) {
    self.promise = promise
    self.detail = detail
  }

  public var description: String { "\(promise.rawValue): \(detail)" }
}
