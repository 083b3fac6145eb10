import CampusCatalog
import FeedKit
import OpeningHours
import SimdJSON
import StoreInterface

/// Reads and writes the lists in columns of rows, as canonical JSON.
enum StoredJSON {
  private static let none = "[]"

  static func write(_ notes: [Note]) -> String {
    guard !notes.isEmpty else { return none }
    var writer = JSONWriter(capacity: 1024)
    writer.beginArray()
    for note in notes { note.write(to: &writer) }
    writer.endArray()
    return writer.text
  }

  static func notes(_ text: String) throws -> [Note] {
    guard text != none else { return [] }
    let document = try JSONDocument(parsing: Array(text.utf8))
    var notes: [Note] = []
    var elements = document.root.elements
    while let note = elements.next() { notes.append(try Note(reading: note)) }
    return notes
  }

  /// Returns times as a JSON array of RFC 3339 texts: `["2026-11-21T17:00:00Z"]`.
  static func write(_ instants: [Instant]) -> String {
    guard !instants.isEmpty else { return none }
    var writer = JSONWriter(capacity: 256)
    writer.beginArray()
    for instant in instants { writer.string(instant.description) }
    writer.endArray()
    return writer.text
  }

  static func instants(_ text: String) throws -> [Instant] {
    guard text != none else { return [] }
    let document = try JSONDocument(parsing: Array(text.utf8))
    var instants: [Instant] = []
    var elements = document.root.elements
    while let element = elements.next() {
      guard let instant = element.string.flatMap({ Instant($0) }) else { throw DamagedRow("a list of times") }
      instants.append(instant)
    }
    return instants
  }

  /// Returns a selection as a JSON object: `{"campuses":["penn"],"feeds":["gmu/whats-open"]}`. Equal selections have equal texts, so
  /// that queries can compare the text.
  static func write(_ selection: RunSelection) -> String {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.key("campuses")
    writer.beginArray()
    for id in selection.campuses { writer.string(id.description) }
    writer.endArray()
    writer.key("feeds")
    writer.beginArray()
    for id in selection.feeds { writer.string(id.description) }
    writer.endArray()
    writer.endObject()
    return writer.text
  }

  /// Reads a selection; nil if an id is invalid.
  static func selection(_ text: String) throws -> RunSelection? {
    let document = try JSONDocument(parsing: Array(text.utf8))
    var (campuses, feeds): ([CampusID], [FeedID]) = ([], [])
    var elements = try document.root.requiredArray("campuses").elements
    while let element = elements.next() {
      guard let id = element.string.flatMap({ CampusID($0) }) else { return nil }
      campuses.append(id)
    }
    elements = try document.root.requiredArray("feeds").elements
    while let element = elements.next() {
      guard let id = element.string.flatMap({ FeedID($0) }) else { return nil }
      feeds.append(id)
    }
    return RunSelection(campuses: campuses, feeds: feeds)
  }
}
