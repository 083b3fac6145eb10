public import CampusCatalog
import OpeningHours
public import SimdJSON

/// The result of reading a feed once: entries, and notes on everything that was set aside.
public struct FeedDraft: Sendable {
  public let feed: Feed
  /// In the order in which they were added; none in a draft that writes them down.
  public private(set) var entries: [Entry] = []
  /// The id of each entry, in the order in which they were added.
  public private(set) var ids: [EntryID] = []
  /// The place of each entry's record, in the same order.
  public private(set) var places: [RecordPlace] = []
  /// How many records were set aside.
  public private(set) var rejected = 0
  /// How many of those repeat the id of another record.
  public private(set) var duplicates = 0
  /// At most as many as the limits allow; `finish` adds one that counts the others.
  public private(set) var notes: [Note] = []
  /// In place of entries, in a draft that writes them down.
  private var written: DraftLines?

  private let facts: [EntryID: EntryFacts]
  private let limits: FeedLimits
  /// Whether the time of the run is over.
  private let isOver: @Sendable () -> Bool
  /// How many replies there are to read; nil when that is not known.
  private let replies: Int?
  /// Why the whole feed is refused, once that is certain.
  private var refusal: AdapterError?
  private var omittedNotes = 0
  /// Of the replies that were opened.
  private var decodedBytes = 0
  private var values = 0
  /// About how many bytes the entries take as canonical lines.
  private var entryBytes = 0
  /// Words of tape that may still be read before the time is looked at again.
  private var wordsUntilCheck = Self.wordsBetweenChecks

  /// A few milliseconds of work.
  private static let wordsBetweenChecks = 1 << 15

  /// A draft that keeps its entries.
  ///
  /// - Parameters:
  ///   - replies: how many replies there are to read; nil when that is not known.
  ///   - isOver: whether the time of the run is over: the reading then stops, and `finish` throws.
  public init(
    for feed: Feed, limits: FeedLimits = FeedLimits(), replies: Int? = nil, isOver: @escaping @Sendable () -> Bool = { false }
  ) {
    self.feed = feed
    facts = feed.facts
    self.limits = limits
    self.replies = replies
    self.isOver = isOver
  }

  /// A draft that writes each entry at once, while all of it is in the cache, and stores only its line: for entries that are not
  /// looked at again.
  package init(
    writing feed: Feed, limits: FeedLimits = FeedLimits(), replies: Int? = nil, isOver: @escaping @Sendable () -> Bool = { false }
  ) {
    self.init(for: feed, limits: limits, replies: replies, isOver: isOver)
    written = DraftLines()
  }

  /// The lines of a draft that writes its entries; sorted once the entries are.
  package var lines: EntryLines? { written?.lines }

  /// How many records there were.
  public var records: Int { ids.count + rejected }

  /// Parses a reply, with notes for what is odd about its text.
  ///
  /// - Throws: when it is not JSON, when a limit is exceeded, or when the time is over.
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

  /// Reads the records of an array one by one. A record for which `read` throws is set aside.
  ///
  /// Ends early when the feed is refused whatever follows; `finish` then throws.
  ///
  /// - Parameters:
  ///   - array: the records. Values handed to `read` name their places from the record on.
  ///   - parent: the pointer of the array.
  ///   - read: gives the entry of a record; what it notes is kept when the record is.
  public mutating func readRecords(
    _ array: JSONValue, at parent: String = "", in reply: FeedReply,
    _ read: (JSONValue, inout RecordNotes) throws(JSONFieldError) -> Entry
  ) {
    var elements = array.elements
    var index = 0
    var notes = RecordNotes(room: noteRoom)
    var writer = JSONWriter(capacity: 1 << 13)
    let mayBeTooLarge = reply.body.count > limits.recordText
    // Lines are mostly shorter than what they were made of.
    written?.reserve(bytes: reply.body.count)
    while refusal == nil, let element = elements.next() {
      let place = RecordPlace(request: reply.request, parent: parent, index: index)
      do throws(JSONFieldError) {
        guard element.isObject else { throw element.anchored.fault(.type, "expected an object, found \(element.kind)") }
        if mayBeTooLarge { try checkSize(of: element, elements) }
        add(try read(element.anchored, &notes), at: place, with: &writer)
        if !notes.isEmpty, let id = ids.last {
          self.notes += notes.notes(on: id, at: place)
          omittedNotes += notes.omitted
          notes.removeAll(room: noteRoom)
        }
      } catch {
        setAside(error, at: place)
        notes.removeAll(room: noteRoom)
        if rejected > limits.notes { checkDrift(array) }
      }
      index += 1
      wordsUntilCheck -= element.wordCount
      checkTime()
    }
  }

  private func checkSize(of record: JSONValue, _ elements: borrowing JSONElements) throws(JSONFieldError) {
    guard record.wordCount <= 2 * limits.recordValues else {
      throw record.anchored.fault(.size, "more than \(limits.recordValues) values in one record")
    }
    guard elements.textBytes(of: record) <= limits.recordText else {
      throw record.anchored.fault(.size, "more than \(limits.recordText) bytes of text in one record")
    }
  }

  /// Looks at the time once in a while. (Asking a clock takes longer than to read a small record.)
  private mutating func checkTime() {
    guard wordsUntilCheck < 0 else { return }
    wordsUntilCheck = Self.wordsBetweenChecks
    if isOver() { refuse(.timeOver) }
  }

  /// Refuses the feed as drifted as soon as that is certain: there is one reply, and so many of its records were set aside that it
  /// does not matter what the others say.
  private mutating func checkDrift(_ array: JSONValue) {
    // There may be records outside of this array, too.
    let most = array.cappedCount + array.documentWordCount - array.wordCount
    guard replies == 1, rejected * 10 > most else { return }
    refuse(
      AdapterError(
        .drift,
        "reading stopped after \(rejected) of \(array.cappedCount) records had to be set aside (see the notes); the feed may have a new "
          + "shape, see the adapter's README"))
  }

  /// Refuses the whole feed; the first reason stays.
  private mutating func refuse(_ error: AdapterError) {
    if refusal == nil { refusal = error }
  }

  /// Adds an entry, unless the feed is refused already: `finish` then throws.
  public mutating func add(_ entry: consuming Entry, at place: RecordPlace) {
    guard mayGoOn() else { return }
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
    let most = limits.entryBytes(from: decodedBytes)
    if entryBytes > most { refuse(AdapterError(entriesTooLarge: most, of: decodedBytes)) }
  }

  /// Leaves out the weakest layers: the hours that the others decide stay correct.
  private mutating func limitLayers(of entry: inout Entry, _ hours: Schedule, at place: RecordPlace) {
    guard var details = entry.place else { return }
    details.hours = Schedule(zone: hours.zone, layers: Array(hours.layers.suffix(limits.layers)))
    entry.details = .place(details)
    keep(
      Note(
        .layers, request: place.request, pointer: place.pointer, entry: entry.id,
        "\(hours.layers.count - limits.layers) of \(hours.layers.count) layers of hours were left out: days that only they decide are unknown"
      ))
  }

  /// Whether a record that an adapter adds or sets aside by itself is still wanted.
  private mutating func mayGoOn() -> Bool {
    wordsUntilCheck -= Self.wordsOfUnreadRecord
    checkTime()
    return refusal == nil
  }

  /// How many words a record counts for that was not read by `readRecords`.
  private static let wordsOfUnreadRecord = 1 << 8

  /// Sets a record aside: it is counted, with a note on where it is and why.
  public mutating func reject(_ fault: JSONFieldError, at place: RecordPlace) {
    guard mayGoOn() else { return }
    setAside(fault, at: place)
  }

  private mutating func setAside(_ fault: JSONFieldError, at place: RecordPlace) {
    rejected += 1
    guard noteRoom > 0 else { return omittedNotes += 1 }
    keep(Note(ReasonCode(fault.code), request: place.request, pointer: place.pointer + fault.pointer, fault.message))
  }

  public mutating func note(_ code: ReasonCode, in reply: FeedReply, at pointer: String? = nil, _ detail: String) {
    keep(Note(code, request: reply.request.label, pointer: pointer, detail))
  }

  private var noteRoom: Int { max(0, limits.notes - notes.count) }

  private mutating func keep(_ note: Note) {
    if noteRoom > 0 { notes.append(note) } else { omittedNotes += 1 }
  }

  /// Ends the reading: sorts the entries and adds a note that counts those for which there was no room.
  ///
  /// - Throws: why the whole feed is refused, where a limit or the end of the time stopped the reading.
  public mutating func finish() throws(AdapterError) {
    if isOver() { refuse(.timeOver) }
    if refusal == nil { sortEntries() }
    if omittedNotes > 0 {
      notes.append(Note(.notes, omittedNotes == 1 ? "one more note was left out" : "\(omittedNotes) more notes were left out"))
      omittedNotes = 0
    }
    if let refusal { throw refusal }
  }

  /// Brings the entries into the order of their ids, and removes all but one of those with one id: the one that stays does not
  /// depend on the order of the records. The others count as set aside, with a note.
  public mutating func sortEntries() {
    let keys = EntryOrder.keys(of: ids, of: feed.id)
    var order: [Int] = []
    order.reserveCapacity(keys.count)
    var dropped: [Int] = []
    for (index, key) in keys.enumerated() {
      guard let other = order.last, keys[index - 1].prefix == key.prefix, ids[other] == ids[key.index] else {
        order.append(key.index)
        continue
      }
      if isPreferred(key.index, to: other) {
        dropped.append(other)
        order[order.count - 1] = key.index
      } else {
        dropped.append(key.index)
      }
    }
    for index in dropped.sorted() {
      rejected += 1
      duplicates += 1
      keep(
        Note(
          .duplicateID, request: places[index].request, pointer: places[index].pointer, entry: ids[index],
          "another record has the same id"))
    }
    written?.arrange(order)
    if dropped.isEmpty {
      EntryOrder.arrange(&ids, order)
      EntryOrder.arrange(&places, order)
      if written == nil { EntryOrder.arrange(&entries, order) }
    } else {
      ids = order.map { ids[$0] }
      places = order.map { places[$0] }
      if written == nil { entries = order.map { entries[$0] } }
    }
  }

  /// The entry with the smaller canonical bytes is kept: an arbitrary rule that does not depend on the order of the records.
  private func isPreferred(_ index: Int, to other: Int) -> Bool {
    if let written { return written.isLess(index, than: other) }
    var left = JSONWriter()
    var right = JSONWriter()
    entries[index].write(to: &left)
    entries[other].write(to: &right)
    return left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
