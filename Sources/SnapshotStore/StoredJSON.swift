import Aggregation
import Basics
import CampusCatalog
import FeedKit
import OpeningHours
import SimdJSON

/// Reads and writes the lists in columns of rows and in contents, as canonical JSON.
enum StoredJSON {
  private static let none = "[]"

  static func write(_ notes: [Note]) -> String { list(notes) { $0.write(to: &$1) } }

  static func notes(_ text: String) throws -> [Note] { try list(text, "a list of notes") { try Note(reading: $0) } }

  static func instants(_ text: String) throws -> [Instant] {
    try list(text, "a list of times") { $0.string.flatMap { Instant($0) } }
  }

  /// Returns ids or times as a JSON array of texts: `["2026-11-21T17:00:00Z"]`.
  static func write(_ values: [some CustomStringConvertible]) -> String { list(values) { $1.string($0.description) } }

  /// Returns a selection as a JSON object: `{"campuses":["penn"],"feeds":["gmu/whats-open"]}`. Equal selections have equal texts, so
  /// that queries can compare the text.
  static func write(_ selection: RunSelection) -> String {
    #"{"campuses":\#(write(selection.campuses)),"feeds":\#(write(selection.feeds))}"#
  }

  /// - Parameter what: a description of the row for errors.
  static func selection(_ text: String, _ what: String) throws -> RunSelection {
    let document = try JSONDocument(parsing: Array(text.utf8))
    return RunSelection(
      campuses: try values(in: try document.root.requiredArray("campuses"), what) { $0.string.flatMap { CampusID($0) } },
      feeds: try values(in: try document.root.requiredArray("feeds"), what) { $0.string.flatMap { FeedID($0) } })
  }

  // MARK: - Upstreams

  /// Returns an upstream as a JSON object with the lists `campuses` and `feeds` of its catalog.
  static func write(_ catalog: UpstreamCatalog) -> String {
    #"{"campuses":\#(list(catalog.campuses) { $0.write(to: &$1) }),"feeds":\#(list(catalog.feeds) { $0.write(to: &$1) })}"#
  }

  static func upstream(_ text: String) throws -> UpstreamCatalog {
    let document = try JSONDocument(parsing: Array(text.utf8))
    let root = document.root
    return UpstreamCatalog(
      campuses: try values(in: try root.requiredArray("campuses"), "an upstream") { try Campus(reading: $0) },
      feeds: try values(in: try root.requiredArray("feeds"), "an upstream") { try FeedReport(reading: $0) })
  }

  /// Returns held feeds as `[["penn/dining","guard.shrink",1,3,"2026-11-21T17:00:00Z"],…]`: the number of polls, the number of entries, and the
  /// time of the last poll.
  static func write(_ held: [FeedID: FeedState.Held]) -> String {
    list(held.sorted { $0.key < $1.key }) { element, writer in
      writer.beginArray()
      writer.string(element.key.description)
      writer.string(element.value.reason.description)
      writer.integer(element.value.count)
      writer.integer(element.value.entries)
      writer.string(element.value.lastAt.description)
      writer.endArray()
    }
  }

  static func held(_ text: String) throws -> [FeedID: FeedState.Held] {
    let held = try list(text, "the held feeds of an upstream") { element -> (FeedID, FeedState.Held)? in
      var values = element.elements
      guard let feed = values.next()?.string.flatMap({ FeedID($0) }), let reason = values.next()?.string,
        let count = values.next()?.integer.flatMap({ Int(exactly: $0) }),
        let entries = values.next()?.integer.flatMap({ Int(exactly: $0) }),
        let lastAt = values.next()?.string.flatMap({ Instant($0) })
      else { return nil }
      return (feed, FeedState.Held(reason: ReasonCode(reason), count: count, entries: entries, lastAt: lastAt))
    }
    return Dictionary(held) { first, _ in first }
  }

  // MARK: - Runs

  /// Returns the times at which the feeds of a run were checked, as a short text: a JSON array with one element for each feed report, in
  /// order.
  ///
  /// An element is the number of nanoseconds after the time of generation, null for a feed that was not checked, or the time as text if
  /// the number does not fit in 64 bits.
  /// For example `[0,null,-1500000000]`: the first feed was checked at the time of generation, the second not at all, the third 1.5
  /// seconds before.
  static func checkTimes(of reports: [FeedReport], from moment: Instant) -> String {
    list(reports) { report, writer in
      guard let time = report.checkedAt else { return writer.null() }
      if let offset = Int(exactly: time.nanosecondsSinceEpoch - moment.nanosecondsSinceEpoch) {
        writer.integer(offset)
      } else {
        writer.string(time.description)
      }
    }
  }

  /// Reads the times, one for each feed report; nil for a feed that was not checked.
  ///
  /// - Throws: `DamagedRow` for an element that is not a time; errors of JSON.
  static func checkTimes(_ text: String, from moment: Instant) throws -> [Instant?] {
    try list(text, "the times of a run") { element -> Instant?? in
      if element.isNull { return .some(nil) }
      if let offset = element.integer, let time = Instant(nanosecondsSinceEpoch: moment.nanosecondsSinceEpoch + Int128(offset)) {
        return time
      }
      return element.string.flatMap { Instant($0) }.map { .some($0) }
    }
  }

  /// Returns how long the feeds of a run took, as a short text: a JSON array with the position of each requested feed among the reports and its
  /// milliseconds. `[0,312,4,1290]`: the first feed took 312 ms, the fifth 1290 ms. Nil if none was requested.
  static func write(_ durations: [Duration?]) -> String? {
    let numbers = durations.enumerated().flatMap { index, duration in
      duration.map { [index, max(0, Int(clamping: Int64($0 / .milliseconds(1))))] } ?? []
    }
    return numbers.isEmpty ? nil : list(numbers) { $1.integer($0) }
  }

  /// Reads the durations by the positions of their feeds.
  ///
  /// - Throws: `DamagedRow` for a list that is not of pairs; errors of JSON.
  static func durations(_ text: String) throws -> [Int: Duration] {
    let what = "the durations of a run"
    let numbers = try list(text, what) { $0.integer.flatMap { Int(exactly: $0) } }
    guard numbers.count.isMultiple(of: 2) else { throw DamagedRow(what) }
    return Dictionary(
      stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], .milliseconds(numbers[$0 + 1])) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Writes the list of parts of a run, in pieces: `[["penn","<sha256>",12],…]`. Equal lists have equal texts, so runs that wrote the same entries
  /// share one content.
  static func write(_ parts: [RunPart], _ piece: (UnsafeRawBufferPointer) -> Void) {
    var writer = JSONWriter(capacity: 2 * pieceSize)
    writer.literal("[")
    for (index, part) in parts.enumerated() {
      if index > 0 { writer.literal(",") }
      writer.beginArray()
      writer.string(part.campus.description)
      writer.string(part.content.description)
      writer.integer(part.count)
      writer.endArray()
      writer.flush(to: piece)
    }
    writer.literal("]")
    writer.flush(atLeast: 1, to: piece)
  }

  /// Reads a list of parts.
  ///
  /// - Throws: `DamagedRow` if an element is not a part with at least one line; errors of JSON.
  static func parts(_ bytes: [UInt8]) throws -> [RunPart] {
    try list(String(decoding: bytes, as: UTF8.self), "a list of parts") { element -> RunPart? in
      var values = element.elements
      guard let campus = values.next()?.string.flatMap({ CampusID($0) }), let content = values.next()?.string.flatMap({ ContentID($0) }),
        let count = values.next()?.integer.flatMap({ Int(exactly: $0) }), count > 0
      else { return nil }
      return RunPart(campus: campus, content: content, count: count)
    }
  }

  // MARK: - Lists

  private static func list<Value>(_ values: [Value], _ write: (Value, inout JSONWriter) -> Void) -> String {
    guard !values.isEmpty else { return none }
    var writer = JSONWriter(capacity: 1024)
    writer.array(values, write)
    return writer.text
  }

  /// - Throws: `DamagedRow` with the description `what` if `read` returns nil for an element.
  private static func list<Value>(_ text: String, _ what: String, _ read: (borrowing JSONValue) throws -> Value?) throws -> [Value] {
    guard text != none else { return [] }
    let document = try JSONDocument(parsing: Array(text.utf8))
    return try values(in: document.root, what, read)
  }

  private static func values<Value>(
    in array: borrowing JSONValue, _ what: String, _ read: (borrowing JSONValue) throws -> Value?
  ) throws -> [Value] {
    var values: [Value] = []
    var elements = array.elements
    while let element = elements.next() {
      guard let value = try read(element) else { throw DamagedRow(what) }
      values.append(value)
    }
    return values
  }
}

/// A part of the entry lines of a catalog. A campus has several parts if its lines were split by feed or by size (`PreparedRun`).
struct RunPart: Hashable {
  let campus: CampusID
  let content: ContentID
  let count: Int
}

extension Instant {
  fileprivate var nanosecondsSinceEpoch: Int128 { Int128(secondsSinceEpoch) * 1_000_000_000 + Int128(nanoseconds) }

  fileprivate init?(nanosecondsSinceEpoch count: Int128) {
    let nanoseconds = ((count % 1_000_000_000) + 1_000_000_000) % 1_000_000_000
    self.init(secondsSinceEpoch: Int64((count - nanoseconds) / 1_000_000_000), nanoseconds: Int32(nanoseconds))
  }
}

extension StoredJSON {
  /// The usual size of a piece of a content, in bytes.
  static let pieceSize = 1 << 16
}

extension JSONWriter {
  /// Passes on what is written so far, and starts again, if it has this many bytes.
  mutating func flush(atLeast size: Int = StoredJSON.pieceSize, to piece: (UnsafeRawBufferPointer) -> Void) {
    guard count >= size else { return }
    withBytes(piece)
    removeAll()
  }
}
