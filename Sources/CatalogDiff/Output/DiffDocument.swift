import CampusCatalog
import OpeningHours
import SimdJSON

/// A diff of two catalogs as JSON, `campus-diff/1`: the changes in words, and the literal differences that `CatalogPatch` applies.
///
///     {"schema":"campus-diff/1","old":{…},"new":{…},"verdict":"different","summary":{"breaking":0,…},
///     "feeds":[…],"campuses":[…],
///     "changes":[
///     {"id":"penn/dining/593","kind":"place","event":"changed","rank":"routine","changes":[{"code":"hours","text":"opens an hour later on Fridays: …",…}]}
///     ],
///     "literal":{"generatedAt":{"from":…,"to":…},"entries":[
///     {"from":{…},"to":{…}}
///     ]}}
///
/// In the literal part, an entry with only `from` was removed, and one with only `to` was added.
public enum DiffDocument {
  /// The name and version of the format.
  public static let schema = "campus-diff/1"

  /// Returns the document, with a line feed at its end.
  ///
  /// - Parameters:
  ///   - log: the change log of the comparison.
  ///   - literal: the comparison, or nil to leave out the literal part; such a document cannot be applied.
  /// - Throws: `DiffError` if the new catalog has no canonical layout and is not UTF-8.
  public static func text(of log: ChangeLog, literal: CatalogComparison?) throws -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("schema")
    writer.string(schema)
    writer.edition("old", log.old)
    writer.edition("new", log.new)
    writer.key("verdict")
    writer.string(log.verdict.rawValue)
    writer.key("summary")
    writer.beginObject()
    for rank in Change.Rank.allCases.reversed() {
      writer.key(rank.rawValue)
      writer.integer(log.count(rank))
    }
    writer.endObject()
    writer.lines("feeds", log.feeds) { $0.write($1) }
    writer.lines("campuses", log.campusChanges) { $0.write($1) }
    writer.lines("changes", log.entries) { $0.write($1) }
    if let literal { try write(literal, to: &writer) }
    writer.endObject()
    return writer.text + "\n"
  }

  // MARK: - Literal

  /// Writes the member `literal`, with one difference a line.
  private static func write(_ comparison: CatalogComparison, to writer: inout JSONWriter) throws {
    let (old, new) = (comparison.old, comparison.new)
    writer.literal(",\n\"literal\":")
    writer.beginObject()
    writer.key("generatedAt")
    writer.pair(old.generatedAt, new.generatedAt)
    writer.key("contentHash")
    writer.pair(old.contentHash, new.contentHash)
    try writer.differences("campuses", lists(old.campuses, new.campuses))
    try writer.differences("feeds", lists(old.feeds, new.feeds))
    try writer.differences("entries", comparison.differences.map { ($0.old?.line, $0.new?.line) })
    if let text = comparison.nonCanonicalText {
      guard let whole = String(validating: text, as: UTF8.self) else {
        throw DiffError("\(new.name) does not have the canonical layout and is not UTF-8, so it cannot be written as JSON")
      }
      writer.literal(",\n\"text\":")
      writer.string(whole)
    }
    writer.endObject()
  }

  /// Returns the differing elements of two lists, sorted by id; all elements if one has no id.
  private static func lists(_ old: [[UInt8]], _ new: [[UInt8]]) -> [(old: [UInt8]?, new: [UInt8]?)] {
    if old == new { return [] }
    guard let before = byID(old), let after = byID(new) else { return old.map { ($0, nil) } + new.map { (nil, $0) } }
    return Set(before.keys).union(after.keys).sorted { $0.lexicographicallyPrecedes($1) }
      .map { (before[$0], after[$0]) }.filter { $0.0 != $0.1 }
  }

  /// Returns lines by their ids; nil if a line has no id, or two have the same.
  private static func byID(_ lines: [[UInt8]]) -> [[UInt8]: [UInt8]]? {
    var found: [[UInt8]: [UInt8]] = [:]
    for line in lines {
      guard let id = CanonicalJSON.id(of: line), found.updateValue(line, forKey: id) == nil else { return nil }
    }
    return found
  }
}

extension JSONWriter {
  fileprivate mutating func edition(_ key: StaticString, _ edition: ChangeLog.Edition) {
    self.key(key)
    beginObject()
    self.key("generatedAt")
    string(edition.generatedAt.description)
    self.key("contentHash")
    string(edition.contentHash)
    self.key("entries")
    integer(edition.entries)
    endObject()
  }

  /// Writes a member with a string; nothing for nil.
  mutating func text(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    self.key(key)
    string(value)
  }

  fileprivate mutating func pair(_ from: String, _ to: String) {
    beginObject()
    text("from", from)
    text("to", to)
    endObject()
  }

  /// Writes an array with one element a line.
  fileprivate mutating func lines<Element>(_ name: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
    literal(",\n")
    key(name)
    beginArray()
    for (index, element) in elements.enumerated() {
      literal(index == 0 ? "\n" : ",\n")
      write(&self, element)
    }
    if !elements.isEmpty { literal("\n") }
    endArray()
  }

  /// Writes an array of differences. `from` is missing for a line that was added, and `to` for one that was removed.
  fileprivate mutating func differences(_ name: String, _ differences: [(old: [UInt8]?, new: [UInt8]?)]) throws {
    var failure: (any Error)?
    lines(name, differences) { writer, difference in
      writer.beginObject()
      for (key, line) in [("from", difference.old), ("to", difference.new)] {
        guard let line else { continue }
        do {
          let document = try JSONDocument(parsing: line)
          writer.key(key)
          writer.copy(document.root)
        } catch {
          failure = error
        }
      }
      writer.endObject()
    }
    if let failure { throw failure }
  }

  // MARK: - Feeds, campuses and entries

  fileprivate mutating func write(_ feed: FeedComparison) {
    beginObject()
    text("id", feed.id.description)
    text("old", feed.old?.rawValue)
    text("new", feed.new?.rawValue)
    text("reason", feed.reason?.description)
    key("comparable")
    bool(feed.isComparable)
    for (name, count) in [("missing", feed.missing), ("withoutCommonDay", feed.withoutCommonDay), ("streamed", feed.streamed)]
    where count > 0 {
      key(name)
      integer(count)
    }
    key("texts")
    beginArray()
    for text in feed.texts { string(text) }
    endArray()
    endObject()
  }

  fileprivate mutating func write(_ campus: CampusChanges) {
    beginObject()
    text("id", campus.id.description)
    text("name", campus.name)
    text("rank", campus.rank.rawValue)
    write(campus.changes)
    endObject()
  }

  fileprivate mutating func write(_ entry: EntryChanges) {
    beginObject()
    text("id", entry.id.description)
    text("formerId", entry.formerID?.description)
    text("kind", entry.kind.rawValue)
    text("name", entry.name)
    text("event", entry.event.rawValue)
    text("rank", entry.rank.rawValue)
    write(entry.changes)
    endObject()
  }
}

extension JSONWriter {
  /// Writes the member `changes` of an object.
  mutating func write(_ changes: [Change]) {
    key("changes")
    beginArray()
    for change in changes {
      beginObject()
      text("code", change.code)
      text("field", change.field)
      text("rank", change.rank.rawValue)
      text("why", change.why)
      text("text", change.text)
      for (name, value) in [("from", change.from), ("to", change.to)] {
        guard let value else { continue }
        key(name)
        canonical(value)
      }
      endObject()
    }
    endArray()
  }
}
