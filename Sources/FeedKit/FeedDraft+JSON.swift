public import CampusCatalog
public import SimdJSON

/// Reads replies in JSON.
extension FeedDraft {
  /// Parses a reply as JSON. Oddities of its text, such as control characters, result in notes.
  ///
  /// - Throws: an error if the reply is not valid JSON, if the replies exceed a limit, or if the run's deadline has passed.
  public mutating func open(_ reply: FeedReply) throws(AdapterError) -> JSONDocument {
    try count(reply)
    do {
      let document = try JSONDocument(parsing: reply.body, maximumValues: limits.values - values)
      values += document.minimumValueCount
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
    } catch {
      throw AdapterError(error, in: reply.request)
    }
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
    var elements = array.elements
    var notes = RecordNotes(room: noteRoom)
    var writer = JSONWriter(capacity: 1 << 13)
    let limits = limits
    let mayBeTooLarge = reply.body.count > limits.recordText
    while refusal == nil, let element = elements.next() {
      if element.isObject, isSkipped(element) {
        skipped += 1
        continue
      }
      let recordPointer = RecordPointer(request: reply.request, parent: parent, index: elements.index - 1)
      readRecord(element, at: recordPointer, of: array, &notes, &writer) { (record, notes) throws(JSONFieldError) in
        if mayBeTooLarge { try Self.checkSize(of: record, limits, bytes: elements.textBytes(of: record)) }
        return try read(record, &notes)
      }
    }
  }

  /// Reads the records of an object one by one, as `readRecords` does for an array.
  ///
  /// - Parameters:
  ///   - object: the records by key.
  ///   - parent: the JSON Pointer of the object in the reply ("/cafes"); empty if the object is the root.
  ///   - read: returns the entry for a key and its record.
  ///   - isSkipped: returns whether a record is left out by a rule of the feed.
  public mutating func readMembers(
    _ object: JSONValue, at parent: String = "", in reply: FeedReply,
    _ read: (String, JSONValue, inout RecordNotes) throws(JSONFieldError) -> Entry, skipping isSkipped: (JSONValue) -> Bool = { _ in false }
  ) {
    var members = object.members
    var index = 0
    var notes = RecordNotes(room: noteRoom)
    var writer = JSONWriter(capacity: 1 << 13)
    let limits = limits
    let mayBeTooLarge = reply.body.count > limits.recordText
    while refusal == nil, let member = members.next() {
      let key = member.key
      if member.value.isObject, isSkipped(member.value) {
        (skipped, index) = (skipped + 1, index + 1)
        continue
      }
      let recordPointer = RecordPointer(request: reply.request, parent: parent, index: index, key: key)
      index += 1
      readRecord(member.value, at: recordPointer, of: object, &notes, &writer) { (record, notes) throws(JSONFieldError) in
        if mayBeTooLarge { try Self.checkSize(of: record, limits, bytes: record.textBytes) }
        return try read(key, record, &notes)
      }
    }
  }

  /// Reads one value of any type as a record that is in no list, as `readRecords` does for an array.
  ///
  /// - Parameter pointer: the JSON Pointer of the value in the reply.
  public mutating func readSingleRecord(
    _ value: JSONValue, at pointer: String, in reply: FeedReply,
    _ read: (JSONValue, inout RecordNotes) throws(JSONFieldError) -> Entry
  ) {
    guard refusal == nil else { return }
    var notes = RecordNotes(room: noteRoom)
    var writer = JSONWriter(capacity: 1 << 13)
    let recordPointer = RecordPointer(request: reply.request, single: pointer)
    do throws(JSONFieldError) {
      let record = value.anchored
      try Self.checkSize(of: record, limits, bytes: record.textBytes)
      add(try read(record, &notes), at: recordPointer, with: &writer)
      if !notes.isEmpty, let id = ids.last { keep(&notes, on: id, at: recordPointer) }
    } catch {
      setAside(error, at: recordPointer)
    }
    wordsUntilCheck -= value.wordCount
    checkTime()
  }

  @inline(__always)
  private mutating func readRecord(
    _ element: JSONValue, at recordPointer: RecordPointer, of list: JSONValue, _ notes: inout RecordNotes, _ writer: inout JSONWriter,
    _ read: (JSONValue, inout RecordNotes) throws(JSONFieldError) -> Entry
  ) {
    do throws(JSONFieldError) {
      guard element.isObject else { throw element.anchored.fault(.type, "expected an object, found \(element.kind)") }
      add(try read(element.anchored, &notes), at: recordPointer, with: &writer)
      if !notes.isEmpty, let id = ids.last { keep(&notes, on: id, at: recordPointer) }
    } catch {
      setAside(error, at: recordPointer)
      notes.removeAll(room: noteRoom)
      if rejected > limits.notes { checkDrift(list) }
    }
    wordsUntilCheck -= element.wordCount
    checkTime()
  }

  private static func checkSize(of record: JSONValue, _ limits: FeedLimits, bytes: @autoclosure () -> Int) throws(JSONFieldError) {
    guard record.wordCount <= 2 * limits.recordValues else {
      throw record.anchored.fault(.size, "more than \(limits.recordValues) values in one record")
    }
    guard bytes() <= limits.recordText else {
      throw record.anchored.fault(.size, "more than \(limits.recordText) bytes of text in one record")
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
