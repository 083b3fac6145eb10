import Basics
import CampusCatalog
import SimdJSON

/// The differences of two catalogs as a JSON Patch (RFC 6902): applied to the old catalog it gives the new one, value for value.
///
///     [
///     {"op":"replace","path":"/generatedAt","value":"2026-11-22T12:00:00Z"},
///     {"op":"remove","path":"/entries/7"},
///     {"op":"replace","path":"/entries/4/name","value":"Commons"}
///     ]
///
/// One operation a line. Entries are removed first, from the end of the list; new and moved entries are then added from its
/// beginning, so that each index is right at the time of its operation. Paths are JSON Pointers (RFC 6901).
public enum JSONPatch {
  /// Returns the patch, with a line feed at its end; `[]` if no value differs.
  public static func text(of comparison: CatalogComparison) throws -> String {
    var patch = PatchWriter()
    let (old, new) = (comparison.old, comparison.new)
    if old.generatedAt != new.generatedAt { patch.write("replace", "/generatedAt") { $0.string(new.generatedAt) } }
    try patch.edit("/campuses", comparison.campuses)
    try patch.edit("/feeds", comparison.feeds)
    try patch.edit("/entries", comparison.entries)
    if old.contentHash != new.contentHash { patch.write("replace", "/contentHash") { $0.string(new.contentHash) } }
    return patch.text
  }
}

private struct PatchWriter {
  /// The operations as JSON text.
  private var operations: [String] = []

  var text: String { operations.isEmpty ? "[]\n" : "[\n\(operations.joined(separator: ",\n"))\n]\n" }

  /// Writes an operation: `add` or `replace` with a value, or `remove`.
  mutating func write(_ operation: String, _ path: String, _ value: (inout JSONWriter) -> Void = { _ in }) {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.member("op", operation)
    writer.member("path", path)
    if operation != "remove" {
      writer.key("value")
      value(&writer)
    }
    writer.endObject()
    operations.append(writer.text)
  }

  /// Edits a list: first removals, from its end, then insertions and replacements, from its beginning.
  ///
  /// After the removals, the list has only the elements that stay, in their new order. A step at an index finds everything before that
  /// index complete, so each index is right at the time of its edit.
  mutating func edit(_ path: String, _ list: ListDifferences) throws {
    let moved = Set(list.moves.compactMap(\.new?.index))
    let removals = (list.changes.filter { $0.new == nil } + list.moves).compactMap(\.old?.index)
    for index in removals.sorted(by: >) { write("remove", "\(path)/\(index)") }
    var steps = list.moves.compactMap { move in move.new.map { (old: CatalogDifference.Side?.none, new: $0) } }
    steps += list.changes.compactMap { change in change.new.map { (old: change.old, new: $0) } }.filter { !moved.contains($0.new.index) }
    for step in steps.sorted(by: { $0.new.index < $1.new.index }) {
      let path = "\(path)/\(step.new.index)"
      let after = try JSONDocument(parsing: step.new.line)
      if let old = step.old {
        let before = try JSONDocument(parsing: old.line)
        edit(path, before.root, after.root)
      } else {
        write("add", path) { $0.copy(after.root) }
      }
    }
  }

  /// Edits objects member by member, and replaces all other values.
  private mutating func edit(_ path: String, _ old: JSONValue, _ new: JSONValue) {
    if old.isSame(as: new) { return }
    guard old.isObject, new.isObject else { return write("replace", path) { $0.copy(new) } }
    var members = old.members
    while let member = members.next() {
      if new.member(named: member.key) == nil { write("remove", "\(path)/\(JSONPointer.escape(member.key))") }
    }
    members = new.members
    while let member = members.next() {
      let path = "\(path)/\(JSONPointer.escape(member.key))"
      let value = member.value
      if let before = old.member(named: member.key) {
        edit(path, before, value)
      } else {
        write("add", path) { $0.copy(value) }
      }
    }
  }
}

extension JSONValue {
  /// Whether the values are equal. The order of an object's members is ignored. Texts are equal if their bytes are. An integer never equals
  /// a number with a fraction or exponent, so 1 and 1.0 differ.
  func isSame(as other: JSONValue) -> Bool {
    guard kind == other.kind else { return false }
    switch kind {
    case .object:
      guard count == other.count else { return false }
      var members = self.members
      while let member = members.next() {
        guard let value = other.member(named: member.key), member.value.isSame(as: value) else { return false }
      }
      return true
    case .array:
      guard count == other.count else { return false }
      var (left, right) = (elements, other.elements)
      while let one = left.next(), let another = right.next() {
        guard one.isSame(as: another) else { return false }
      }
      return true
    case .string: return string.map { Array($0.utf8) } == other.string.map { Array($0.utf8) }
    case .number: return integer == other.integer && unsigned == other.unsigned && double == other.double
    case .true, .false, .null: return true
    }
  }
}
