public import CampusCatalog
public import SimdJSON

/// What an adapter makes of one reading of a feed: entries, and notes on all that was set aside.
public struct FeedDraft: Sendable {
  public let feed: Feed
  /// In the order in which they were added; none in a draft that writes them down.
  public private(set) var entries: [Entry] = []
  /// The id of each entry, in the order in which they were added.
  public private(set) var ids: [EntryID] = []
  /// Where each entry's record stands, in the same order.
  public private(set) var places: [RecordPlace] = []
  /// How many records were set aside.
  public private(set) var rejected = 0
  /// How many of those repeat the id of another record.
  public private(set) var duplicates = 0
  public private(set) var notes: [Note] = []
  /// In place of entries, in a draft that writes them down.
  private var written: DraftLines?

  /// A draft that keeps its entries.
  public init(for feed: Feed) { self.feed = feed }

  /// A draft that writes each entry down at once, while all of it is near the processor, and keeps its line alone: for entries
  /// that nobody has to look at again.
  package init(writing feed: Feed) {
    self.feed = feed
    written = DraftLines()
  }

  /// What a draft has that writes its entries down; sorted once they are.
  package var lines: EntryLines? { written?.lines }

  /// How many records there were.
  public var records: Int { ids.count + rejected }

  /// Parses a reply, with notes for what is odd about its text.
  public mutating func open(_ reply: FeedReply) throws(AdapterError) -> JSONDocument {
    do {
      let document = try JSONDocument(parsing: reply.body)
      if document.hasByteOrderMark { note(.byteOrderMark, in: reply, "the text begins with a byte order mark") }
      for pointer in document.lookalikeKeys {
        note(.lookalikeKeys, in: reply, at: pointer, "two keys are the same text in two Unicode forms")
      }
      if document.controls > 0 {
        let count = document.controls
        note(.controls, in: reply, count == 1 ? "a control character was left out" : "\(count) control characters were left out")
      }
      return document
    } catch {
      throw AdapterError(error, in: reply.request)
    }
  }

  /// Reads the records of an array one by one. A record for which `read` throws is set aside.
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
    var notes = RecordNotes()
    var writer = JSONWriter(capacity: 1 << 13)
    // Lines are mostly shorter than what they were made of.
    written?.reserve(bytes: reply.body.count)
    while let element = elements.next() {
      let place = RecordPlace(request: reply.request, parent: parent, index: index)
      do throws(JSONFieldError) {
        guard element.isObject else { throw element.anchored.fault(.type, "expected an object, found \(element.kind)") }
        add(try read(element.anchored, &notes), at: place, with: &writer)
        if !notes.isEmpty, let id = ids.last { self.notes += notes.drain(of: id, at: place) }
      } catch {
        reject(error, at: place)
        notes.removeAll()
      }
      index += 1
    }
  }

  public mutating func add(_ entry: consuming Entry, at place: RecordPlace) {
    var writer = JSONWriter(capacity: 1 << 13)
    add(entry, at: place, with: &writer)
  }

  private mutating func add(_ entry: consuming Entry, at place: RecordPlace, with writer: inout JSONWriter) {
    ids.append(entry.id)
    places.append(place)
    if written == nil { entries.append(entry) } else { written?.append(entry, with: &writer) }
  }

  /// Sets a record aside: counted, with a note that tells where and why.
  public mutating func reject(_ fault: JSONFieldError, at place: RecordPlace) {
    rejected += 1
    notes.append(
      Note(Note.Code(fault.code.description), request: place.request, pointer: place.pointer + fault.pointer, fault.message))
  }

  public mutating func note(_ code: Note.Code, in reply: FeedReply, at pointer: String? = nil, _ detail: String) {
    notes.append(Note(code, request: reply.request.label, pointer: pointer, detail))
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
      notes.append(
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

  /// The entry with the smaller canonical bytes is kept: a rule without a meaning, and without a dependence on order.
  private func isPreferred(_ index: Int, to other: Int) -> Bool {
    if let written { return written.isLess(index, than: other) }
    var left = JSONWriter()
    var right = JSONWriter()
    entries[index].write(to: &left)
    entries[other].write(to: &right)
    return left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension Note.Code {
  public static let byteOrderMark = Note.Code("json.bom")
  public static let lookalikeKeys = Note.Code("json.lookalike_keys")
  public static let controls = Note.Code("text.controls")
  public static let duplicateID = Note.Code("record.duplicate")
}
