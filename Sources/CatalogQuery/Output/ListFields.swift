import Basics
import CampusCatalog
package import SimdJSON

/// A choice of members of the elements of a list: `name`, `hours`, or a member of a member, such as `status.sentence`.
///
/// An element has the chosen members in the order of the format, not in that of the choice; `id` and `kind` are always among them. A member
/// that an element lacks is left out. A table has exactly the chosen columns, in the order of the choice.
public struct ListFields: Sendable, Hashable {
  /// The chosen names, in the order of the choice, without repetitions.
  public let names: [String]
  /// The parts of the chosen names.
  private let paths: [[String]]
  /// The members that are written as a whole.
  private let whole: Set<String>
  /// The members of which only some members are written.
  private let parts: [String: Set<String>]

  /// - Parameters:
  ///   - text: names that are separated by commas; spaces around them are ignored.
  ///   - known: the names to choose from, such as `EntryListSchema.fieldNames`.
  /// - Throws: `QueryError` with the code `query.field` for an unknown name, and if there is no name.
  public init(parsing text: String, among known: [String]) throws(QueryError) {
    var names: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.trimmed
      guard known.contains(name) else { throw Self.unknown(name, known) }
      if !names.contains(name) { names.append(name) }
    }
    self.init(names)
  }

  /// - Parameter names: known names without repetitions.
  package init(_ names: [String]) {
    self.names = names
    paths = names.map { $0.split(separator: ".", maxSplits: 1).map(String.init) }
    whole = Set(paths.filter { $0.count == 1 }.map { $0[0] }).union(["id", "kind"])
    parts = Dictionary(grouping: paths.filter { $0.count == 2 }) { $0[0] }.mapValues { Set($0.map { $0[1] }) }
  }

  private static func unknown(_ name: String, _ known: [String]) -> QueryError {
    if let near = SpellingSuggestion.of(name, among: known) {
      return QueryError(.field, "unknown field \"\(name)\"; did you mean \"\(near)\"?")
    }
    // The members of a member, if the name begins with one.
    let beginning = name.split(separator: ".").first.map { "\($0)." } ?? ""
    let inner = known.filter { !beginning.isEmpty && $0.hasPrefix(beginning) }
    let names = inner.isEmpty ? known.filter { !$0.contains(".") } : inner
    return QueryError(.field, "unknown field \"\(name)\"; use \(names.joined(separator: ", "))")
  }

  /// Replaces the object at the end of a writer's buffer with one that has only the chosen members.
  ///
  /// - Parameter start: the index of the first byte of the object.
  package func limit(_ writer: inout JSONWriter, from start: Int) {
    guard let document = try? JSONDocument(parsing: writer.withBytes(from: start) { Array($0) }) else { return }
    writer.truncate(to: start)
    write(document.root, to: &writer)
  }

  /// Replaces the object at the end of a writer's buffer with a row of tab-separated values: the chosen members, in the order of the choice.
  ///
  /// - Parameter start: the index of the first byte of the object.
  func replaceWithRow(_ writer: inout JSONWriter, from start: Int) {
    guard let document = try? JSONDocument(parsing: writer.withBytes(from: start) { Array($0) }) else { return }
    let cells = paths.map { path in
      guard let member = document.root.member(named: path[0]) else { return "" }
      if path.count == 1 { return TSVText.text(member) }
      guard let inner = member.member(named: path[1]) else { return "" }
      return TSVText.text(inner)
    }
    writer.truncate(to: start)
    writer.append(TSVText.row(cells))
  }

  /// Writes an object with the chosen members of another one.
  private func write(_ object: borrowing JSONValue, to writer: inout JSONWriter) {
    writer.beginObject()
    var members = object.members
    while let member = members.next() {
      if whole.contains(member.key) {
        writer.key(member.key)
        writer.copy(member.value)
      } else if let names = parts[member.key] {
        Self.write(member.key, member.value, only: names, to: &writer)
      }
    }
    writer.endObject()
  }

  /// Writes a member with some of its members; nothing if it has none of them.
  private static func write(_ key: String, _ value: borrowing JSONValue, only names: Set<String>, to writer: inout JSONWriter) {
    var isEmpty = true
    var members = value.members
    while let member = members.next() {
      guard names.contains(member.key) else { continue }
      if isEmpty {
        writer.key(key)
        writer.beginObject()
        isEmpty = false
      }
      writer.key(member.key)
      writer.copy(member.value)
    }
    if !isEmpty { writer.endObject() }
  }
}
