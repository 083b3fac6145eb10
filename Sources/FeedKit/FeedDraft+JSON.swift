public import CampusCatalog
public import SimdJSON

/// Reads replies in JSON and CSV.
extension FeedDraft {
  /// Parses a reply as JSON, or, if its request is for CSV, as an array with an object of texts for each row. Oddities of its text, such as
  /// control characters, result in notes.
  ///
  /// - Throws: an error if the reply is not valid, if the replies exceed a limit, or if the run's deadline has passed.
  public mutating func open(_ reply: FeedReply) throws(AdapterError) -> JSONDocument {
    try count(reply)
    let document = try reply.document(maximumValues: limits.values - values)
    values += document.minimumValueCount
    // Rows have no keys, so entries may be larger in proportion to their text.
    if reply.request.format == .csv { decodedBytes += document.minimumValueCount * Self.bytesOfKey }
    if document.hasByteOrderMark { note(.byteOrderMark, in: reply, "the text begins with a byte order mark") }
    for pointer in document.lookalikeKeys {
      note(.lookalikeKeys, in: reply, at: pointer, "two keys are the same text in two Unicode forms")
    }
    if document.controlCharacterCount > 0 {
      let count = document.controlCharacterCount
      note(.controls, in: reply, count == 1 ? "a control character was left out" : "\(count) control characters were left out")
    }
    noteRemovedMarks(document.removedMarkCount, in: reply)
    return document
  }

  /// Reads the records of an array one by one. A record for which `read` throws, or that is not an object, is set aside.
  ///
  /// Stops early once the feed is certain to be refused; `finish` then throws.
  ///
  /// - Parameters:
  ///   - array: the records. Pointers of the values passed to `read` start at the record.
  ///   - parent: the JSON Pointer of the array in the reply ("/venues"); empty if the array is the root.
  ///   - read: returns the entry for a record. Its notes are discarded if it throws.
  ///   - isSkipped: returns whether a record is left out by a rule of the feed, such as one that is marked as hidden. One note counts them.
  public mutating func readRecords(
    _ array: JSONValue, at parent: String = "", in reply: FeedReply,
    _ read: (JSONValue, inout RecordNotes) throws(JSONFieldError) -> Entry, skipping isSkipped: (JSONValue) -> Bool = { _ in false }
  ) {
    guard array.isArray else { return }
    readRows(array, at: parent, in: reply) { (_, record, notes) throws(JSONFieldError) in
      try read(record, &notes)
    } skipping: { _, record in
      isSkipped(record)
    }
  }

  /// Reads the records of an array, or of an object by key, as `readRecords` does.
  ///
  /// - Parameters:
  ///   - list: the records.
  ///   - parent: the JSON Pointer of the list in the reply ("/cafes"); empty if it is the root.
  ///   - rules: how many rules may be applied to each record, besides reading it.
  ///   - read: returns the entry for a record and its key, which is nil in an array.
  ///   - isSkipped: returns whether the record with a key is left out by a rule of the feed.
  public mutating func readRows(
    _ list: JSONValue, at parent: String = "", in reply: FeedReply, rules: Int = 0,
    _ read: (String?, JSONValue, inout RecordNotes) throws(JSONFieldError) -> Entry,
    skipping isSkipped: (String?, JSONValue) -> Bool = { _, _ in false }
  ) {
    var rows = Rows(list)
    var notes = emptyNotes
    var writer = JSONWriter(capacity: 1 << 13)
    let limits = limits
    while refusal == nil, let row = rows.next() {
      let key = rows.key
      let text = row.textBytes
      let work = row.wordCount + text + rules
      if row.isObject, isSkipped(key, row) {
        skipped += 1
        checkTime(after: work)
        continue
      }
      let recordPointer = RecordPointer(request: reply.request, parent: parent, index: rows.count - 1, key: key)
      readRecord(at: recordPointer, work: work, &notes, &writer) { (notes) throws(JSONFieldError) in
        let record = row.anchored
        guard record.isObject else { throw Self.fault(of: record, reply.request.format) }
        try Self.checkSize(of: record, text: text, limits)
        return try read(key, record, &notes)
      }
      if rejected > limits.notes { checkDrift(list) }
    }
  }

  /// Reads the elements of an array one by one, as `readRecords` does, that are not where the records of a reply are.
  ///
  /// - Parameters:
  ///   - pointers: where the record of each element is.
  ///   - rules: how many rules may be applied to each element, besides reading it.
  package mutating func readRows(
    _ list: JSONValue, at pointers: [RecordPointer], rules: Int,
    _ read: (JSONValue, inout RecordNotes) throws(JSONFieldError) -> Entry
  ) {
    var elements = list.elements
    var notes = emptyNotes
    var writer = JSONWriter(capacity: 1 << 13)
    let limits = limits
    for pointer in pointers {
      guard refusal == nil, let element = elements.next() else { return }
      readRecord(at: pointer, work: element.wordCount + element.textBytes + rules, &notes, &writer) { (notes) throws(JSONFieldError) in
        try Self.checkSize(of: element, text: element.textBytes, limits)
        return try read(element, &notes)
      }
    }
  }

  /// Reads one value of any type as a record that is not in a list, as `readRecords` does for an array.
  ///
  /// - Parameter pointer: the JSON Pointer of the value in the reply.
  public mutating func readSingleRecord(
    _ value: JSONValue, at pointer: String, in reply: FeedReply,
    _ read: (JSONValue, inout RecordNotes) throws(JSONFieldError) -> Entry
  ) {
    guard refusal == nil else { return }
    var notes = emptyNotes
    var writer = JSONWriter(capacity: 1 << 13)
    let limits = limits
    let recordPointer = RecordPointer(request: reply.request, single: pointer)
    readRecord(at: recordPointer, work: value.wordCount + value.textBytes, &notes, &writer) { (notes) throws(JSONFieldError) in
      let record = value.anchored
      try Self.checkSize(of: record, text: record.textBytes, limits)
      return try read(record, &notes)
    }
  }

  /// The approximate share that the keys of objects add to their values.
  private static let bytesOfKey = 16

  /// Returns the error that a record is not an object.
  private static func fault(of record: JSONValue, _ format: FeedRequest.Format) -> JSONFieldError {
    format == .csv
      ? record.fault(.value, "\(record.count.counted("field")), which is not the number of columns")
      : record.fault(.type, "expected an object, found \(record.kind)")
  }

  /// - Parameter text: the size of the record's strings in bytes.
  private static func checkSize(of record: JSONValue, text: Int, _ limits: FeedLimits) throws(JSONFieldError) {
    guard record.wordCount <= 2 * limits.recordValues else {
      throw record.fault(.size, "more than \(limits.recordValues) values in one record")
    }
    guard text <= limits.recordText else {
      throw record.fault(.size, "more than \(limits.recordText) bytes of text in one record")
    }
  }

  /// Refuses the feed as drifted as soon as that is certain: there is one reply, and too many of its records were set aside for the
  /// rest to matter.
  private mutating func checkDrift(_ array: JSONValue) {
    // The reply may have records outside this array, too.
    let maximumRecords = array.cappedCount + array.documentWordCount - array.wordCount
    guard replies == 1, rejected * 10 > maximumRecords else { return }
    let bad = "\(rejected) of \(array.cappedCount.counted("record")) had to be set aside (see the notes)"
    refuse(AdapterError(.drift, "reading stopped after \(bad); the feed's format may have changed, see the adapter's README"))
  }
}
