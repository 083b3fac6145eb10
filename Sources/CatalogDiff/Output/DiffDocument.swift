import CampusCatalog
import OpeningHours
import SimdJSON

/// A diff of two catalogs as JSON, `campus-diff/1`: the changes in words, and the values that differ.
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
  public static let schema = "campus-diff/1"

  /// Returns the document, with a line feed at its end.
  ///
  /// - Parameters:
  ///   - log: the change log of the comparison.
  ///   - literal: the comparison; nil to leave out the literal part.
  ///   - filter: the filter of the log; nil if it has all changes.
  /// - Throws: `JSONError` for a difference that is not JSON.
  public static func text(of log: ChangeLog, literal: CatalogComparison?, filter: ChangeFilter? = nil) throws -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("schema", schema)
    writer.edition("old", log.old)
    writer.edition("new", log.new)
    writer.member("verdict", log.verdict.rawValue)
    if let filter {
      writer.object("filter") { writer in
        for (key, values) in filter.lists { writer.list(key, values) { $1.string($0) } }
      }
    }
    writer.object("summary") { writer in
      for rank in Change.Rank.allCases.reversed() {
        writer.key(rank.rawValue)
        writer.integer(log.count(rank))
      }
    }
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
    writer.pair("generatedAt", old.generatedAt, new.generatedAt)
    writer.pair("contentHash", old.contentHash, new.contentHash)
    try writer.differences("campuses", comparison.campuses)
    try writer.differences("feeds", comparison.feeds)
    try writer.differences("entries", comparison.entries)
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func edition(_ key: StaticString, _ edition: ChangeLog.Edition) {
    object(key) { writer in
      writer.member("generatedAt", edition.generatedAt.description)
      writer.member("contentHash", edition.contentHash)
      writer.member("entries", edition.entries)
    }
  }

  fileprivate mutating func pair(_ key: StaticString, _ from: String, _ to: String) {
    object(key) { writer in
      writer.member("from", from)
      writer.member("to", to)
    }
  }

  /// Writes an array of objects, one a line. `write` writes the members of one.
  mutating func lines<Element>(_ name: StaticString, _ elements: [Element], _ write: (inout JSONWriter, Element) throws -> Void) rethrows {
    literal(",\n")
    key(name)
    beginArray()
    for (index, element) in elements.enumerated() {
      literal(index == 0 ? "\n" : ",\n")
      beginObject()
      try write(&self, element)
      endObject()
    }
    if !elements.isEmpty { literal("\n") }
    endArray()
  }

  /// Writes an array of differences. `from` is missing for a line that was added, and `to` for one that was removed.
  fileprivate mutating func differences(_ name: StaticString, _ list: ListDifferences) throws {
    try lines(name, list.changes) { writer, difference in
      for (key, side) in [("from", difference.old), ("to", difference.new)] {
        guard let side else { continue }
        let document = try JSONDocument(parsing: side.line)
        writer.key(key)
        writer.copy(document.root)
      }
    }
  }

  // MARK: - Feeds, campuses and entries

  fileprivate mutating func write(_ feed: FeedComparison) {
    member("id", feed.id.description)
    member("old", feed.old?.rawValue)
    member("new", feed.new?.rawValue)
    member("reason", feed.reason?.description)
    member("comparable", feed.isComparable)
    if feed.pairedByName > 0 { member("pairedByName", feed.pairedByName) }
    if feed.missing > 0 { member("missing", feed.missing) }
    if feed.withoutCommonDay > 0 { member("withoutCommonDay", feed.withoutCommonDay) }
    if feed.comparedWithUsualWeek > 0 { member("comparedWithUsualWeek", feed.comparedWithUsualWeek) }
    if feed.streamed > 0 { member("streamed", feed.streamed) }
    list("texts", feed.texts) { $1.string($0) }
  }

  fileprivate mutating func write(_ campus: CampusChanges) {
    member("id", campus.id.description)
    member("name", campus.name)
    member("rank", campus.rank.rawValue)
    write(campus.changes)
  }

  fileprivate mutating func write(_ entry: EntryChanges) {
    member("id", entry.id.description)
    member("formerId", entry.formerID?.description)
    member("kind", entry.kind.rawValue)
    member("name", entry.name)
    member("event", entry.event.rawValue)
    member("rank", entry.rank.rawValue)
    write(entry.changes)
  }
}

extension JSONWriter {
  mutating func write(_ changes: [Change]) {
    objects("changes", changes) { change, writer in
      writer.member("code", change.code.rawValue)
      writer.member("field", change.field)
      writer.member("rank", change.rank.rawValue)
      writer.member("why", change.why)
      writer.member("text", change.text)
      for (name, value) in [("from", change.from), ("to", change.to)] {
        guard let value else { continue }
        writer.key(name)
        writer.canonical(value)
      }
    }
  }
}

/// The JSON Schema (2020-12) of `campus-diff/1`, as bytes: the file in `Sources/CatalogDiff/Schema`.
public enum DiffSchema {
  public static var bytes: [UInt8] { EmbeddedFiles.bytes(of: "Schema/campus-diff-1.schema.json") }
}
