import FeedKit

/// The facts about all replies of a feed that rules use besides a record: the date of receipt, and values of other records.
final class ReadingContext: Sendable {
  /// The date in the campus's zone on which the replies were received, or the requested one after it; nil if the recording does not include it.
  let today: LocalDate?
  /// For each rule about other records, its text by the key of the other record.
  private let others: [OtherRecordRule: [String: String]]

  init(today: LocalDate? = nil, others: [OtherRecordRule: [String: String]] = [:]) {
    self.today = today
    self.others = others
  }

  /// Returns these facts for a reply whose date is so many days after that of receipt.
  func later(by days: Int) -> ReadingContext {
    days == 0 ? self : ReadingContext(today: today?.adding(days: days), others: others)
  }

  /// Returns the text of the record with a key.
  func text(_ rule: OtherRecordRule, of key: String) -> String? { others[rule]?[key] }
}
