import SimdJSON

/// Reads replies in formats that an adapter parses itself.
extension FeedDraft {
  /// Counts a reply before an adapter parses it.
  ///
  /// - Throws: an error if the replies exceed a limit, or if the run's deadline has passed.
  package mutating func willParse(_ reply: FeedReply) throws(AdapterError) { try count(reply) }

  /// Counts the values of a reply that an adapter has parsed: its lines, for example.
  ///
  /// - Throws: an error if the replies have too many.
  package mutating func count(values count: Int, in reply: FeedReply) throws(AdapterError) {
    values += count
    guard values > limits.values else { return }
    throw AdapterError(
      ReasonCode(JSONError.Code.values), in: reply.request, "\(reply.request.fileName) has more than \(limits.values) values")
  }

  /// Reads records one by one. A record for which `read` throws is set aside.
  ///
  /// Stops early if the feed exceeds a limit; `finish` then throws.
  ///
  /// - Parameters:
  ///   - pointer: returns the location of a record.
  ///   - bytes: returns the size of a record.
  ///   - read: returns the entry for a record. Its notes are discarded if it throws.
  package mutating func readRecords<Record>(
    _ records: some Sequence<Record>, at pointer: (Record) -> RecordPointer, bytes: (Record) -> Int,
    _ read: (Record, inout RecordNotes) throws(FieldError) -> Entry
  ) {
    var notes = emptyNotes
    var writer = JSONWriter(capacity: 1 << 13)
    let limits = limits
    for record in records {
      if refusal != nil { return }
      let size = bytes(record)
      readRecord(at: pointer(record), work: size, &notes, &writer) { (notes) throws(FieldError) in
        guard size <= limits.recordText else {
          throw FieldError(.size, at: "", "more than \(limits.recordText) bytes of text in one record")
        }
        return try read(record, &notes)
      }
    }
  }
}
