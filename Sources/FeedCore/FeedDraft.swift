public import CampusCatalog
public import SimdJSON

/// What an adapter makes of one reading of a feed: entries, and notes on all that was set aside.
public struct FeedDraft: Sendable {
  public let feed: Feed
  /// In the order in which they were added.
  public private(set) var entries: [Entry] = []
  /// Where each entry's record stands, in the same order.
  public private(set) var places: [RecordPlace] = []
  /// How many records were set aside.
  public private(set) var rejected = 0
  /// How many of those repeat the id of another record.
  public private(set) var duplicates = 0
  public private(set) var notes: [Note] = []

  public init(for feed: Feed) { self.feed = feed }

  /// How many records there were.
  public var records: Int { entries.count + rejected }

  /// Parses a reply, with notes for what is odd about its text.
  public mutating func open(_ reply: FeedReply) throws(AdapterError) -> JSONDocument {
    do {
      let document = try JSONDocument(parsing: reply.body)
      if document.hasByteOrderMark { note(.byteOrderMark, in: reply, "the text begins with a byte order mark") }
      for pointer in document.lookalikeKeys {
        note(.lookalikeKeys, in: reply, at: pointer, "two keys are the same text in two Unicode forms")
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
    while let element = elements.next() {
      let place = RecordPlace(request: reply.request, parent: parent, index: index)
      do throws(JSONFieldError) {
        guard element.isObject else { throw element.anchored.fault(.type, "expected an object, found \(element.kind)") }
        add(try read(element.anchored, &notes), at: place)
        if !notes.isEmpty, let entry = entries.last { self.notes += notes.drain(of: entry.id, at: place) }
      } catch {
        reject(error, at: place)
        notes.removeAll()
      }
      index += 1
    }
  }

  public mutating func add(_ entry: consuming Entry, at place: RecordPlace) {
    entries.append(entry)
    places.append(place)
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
    var order = EntryOrder.indices(of: entries, of: feed.id)
    var dropped: [Int] = []
    var kept = 0
    for index in order.indices.dropFirst() {
      let (other, next) = (order[kept], order[index])
      if entries[other].id != entries[next].id {
        kept += 1
        order[kept] = next
      } else if Self.isPreferred(entries[next], to: entries[other]) {
        dropped.append(other)
        order[kept] = next
      } else {
        dropped.append(next)
      }
    }
    for index in dropped.sorted() {
      rejected += 1
      duplicates += 1
      notes.append(
        Note(
          .duplicateID, request: places[index].request, pointer: places[index].pointer, entry: entries[index].id,
          "another record has the same id"))
    }
    if !dropped.isEmpty { order.removeLast(dropped.count) }
    places = order.map { places[$0] }
    if dropped.isEmpty { EntryOrder.arrange(&entries, order) } else { entries = order.map { entries[$0] } }
  }

  /// The entry with the smaller canonical bytes is kept: a rule without a meaning, and without a dependence on order.
  private static func isPreferred(_ entry: Entry, to other: Entry) -> Bool {
    var left = JSONWriter()
    var right = JSONWriter()
    entry.write(to: &left)
    other.write(to: &right)
    return left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension Note.Code {
  public static let byteOrderMark = Note.Code("json.bom")
  public static let lookalikeKeys = Note.Code("json.lookalike_keys")
  public static let duplicateID = Note.Code("record.duplicate")
}
