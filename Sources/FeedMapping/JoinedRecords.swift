import FeedKit

/// Records that are one entry together if they have the same id, from all pages of a feed.
struct JoinedRecords {
  /// The records with one id: their JSON texts, and where the first of them is.
  private struct Group {
    var texts: [String] = []
    var pointer: RecordPointer
  }

  private var groups: [Group] = []
  private var indices: [String: Int] = [:]
  /// The number of records.
  private(set) var count = 0

  /// Adds a record.
  ///
  /// - Parameter id: nil for a record without an id, which is joined with no others.
  mutating func add(_ record: JSONValue, id: String?, at pointer: RecordPointer) {
    var writer = JSONWriter()
    writer.copy(record)
    count += 1
    if let id, let index = indices[id] { return groups[index].texts.append(writer.text) }
    if let id { indices[id] = groups.count }
    groups.append(Group(texts: [writer.text], pointer: pointer))
  }

  /// Returns an array of the entries, each an array of its records, in the order of their texts with sorted keys: the order in the reply does
  /// not matter.
  func document() throws(AdapterError) -> JSONDocument {
    let entries = groups.map { group in
      let texts = group.texts.count == 1 ? group.texts : Self.sorted(group.texts)
      return "[\(texts.joined(separator: ","))]"
    }
    do {
      let document = try JSONDocument(parsing: Array("[\(entries.joined(separator: ","))]".utf8))
      return document
    } catch {
      throw AdapterError(.wrongShape, "the joined records cannot be read: \(error)")
    }
  }

  private static func sorted(_ texts: [String]) -> [String] {
    let keyed = texts.map { text in (key: JSONTree(parsing: Array(text.utf8))?.sortedByKey.text ?? text, text: text) }
    return keyed.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.text)
  }

  /// Where the first record of each entry is, in the same order.
  var pointers: [RecordPointer] { groups.map(\.pointer) }
}

extension MappingAdapter {
  /// Adds the records of a reply to those that are joined.
  func collect(
    _ root: JSONValue, in reply: FeedReply, _ context: ReadingContext, into joined: inout JoinedRecords, _ draft: inout FeedDraft
  ) throws(AdapterError) {
    let rule = mapping.levels[0]
    let pointer = rule.pointer(in: root)
    let list: JSONValue
    do throws(JSONFieldError) { list = try rule.list(in: root) } catch { throw AdapterError(shape: error, in: reply.request) }
    var rows = Rows(list)
    while let row = rows.next() {
      draft.checkTime(after: row.wordCount + row.textBytes + mapping.ruleCount)
      let scope = Scope(record: row, group: root, key: rows.key, context)
      if row.isObject, mapping.skip.hold(in: scope) {
        draft.skip(1)
        continue
      }
      var notes = RecordNotes()
      let id = row.isObject ? try? mapping.entry?.recordKey(in: scope, &notes) : nil
      joined.add(row, id: id, at: RecordPointer(request: reply.request, parent: pointer, index: rows.count - 1, key: rows.key))
    }
  }

  /// Reads the entries of joined records.
  func read(_ joined: JoinedRecords, _ zone: Zone?, _ context: ReadingContext, into draft: inout FeedDraft) throws(AdapterError) {
    guard let entry = mapping.entry else { return }
    let pointers = joined.pointers
    let document = try joined.document()
    let feed = draft.feed
    draft.readRows(document.root, at: pointers, rules: mapping.ruleCount) { (records, notes) throws(JSONFieldError) in
      var elements = records.elements
      guard let first = elements.next()?.anchored, first.isObject else { throw records.fault(.type, "expected an object") }
      // Joined records have no group.
      let scope = Scope(record: first, group: first, key: nil, context, joined: records)
      return try entry.entry(in: scope, of: feed, zone, &notes)
    }
    let others = joined.count - pointers.count
    guard others > 0 else { return }
    draft.skip(others)
    let entries = mapping.kind == .event ? pointers.count.counted("event") : pointers.count.counted("place")
    let text = "\(joined.count.counted("record")) are \(entries): those with the same id are joined"
    draft.explain(skipped: others, Note(.skipped, text))
  }
}

extension JSONTree {
  /// The value with the members of its objects sorted by key.
  fileprivate var sortedByKey: JSONTree {
    switch self {
    case .object(let members):
      .object(
        members.map { ($0.key, $0.value.sortedByKey) }.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
          .map { (key: $0.0, value: $0.1) })
    case .array(let elements): .array(elements.map(\.sortedByKey))
    case .string, .literal: self
    }
  }
}
