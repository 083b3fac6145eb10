public import CampusCatalog
import OpeningHours
public import SimdJSON

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
/// The draft enforces `FeedLimits` and the run's deadline. Once a limit is exceeded, it ignores further records, and `finish` throws.
public struct FeedDraft: Sendable {
  public let feed: Feed
  /// The entries in the order in which they were added, sorted by id after `finish`; empty in a draft that stores only lines.
  public private(set) var entries: [Entry] = []
  /// The id of each entry, in the order of the entries.
  public private(set) var ids: [EntryID] = []
  /// The location of each entry's record, in the same order.
  public private(set) var pointers: [RecordPointer] = []
  /// The number of records that were set aside.
  public private(set) var rejected = 0
  /// The number of records that repeat the id of another one; counted by `finish`.
  public private(set) var duplicates = 0
  /// The number of records that became entries although less than half of their times could be read.
  private var unreadable = 0
  /// The number of records that a rule of the feed left out; not part of `records`.
  public internal(set) var skipped = 0
  /// The number of these that a note of the adapter explains.
  private var explained = 0
  /// The number of entries that are menus.
  private var menuCount = 0
  /// The menus that will be added by `sortEntries`.
  var menus = CollectedMenus()
  /// The campuses and feed reports of a catalog; nil for other replies.
  package var upstream: UpstreamCatalog?
  /// The feeds of a catalog that were left out because of their way (`Feed.isLoop`).
  package var loops: Set<FeedID> = []
  /// The notes, up to `FeedLimits.notes`; `finish` adds one that counts the rest.
  public private(set) var notes: [Note] = []
  /// The lines of the entries, in the same order, each with its line feed; nil in a draft that stores entries.
  private var written: [UInt8]?
  /// The end of each line in `written`.
  private var lineEnds: [Int] = []

  private let facts: [EntryID: EntryFacts]
  let limits: FeedLimits
  let isOver: @Sendable () -> Bool
  let replies: Int?
  /// The first error that refuses the whole feed.
  package internal(set) var refusal: AdapterError?
  /// The indices of the notes on records that were set aside.
  package private(set) var rejections: [Int] = []
  private var omittedNotes = 0
  /// The total size of the opened replies.
  var decodedBytes = 0
  var values = 0
  /// The size of the entries as canonical lines.
  private var entryBytes = 0
  /// The amount of work left before the next check of the deadline: tape words, bytes of text, and rules of an adapter.
  var workUntilCheck = Self.workBetweenChecks

  /// This much work takes a few milliseconds.
  private static let workBetweenChecks = 1 << 15

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

  /// Makes an empty draft store only the canonical line of each entry: writing an entry while it is in the cache is cheaper than
  /// writing it later.
  package mutating func storeOnlyLines() { written = [] }

  /// The canonical lines of the entries, sorted by id after `finish`; nil in a draft that stores entries.
  package var lines: EntryLines? { written.map { EntryLines(bytes: $0, count: lineEnds.count) } }

  /// The number of records that were read.
  public var records: Int { ids.count + rejected }

  /// Counts a reply that is about to be parsed.
  ///
  /// - Throws: an error if the replies exceed a limit, or if the run's deadline has passed.
  mutating func count(_ reply: FeedReply) throws(AdapterError) {
    if isOver() { refuse(.timeOver) }
    if let refusal { throw refusal }
    decodedBytes += reply.body.count
    if decodedBytes > limits.bytes { throw AdapterError(tooManyBytes: limits.bytes, in: reply.request) }
    // Lines are usually shorter than the reply.
    if ids.isEmpty { written?.reserveCapacity(reply.body.count) }
  }

  mutating func noteRemovedMarks(_ count: Int, in reply: FeedReply) {
    if count > 0 { note(.marks, in: reply, "\(count) combining marks were left out: more than 30 followed each other") }
  }

  /// Checks the deadline every few milliseconds of work, because reading a clock takes longer than reading a small record.
  package mutating func checkTime(after work: Int) {
    workUntilCheck -= work
    guard workUntilCheck < 0 else { return }
    workUntilCheck = Self.workBetweenChecks
    if isOver() { refuse(.timeOver) }
  }

  /// Refuses the whole feed; the first error counts.
  mutating func refuse(_ error: AdapterError) {
    if refusal == nil { refusal = error }
  }

  /// Adds an entry. Does nothing if the feed is already refused; `finish` then throws.
  ///
  /// - Parameter recordPointer: the location of its record in the replies.
  public mutating func add(_ entry: consuming Entry, at recordPointer: RecordPointer) {
    guard canContinue() else { return }
    do throws(JSONFieldError) { try Self.check(entry) } catch { return setAside(error, at: recordPointer) }
    var writer = JSONWriter(capacity: 1 << 13)
    add(entry, at: recordPointer, with: &writer)
  }

  /// Adds the entry of a record, with the notes on it. A record for which `read` throws is set aside.
  ///
  /// - Parameters:
  ///   - work: how much there is to do, in the unit of `workUntilCheck`.
  ///   - notes: an empty list for the notes on the record.
  ///   - writer: a buffer that is used for each record.
  @inline(__always)
  mutating func readRecord(
    at recordPointer: RecordPointer, work: Int, _ notes: inout RecordNotes, _ writer: inout JSONWriter,
    _ read: (inout RecordNotes) throws(JSONFieldError) -> Entry
  ) {
    do throws(JSONFieldError) {
      let entry = try read(&notes)
      try Self.check(entry)
      add(consume entry, at: recordPointer, with: &writer)
      if notes.isMostlyUnreadable { unreadable += 1 }
      if !notes.isEmpty, let id = ids.last { keep(notes, on: id, at: recordPointer) }
    } catch {
      setAside(error, at: recordPointer)
    }
    notes.removeAll(room: noteRoom)
    checkTime(after: work)
  }

  /// Throws for an invisible name, also of a dish, and for an event whose times and dates contradict each other.
  @inline(__always)
  private static func check(_ entry: borrowing Entry) throws(JSONFieldError) {
    if case .event(let event) = entry.details, !event.hasConsistentDates {
      throw JSONFieldError(.time, at: "", "the event ends before it starts, or its times are not on its dates")
    }
    if case .menu(let menu) = entry.details {
      for section in menu.sections {
        for dish in section.dishes where !PlainText.canBeSeen(dish.name) {
          throw JSONFieldError(.value, at: "", "the name of a dish has no character that can be seen")
        }
      }
    }
    guard let name = entry.name, !PlainText.canBeSeen(name) else { return }
    throw JSONFieldError(.value, at: "", "the name has no character that can be seen")
  }

  private mutating func add(_ entry: consuming Entry, at recordPointer: RecordPointer, with writer: inout JSONWriter) {
    if !facts.isEmpty, let facts = facts[entry.id] { facts.complete(&entry) }
    if let hours = entry.hours, hours.layers.count > limits.layers { limitLayers(of: &entry, hours, at: recordPointer) }
    if case .menu(let menu) = entry.details {
      menuCount += 1
      limitDishes(of: &entry, menu, at: recordPointer)
    }
    ids.append(entry.id)
    pointers.append(recordPointer)
    writer.removeAll()
    entry.write(to: &writer)
    writer.literal("\n")
    entryBytes += writer.count
    if written == nil {
      entries.append(entry)
    } else {
      writer.withBytes { written?.append(contentsOf: $0) }
      lineEnds.append(written?.count ?? 0)
    }
    let maximum = max(limits.entryBytes, limits.expansion * decodedBytes, limits.bytesPerEntry * ids.count)
    guard entryBytes > maximum else { return }
    refuse(AdapterError(.entriesTooLarge, "\(decodedBytes) bytes of replies became more than \(maximum) bytes of entries"))
  }

  /// Removes the weakest layers, so that hours decided by the remaining ones stay correct.
  private mutating func limitLayers(of entry: inout Entry, _ hours: Schedule, at recordPointer: RecordPointer) {
    entry.hours = Schedule(zone: hours.zone, layers: Array(hours.layers.suffix(limits.layers)))
    let left = "\(hours.layers.count - limits.layers) of \(hours.layers.count) layers of hours were left out"
    let id = entry.id
    append(
      Note(
        .layers, request: recordPointer.request, pointer: recordPointer.pointer, entry: id,
        "\(left): days that only they decide are unknown"))
  }

  /// Checks the deadline, and returns false once the feed is refused. For records that are not read by `readRecords`.
  private mutating func canContinue() -> Bool {
    checkTime(after: Self.workOfUnreadRecord)
    return refusal == nil
  }

  /// The assumed work for a record that is not read by `readRecords`.
  private static let workOfUnreadRecord = 1 << 8

  /// Throws `schema.drift` if more than 10 % of the records, and at least 3, were set aside or have hours of which less than half of the
  /// times could be read: the feed's format must have changed. Duplicates do not count, nor menus if there are other entries.
  ///
  /// Thus 2 of 3 bad records are tolerated, and so are 3 of 30, but not 3 of 29.
  package func checkRejections() throws(AdapterError) {
    let bad = rejected - duplicates + unreadable
    let records = menuCount < ids.count ? records - menuCount : records
    guard bad >= 3, bad * 10 > records else { return }
    let problem = unreadable == 0 ? "had to be set aside" : "had to be set aside or have hours that cannot be read"
    throw AdapterError(
      .drift,
      "\(bad) of \(records.counted("record")) \(problem) (see the notes); the feed's format may have changed, see the adapter's README")
  }

  /// Sets a record aside: counts it and adds a note with its location and the reason.
  public mutating func reject(_ fault: JSONFieldError, at recordPointer: RecordPointer) {
    guard canContinue() else { return }
    setAside(fault, at: recordPointer)
  }

  mutating func setAside(_ fault: JSONFieldError, at recordPointer: RecordPointer) {
    rejected += 1
    if noteRoom > 0 { rejections.append(notes.count) }
    append(Note(ReasonCode(fault.code), request: recordPointer.request, pointer: recordPointer.pointer + fault.pointer, fault.message))
  }

  /// Adds the notes on a record that has become an entry.
  private mutating func keep(_ notes: RecordNotes, on entry: EntryID, at recordPointer: RecordPointer) {
    self.notes += notes.notes(on: entry, at: recordPointer)
    omittedNotes += notes.omitted
  }

  /// Adds the notes on a record that has no entry of its own.
  package mutating func add(_ notes: RecordNotes, at recordPointer: RecordPointer) {
    self.notes += notes.notes(on: nil, at: recordPointer)
    omittedNotes += notes.omitted
  }

  /// Adds a note on a reply. For notes on a record, use `RecordNotes`.
  ///
  /// - Parameters:
  ///   - pointer: a JSON Pointer into the reply; nil for all of it.
  ///   - detail: one sentence without a period.
  public mutating func note(_ code: ReasonCode, in reply: FeedReply, at pointer: String? = nil, _ detail: String) {
    append(Note(code, request: reply.request.label, pointer: pointer, detail))
  }

  /// Adds a note that was made elsewhere.
  package mutating func add(_ note: Note) { append(note) }

  /// Counts records that a rule of the feed left out.
  package mutating func skip(_ count: Int) { skipped += count }

  /// Adds a note that explains why skipped records were left out, instead of the usual one.
  package mutating func explain(skipped count: Int, _ note: Note) {
    explained += count
    append(note)
  }

  var noteRoom: Int { max(0, limits.notes - notes.count) }

  /// An empty list for the notes on the next records.
  package var emptyNotes: RecordNotes { RecordNotes(room: noteRoom, isOver: isOver) }

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
    let skipped = skipped - explained
    if skipped > 0 { append(Note(.skipped, "\(skipped.counted("record")) left out by a rule of the feed")) }
    if omittedNotes > 0 {
      notes.append(Note(.notes, omittedNotes == 1 ? "one more note was left out" : "\(omittedNotes) more notes were left out"))
      omittedNotes = 0
    }
    if let refusal { throw refusal }
  }

  /// Adds the collected menus, sorts the entries by id and removes duplicates. Among entries with equal ids, the one with the smallest canonical bytes stays; the
  /// others count as set aside, with a note.
  public mutating func sortEntries() {
    addCollectedMenus()
    // All ids of a feed have the same beginning, but not those of a catalog.
    let shared = feed.readsCatalogs ? 0 : feed.id.description.utf8.count + 1
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
      let (recordPointer, id) = (pointers[index], ids[index])
      append(
        Note(.duplicateID, request: recordPointer.request, pointer: recordPointer.pointer, entry: id, "another record has the same id"))
    }
    if !order.elementsEqual(ids.indices) { arrange(order) }
  }

  private mutating func arrange(_ order: [Int]) {
    if let lines = written {
      written?.removeAll(keepingCapacity: true)
      let ranges = order.map(line)
      lineEnds = []
      for range in ranges {
        written?.append(contentsOf: lines[range])
        lineEnds.append(written?.count ?? 0)
      }
    } else {
      entries = order.map { entries[$0] }
    }
    ids = order.map { ids[$0] }
    pointers = order.map { pointers[$0] }
  }

  /// The range of a line in `written`.
  private func line(_ index: Int) -> Range<Int> { (index == 0 ? 0 : lineEnds[index - 1])..<lineEnds[index] }

  /// Returns whether two entries are equal.
  func isEqual(_ index: Int, _ other: Int) -> Bool {
    if let written { return written[line(index)].elementsEqual(written[line(other)]) }
    return entries[index] == entries[other]
  }

  /// Prefers the entry with the smaller canonical bytes: an arbitrary rule that does not depend on the order of the records.
  private func isPreferred(_ index: Int, to other: Int) -> Bool {
    if let written { return written[line(index)].lexicographicallyPrecedes(written[line(other)]) }
    return EntryLines([entries[index]]).bytes.lexicographicallyPrecedes(EntryLines([entries[other]]).bytes)
  }
}
