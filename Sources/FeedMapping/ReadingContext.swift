import FeedKit

/// The facts about the replies of a feed that rules use besides a record: the date of receipt, values of other records, and the address of
/// a reply.
final class ReadingContext: Sendable {
  /// The date in the campus's zone on which the replies were received, or the requested one after it; nil if the recording does not include it.
  let today: LocalDate?
  /// The address of the request whose reply has the record, without a mirror; nil if it is not known.
  let address: String?
  /// For each rule about other records, its text by the key of the other record.
  private let others: [OtherRecordRule: [String: String]]

  init(today: LocalDate? = nil, others: [OtherRecordRule: [String: String]] = [:], address: String? = nil) {
    self.today = today
    self.address = address
    self.others = others
  }

  /// Returns the facts for the records of one reply, whose date may be later than that of receipt.
  func of(_ reply: FeedReply) -> ReadingContext {
    let days = reply.request.daysAfterFirst
    return ReadingContext(today: today?.adding(days: days), others: others, address: reply.request.addresses.first?.url)
  }

  /// Returns the text of the record with a key.
  func text(_ rule: OtherRecordRule, of key: String) -> String? { others[rule]?[key] }
}
