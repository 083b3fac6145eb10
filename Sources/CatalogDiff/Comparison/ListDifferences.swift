import CampusCatalog
import SimdJSON

/// The differences between the campuses, feeds or entries of two catalogs.
struct ListDifferences: Sendable {
  /// The elements that differ, sorted by id.
  let changes: [CatalogDifference]
  /// The elements of both lists that must move so that all others have the same order in both, by their index in the new list. Empty
  /// if both lists are sorted by id.
  let moves: [CatalogDifference]

  var isEmpty: Bool { changes.isEmpty && moves.isEmpty }

  /// - Parameter common: the elements of both lists, in any order; none if both lists are sorted by id.
  init(changes: [CatalogDifference], common: [CatalogDifference]) {
    self.changes = changes
    var last = -1
    moves = common.sorted { ($0.new?.index ?? 0) < ($1.new?.index ?? 0) }
      .filter { element in
        guard let index = element.old?.index, index > last else { return true }
        last = index
        return false
      }
  }

  /// - Throws: `DiffError` if an element has no id, or if an id occurs twice.
  init(ofCampusesOrFeeds old: CatalogHeader, _ new: CatalogHeader, _ list: KeyPath<CatalogHeader, [[UInt8]]>) throws(DiffError) {
    if old[keyPath: list] == new[keyPath: list] {
      self.init(changes: [], common: [])
      return
    }
    let (before, after) = (try Self.elementsByID(old, list), try Self.elementsByID(new, list))
    let all = Set(before.keys).union(after.keys).sorted { $0.lexicographicallyPrecedes($1) }
      .map { CatalogDifference(old: before[$0], new: after[$0]) }
    self.init(changes: all.filter { !$0.hasSameValues }, common: all.filter { $0.old != nil && $0.new != nil })
  }

  private static func elementsByID(
    _ header: CatalogHeader, _ list: KeyPath<CatalogHeader, [[UInt8]]>
  ) throws(DiffError) -> [[UInt8]: CatalogDifference.Side] {
    var elements: [[UInt8]: CatalogDifference.Side] = [:]
    for (index, line) in header[keyPath: list].enumerated() {
      let id = try header.value(of: line) { (value) throws(JSONFieldError) in try value.requiredText("id") }
      guard elements.updateValue(CatalogDifference.Side(line: line, index: index), forKey: Array(id.utf8)) == nil else {
        throw DiffError("\(header.name): \(id) occurs twice")
      }
    }
    return elements
  }
}

/// A campus, feed or entry that differs between two catalogs, or is in only one of them.
struct CatalogDifference: Sendable, Hashable {
  struct Side: Sendable, Hashable {
    /// Its canonical JSON, without a line feed.
    let line: [UInt8]
    /// Its index in the list of the file, from 0.
    let index: Int
  }

  /// Nil if only the new catalog has it.
  let old: Side?
  /// Nil if only the old catalog has it.
  let new: Side?

  /// Whether it is in both catalogs, with the same values. Lines that are not JSON differ.
  var hasSameValues: Bool {
    guard let old, let new else { return false }
    if old.line == new.line { return true }
    guard let before = try? JSONDocument(parsing: old.line), let after = try? JSONDocument(parsing: new.line) else { return false }
    return before.root.isSame(as: after.root)
  }
}

extension CatalogDifference.Side {
  init(_ entry: EntryLine) { self.init(line: Array(entry.bytes), index: entry.index) }
}
