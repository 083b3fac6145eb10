/// The result of reading a feed once: entries, and notes on everything that was set aside.
///
/// An adapter fills a draft in `normalize`, which must not depend on the order of the records:
///
///     let document = try draft.open(reply)
///     let records = try document.root.records("venues", in: reply.request)
///     draft.readRecords(records, at: "/venues", in: reply) { (venue, notes) throws(JSONFieldError) in
///       …
///     }
///
/// The draft enforces `FeedLimits` and the run's deadline. Once one of them is exceeded, it ignores further records, and `finish` throws.
public struct FeedDraft: Sendable {
  public let feed: Feed
  /// The entries in the order in which they were added, sorted by id after `finish`; empty in a draft that stores only lines.
  public private(set) var entries: [Entry] = []
  /// The id of each entry, in the order of the entries.
  public private(set) var ids: [EntryID] = []
  /// The location of each entry's record, in the same order.
  public private(set) var places: [RecordPlace] = []
  /// The number of records that were set aside.
  public private(set) var rejected = 0
  /// The number of those that repeat the id of another record; counted by `finish`.
  public private(set) var duplicates = 0
  /// The number of records that a rule of the feed left out; not part of `records`.
  public private(set) var skipped = 0
  /// The notes, up to `FeedLimits.notes`; `finish` adds one that counts the rest.
  public private(set) var notes: [Note] = []
  /// The lines of the entries; nil in a draft that stores entries.
  private var written: DraftLines?

  private let facts: [EntryID: EntryFacts]
  private let limits: FeedLimits
  private let isOver: @Sendable () -> Bool
  private let replies: Int?
  /// The first error that refuses the whole feed.
  private var refusal: AdapterError?
  /// The indices of the notes on records that were set aside.
  package private(set) var rejections: [Int] = []
  private var omittedNotes = 0
  /// The total size of the opened replies.
  private var decodedBytes = 0
  private var values = 0
  /// The approximate size of the entries as canonical lines.
  private var entryBytes = 0
  /// The number of tape words left to read before the next check of the deadline.
  private var wordsUntilCheck = Self.wordsBetweenChecks

  /// This many words take a few milliseconds.
  private static let wordsBetweenChecks = 1 << 15

  /// Creates a draft that stores its entries.
  ///
  /// - Parameters:
  ///   - replies: the number of replies to read; nil if unknown.
  ///   - isOver: returns whether the run's deadline has passed. Reading then stops, and `finish` throws.
  public init(for feed: Feed, limits: FeedLimits = FeedLimits(), replies: Int? = nil, isOver: @escaping @Sendable () -> Bool = { false }) {
    self.feed = feed
    facts = feed.facts
    self.limits = limits
    self.replies = replies
    self.isOver = isOver
  }

  /// Makes an empty draft store only the canonical line of each entry, for entries that are not needed as values: writing an entry while
  /// it is in the cache is cheaper than writing it later.
  package mutating func storeOnlyLines() { written = DraftLines() }

  /// The canonical lines of the entries, sorted by id after `finish`; nil in a draft that stores entries.
  package var lines: EntryLines? { written?.lines }

  /// The number of records that were read.
  public var records: Int { ids.count + rejected }

  /// Parses a reply as JSON. Oddities of its text, such as control characters, result in notes.
  ///
  /// - Throws: an error if the reply is not valid JSON, if the replies exceed a limit, or if the run's deadline has passed.
  public mutating func open(_ reply: FeedReply) throws(AdapterError) -> JSONDocument {
    if isOver() { refuse(.timeOver) }
    if let refusal { throw refusal }
    decodedBytes += reply.body.count
    if decodedBytes > limits.bytes { throw AdapterError(tooManyBytes: limits.bytes, in: reply.request) }
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
      if document.removedMarkCount > 0 {
        note(.marks, in: reply, "\(document.removedMarkCount) combining marks were left out: more than 30 followed each other")
      }
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
    // Lines are mostly shorter than the records.
    written?.reserve(bytes: reply.body.count)
    while refusal == nil, let element = elements.next() {
      if element.isObject, isSkipped(element) {
        skipped += 1
        continue
      }
      let place = RecordPlace(request: reply.request, parent: parent, index: elements.index - 1)
      readRecord(element, at: place, of: array, &notes, &writer) { (record, notes) throws(JSONFieldError) in
        if mayBeTooLarge { try Self.checkSize(of: record, limits, bytes: elements.textBytes(of: record)) }
        return try read(record, &notes)
      }
    }
  }

  /// Reads the records of an object one by one, as `readRecords` does those of an array.
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
    written?.reserve(bytes: reply.body.count)
    while refusal == nil, let member = members.next() {
      let key = member.key
      if member.value.isObject, isSkipped(member.value) {
        (skipped, index) = (skipped + 1, index + 1)
        continue
      }
      let place = RecordPlace(request: reply.request, parent: parent, index: index, key: key)
      index += 1
      readRecord(member.value, at: place, of: object, &notes, &writer) { (record, notes) throws(JSONFieldError) in
        if mayBeTooLarge { try Self.checkSize(of: record, limits, bytes: record.textBytes) }
        return try read(key, record, &notes)
      }
    }
  }

  @inline(__always)
  private mutating func readRecord(
    _ element: JSONValue, at place: RecordPlace, of list: JSONValue, _ notes: inout RecordNotes, _ writer: inout JSONWriter,
    _ read: (JSONValue, inout RecordNotes) throws(JSONFieldError) -> Entry
  ) {
    do throws(JSONFieldError) {
      guard element.isObject else { throw element.anchored.fault(.type, "expected an object, found \(element.kind)") }
      add(try read(element.anchored, &notes), at: place, with: &writer)
      if !notes.isEmpty, let id = ids.last {
        self.notes += notes.notes(on: id, at: place)
        omittedNotes += notes.omitted
        notes.removeAll(room: noteRoom)
      }
    } catch {
      setAside(error, at: place)
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

  /// Checks the deadline every few milliseconds of work, because reading a clock takes longer than reading a small record.
  private mutating func checkTime() {
    guard wordsUntilCheck < 0 else { return }
    wordsUntilCheck = Self.wordsBetweenChecks
    if isOver() { refuse(.timeOver) }
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

  /// Refuses the whole feed; the first error counts.
  private mutating func refuse(_ error: AdapterError) {
    if refusal == nil { refusal = error }
  }

  /// Adds an entry. Does nothing if the feed is already refused; `finish` then throws.
  ///
  /// - Parameter place: the location of its record in the replies.
  public mutating func add(_ entry: consuming Entry, at place: RecordPlace) {
    guard canContinue() else { return }
    var writer = JSONWriter(capacity: 1 << 13)
    add(entry, at: place, with: &writer)
  }

  private mutating func add(_ entry: consuming Entry, at place: RecordPlace, with writer: inout JSONWriter) {
    if !facts.isEmpty, let facts = facts[entry.id] { facts.complete(&entry) }
    if let hours = entry.place?.hours, hours.layers.count > limits.layers { limitLayers(of: &entry, hours, at: place) }
    ids.append(entry.id)
    places.append(place)
    if written == nil {
      entryBytes += entry.estimatedSize
      entries.append(entry)
    } else {
      written?.append(entry, with: &writer)
      entryBytes = written?.byteCount ?? 0
    }
    let maximum = max(limits.entryBytes, limits.expansion * decodedBytes)
    guard entryBytes > maximum else { return }
    refuse(AdapterError(.entriesTooLarge, "\(decodedBytes) bytes of replies became more than \(maximum) bytes of entries"))
  }

  /// Removes the weakest layers, so that hours decided by the remaining ones stay correct.
  private mutating func limitLayers(of entry: inout Entry, _ hours: Schedule, at place: RecordPlace) {
    guard var details = entry.place else { return }
    details.hours = Schedule(zone: hours.zone, layers: Array(hours.layers.suffix(limits.layers)))
    entry.details = .place(details)
    let left = "\(hours.layers.count - limits.layers) of \(hours.layers.count) layers of hours were left out"
    let id = entry.id
    append(Note(.layers, request: place.request, pointer: place.pointer, entry: id, "\(left): days that only they decide are unknown"))
  }

  /// Checks the deadline, and returns false once the feed is refused. For records that are not read by `readRecords`.
  private mutating func canContinue() -> Bool {
    wordsUntilCheck -= Self.wordsOfUnreadRecord
    checkTime()
    return refusal == nil
  }

  /// The assumed size of a record that is not read by `readRecords`.
  private static let wordsOfUnreadRecord = 1 << 8

  /// Sets a record aside: counts it and adds a note with its location and the reason.
  public mutating func reject(_ fault: JSONFieldError, at place: RecordPlace) {
    guard canContinue() else { return }
    setAside(fault, at: place)
  }

  private mutating func setAside(_ fault: JSONFieldError, at place: RecordPlace) {
    rejected += 1
    if noteRoom > 0 { rejections.append(notes.count) }
    append(Note(ReasonCode(fault.code), request: place.request, pointer: place.pointer + fault.pointer, fault.message))
  }

  /// Adds a note on a reply. For notes on a record, use `RecordNotes`.
  ///
  /// - Parameters:
  ///   - pointer: a JSON Pointer into the reply; nil for all of it.
  ///   - detail: one sentence without a full stop.
  public mutating func note(_ code: ReasonCode, in reply: FeedReply, at pointer: String? = nil, _ detail: String) {
    append(Note(code, request: reply.request.label, pointer: pointer, detail))
  }

  /// Adds a note that was made elsewhere.
  package mutating func add(_ note: Note) { append(note) }

  /// Counts records that a rule of the feed left out.
  package mutating func skip(_ count: Int) { skipped += count }

  private var noteRoom: Int { max(0, limits.notes - notes.count) }

  private mutating func append(_ note: @autoclosure () -> Note) {
    if noteRoom > 0 { notes.append(note()) } else { omittedNotes += 1 }
  }

  /// Completes the draft: sorts the entries, removes duplicates, and adds a note that counts the omitted notes. The engine calls it
  /// after `normalize`.
  ///
  /// - Throws: the error that refuses the whole feed, if a limit or the run's deadline was exceeded.
  public mutating func finish() throws(AdapterError) {
    if isOver() { refuse(.timeOver) }
    if refusal == nil { sortEntries() }
    let skipped = skipped
    if skipped > 0 { append(Note(.skipped, "\(skipped.counted("record")) left out by a rule of the feed")) }
    if omittedNotes > 0 {
      notes.append(Note(.notes, omittedNotes == 1 ? "one more note was left out" : "\(omittedNotes) more notes were left out"))
      omittedNotes = 0
    }
    if let refusal { throw refusal }
  }

  /// Sorts the entries by id and removes duplicates. Of entries with equal ids, the one with the smallest canonical bytes stays; the
  /// others count as set aside, with a note.
  public mutating func sortEntries() {
    // All ids of a feed have the same beginning.
    let shared = feed.id.description.utf8.count + 1
    let prefixes = ids.map { $0.description.utf8.dropFirst(shared).sortPrefix }
    let sorted = ids.indices.sorted { left, right in
      if prefixes[left] != prefixes[right] { return prefixes[left] < prefixes[right] }
      return ids[left] != ids[right] ? ids[left] < ids[right] : left < right
    }
    var order: [Int] = []
    order.reserveCapacity(sorted.count)
    var dropped: [Int] = []
    for index in sorted {
      guard let other = order.last, prefixes[other] == prefixes[index], ids[other] == ids[index] else {
        order.append(index)
        continue
      }
      let isBetter = isPreferred(index, to: other)
      dropped.append(isBetter ? other : index)
      if isBetter { order[order.count - 1] = index }
    }
    for index in dropped.sorted() {
      rejected += 1
      duplicates += 1
      let (place, id) = (places[index], ids[index])
      append(Note(.duplicateID, request: place.request, pointer: place.pointer, entry: id, "another record has the same id"))
    }
    written?.arrange(order)
    ids = order.map { ids[$0] }
    places = order.map { places[$0] }
    if written == nil { entries = order.map { entries[$0] } }
  }

  /// Prefers the entry with the smaller canonical bytes: an arbitrary rule that does not depend on the order of the records.
  private func isPreferred(_ index: Int, to other: Int) -> Bool {
    if let written { return written.isLess(index, than: other) }
    return EntryLines([entries[index]]).bytes.lexicographicallyPrecedes(EntryLines([entries[other]]).bytes)
  }
}
