/// A cache of values from earlier records, for labels and dates that recur from record to record.
struct RecordMemory: Sendable {
  var lines = TextCache(.line)
  var paragraphs = TextCache(.lines)
  private var date: (first: UInt64, last: UInt16, value: LocalDate)?

  /// Parses a date and time as `LocalDateTime(ascii:)` does, and reuses the last date if it is the same.
  mutating func dateTime(_ text: borrowing Span<UInt8>) -> LocalDateTime? {
    guard text.count >= 16 else { return nil }
    let (first, last) = (
      text.bytes.unsafeLoadUnaligned(as: UInt64.self), text.bytes.unsafeLoadUnaligned(fromByteOffset: 8, as: UInt16.self)
    )
    if let date, date.first == first, date.last == last, let time = LocalDateTime(ascii: text, on: date.value) { return time }
    let read = LocalDateTime(ascii: text)
    if let read { date = (first, last, read.date) }
    return read
  }
}
