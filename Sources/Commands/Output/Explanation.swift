import CampusCatalog
import FeedKit
import OpeningHours
import SimdJSON

/// An explanation of where the values of one entry come from, as text and as JSON.
struct Explanation {
  let entry: Entry
  let catalog: Catalog
  /// The locations of its records, as far as known.
  let pointers: [EntryID: RecordPointer]
  /// The registry's facts about the entry and about entries that were merged into it.
  let facts: [EntryID: EntryFacts]

  /// One value: where it comes from, why, and which other values it overrides.
  struct Row {
    let field: String
    let value: String
    let from: String
    var because: String?
    var until: LocalDate?
    var over: [Provenance.OverriddenValue] = []
  }

  /// Returns a row for each field; a field that was decided in parts (an address from one feed, a position from another) has one for each.
  func rows(_ only: String?) -> [Row] {
    Entry.Field.allCases.flatMap { field -> [Row] in
      guard let value = entry.json(of: field) else { return [] }
      let decided = entry.provenance.filter { Self.isPart($0.field, of: field.rawValue) }
      guard !decided.isEmpty else {
        if let rows = factRows(field, value) { return rows }
        let row = row(only.flatMap { Self.isPart($0, of: field.rawValue) ? $0 : nil } ?? field.rawValue, of: value)
        return row.value.isEmpty ? [] : [row]
      }
      return decided.map { provenance in
        var row =
          switch provenance.origin {
          case .entry(let id): row(provenance.field, of: value, by: id)
          case .correction: Row(field: provenance.field, value: part(provenance.field, of: value), from: "correction")
          }
        (row.because, row.until, row.over) = (provenance.because, provenance.until, provenance.overridden)
        return row
      }
    }.filter { row in only.map { Self.isPart(row.field, of: $0) || Self.isPart($0, of: row.field) } ?? true }
  }

  /// Returns whether a name, such as "location.address", is a field or a part of it.
  private static func isPart(_ name: String, of field: String) -> Bool { name == field || name.hasPrefix(field + ".") }

  /// Returns the rows of a field to which both the feed and the facts of a registry file contribute: a row for each member of an object
  /// and each element of a list. Nil if there are no such facts.
  private func factRows(_ field: Entry.Field, _ value: String) -> [Row]? {
    guard let facts = facts[entry.id]?.entry(entry.id, on: entry.campus), let known = facts.json(of: field), known != value,
      let tree = JSONTree(parsing: Array(value.utf8))
    else { return nil }
    var rows: [Row] = []
    if case .object(let members) = tree {
      for member in members {
        let name = field.rawValue + "." + (["latitude", "longitude"].contains(member.key) ? "position" : member.key)
        if rows.last?.field != name { rows.append(row(name, of: value)) }
      }
    } else if field == .links {
      rows = entry.links.map { link in
        var one = entry
        one.links = [link]
        let from = facts.links.contains(link) ? Self.facts : entry.id.description
        return Row(field: field.rawValue, value: one.json(of: field) ?? "", from: from)
      }
    }
    return rows.contains { $0.from == Self.facts } ? rows : nil
  }

  /// Returns the row for a part of a field, from the facts of a registry file or from its feed.
  ///
  /// - Parameter id: the entry that provided the field; nil for this one.
  private func row(_ name: String, of json: String, by id: EntryID? = nil) -> Row {
    let id = id ?? entry.id
    let value = part(name, of: json)
    let facts = facts[id]?.entry(id, on: id.feed?.campus ?? entry.campus)
    let field = Entry.Field.allCases.first { Self.isPart(name, of: $0.rawValue) }
    let known = field.flatMap { facts?.json(of: $0) }.map { part(name, of: $0) }
    return Row(field: name, value: value, from: known == value ? Self.facts : id.description)
  }

  private static let facts = "facts"

  /// Returns the value of a part such as "location.address" from the JSON text of the location.
  private func part(_ field: String, of json: String) -> String {
    guard let dot = field.firstIndex(of: "."), let tree = JSONTree(parsing: Array(json.utf8)) else { return json }
    let key = String(field[field.index(after: dot)...])
    if key != "position" { return tree.value(at: [key])?.text ?? "" }
    let position = tree.children.filter { ["latitude", "longitude"].contains($0.key) }
    return position.isEmpty ? "" : JSONTree.object(position).text
  }

  /// The records that the entry was merged from, and their locations.
  private var sources: [(reference: SourceReference, pointer: RecordPointer?)] {
    entry.sources.map { source in (source, EntryID(feed: source.feed, record: source.record).flatMap { pointers[$0] }) }
  }

  private func notes(_ only: String?) -> [(feed: FeedID, note: Note)] {
    let ids = Set([entry.id] + entry.aliases)
    return catalog.feeds.flatMap { feed in
      feed.notes.filter { note in note.entry.map { ids.contains($0) } ?? false }.map { (feed.id, $0) }
    }.filter { note in only.map { note.note.detail.contains($0) || note.note.pointer?.contains($0) == true } ?? true }
  }

  /// Returns the explanation as text, wrapped to the width of the terminal.
  func lines(_ only: String?, on terminal: Terminal) -> [String] {
    func wrapped(_ text: String, _ indent: Int) -> [String] { Paragraph.lines(text, width: terminal.width, indent: indent) }
    let kind = "\(entry.id)  \(entry.kind.rawValue)"
    var lines = [PlainText.visible(kind + (entry.name.map { "  \($0)" } ?? ""), isOneLine: true)]
    if !entry.aliases.isEmpty { lines += wrapped("also known as \(entry.aliases.map(\.description).joined(separator: ", "))", 0) }
    for (source, pointer) in sources {
      lines += wrapped("from \(source.feed), record \(source.record)" + (pointer.map { ", \($0.request) \($0.pointer)" } ?? ""), 0)
    }
    for row in rows(only) {
      lines += ["", terminal.text(PlainText.visible(row.field, isOneLine: true), .heading)]
      lines += Paragraph.lines(ofJSON: row.value, width: terminal.width, indent: 2)
      var origin = "from \(row.from)"
      if let because = row.because { origin += ", because \(because)" }
      if let until = row.until { origin += ", until \(until)" }
      lines += wrapped(origin, 2)
      for loser in row.over { lines += Paragraph.lines(ofJSON: "not \(loser.value) from \(loser.from)", width: terminal.width, indent: 2) }
    }
    let notes = notes(only)
    if !notes.isEmpty { lines += ["", terminal.text("notes", .heading)] }
    for (feed, note) in notes {
      lines += wrapped("\(note.code) (\(feed)\(note.location.isEmpty ? "" : ", \(note.location)")): \(note.detail)", 2)
    }
    return lines
  }

  /// Returns `{"schema":"campus-explanation/1","id":…,"sources":[…],"fields":[…],"notes":[…]}`.
  func json(_ only: String?) -> String {
    JSONWriter.document("campus-explanation/1") { writer in
      writer.member("id", entry.id.description)
      writer.list("aliases", entry.aliases.map(\.description)) { $1.string($0) }
      writer.objects("sources", sources) { item, writer in
        writer.member("feed", item.reference.feed.description)
        writer.member("record", item.reference.record)
        writer.member("request", item.pointer?.request)
        writer.member("pointer", item.pointer?.pointer)
      }
      writer.objects("fields", rows(only)) { row, writer in
        writer.member("field", row.field)
        writer.key("value")
        writer.canonical(row.value)
        writer.member("from", row.from)
        writer.member("because", row.because)
        writer.member("until", row.until?.description)
        writer.objects("over", row.over) { loser, writer in
          writer.member("from", loser.from.description)
          writer.key("value")
          writer.canonical(loser.value)
        }
      }
      writer.list("notes", notes(only)) { $0.note.write(to: &$1) }
    }
  }
}
