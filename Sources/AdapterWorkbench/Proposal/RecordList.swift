import FeedKit

/// The list of records in a reply, found by its form: the list whose elements look most like places.
struct RecordList {
  /// The pointers of the lists, from the outermost.
  let levels: [String]
  /// The first records, for a look at their values.
  let records: [JSONTree]
  /// The number of records in all lists.
  let count: Int
  /// Whether the records are the members of an object, so that each has a key.
  let isKeyed: Bool

  private struct Found {
    var records: [JSONTree] = []
    var count = 0
    var isKeyed = false
  }

  private static let (maximumLists, maximumRecords) = (200, 3000)

  /// - Returns: nil if there is no list of objects.
  init?(in reply: JSONTree) {
    var finder = Finder()
    finder.walk(reply, [], "", depth: 0)
    let rated = finder.order.compactMap { levels in
      finder.lists[levels].map { (levels: levels, found: $0, score: Self.score($0.records, levels.count)) }
    }
    guard let best = rated.max(by: { ($0.score, $0.found.count) < ($1.score, $1.found.count) }) else { return nil }
    (levels, records, count, isKeyed) = (best.levels, best.found.records, best.found.count, best.found.isKeyed)
  }

  private struct Finder {
    var lists: [[String]: Found] = [:]
    var order: [[String]] = []

    mutating func walk(_ value: JSONTree, _ levels: [String], _ pointer: String, depth: Int) {
      guard depth < 12, levels.count < 4 else { return }
      switch value {
      case .array(let elements):
        let objects = elements.filter { $0.isObject }
        if !objects.isEmpty, objects.count * 2 >= elements.count {
          add(objects, isKeyed: false, levels + [pointer])
          for element in elements { walk(element, levels + [pointer], "", depth: depth + 1) }
        } else if elements.contains(where: { if case .array = $0 { true } else { false } }) {
          for element in elements { walk(element, levels + [pointer], "", depth: depth + 1) }
        }
      case .object(let members):
        if RecordList.areAlike(members.map(\.value)) {
          if members[0].value.isObject { add(members.map(\.value), isKeyed: true, levels + [pointer]) }
          for member in members { walk(member.value, levels + [pointer], "", depth: depth + 1) }
        } else {
          for member in members where member.key.utf8.count <= 80 {
            walk(member.value, levels, "\(pointer)/\(JSONPointer.escape(member.key))", depth: depth + 1)
          }
        }
      case .string, .literal: break
      }
    }

    private mutating func add(_ records: [JSONTree], isKeyed: Bool, _ levels: [String]) {
      if lists[levels] == nil {
        guard lists.count < RecordList.maximumLists else { return }
        order.append(levels)
      }
      var found = lists[levels] ?? Found()
      found.count += records.count
      found.records += records.prefix(RecordList.maximumRecords - found.records.count)
      found.isKeyed = isKeyed
      lists[levels] = found
    }
  }

  /// Returns whether the members of an object are records, or lists of records, of the same form.
  private static func areAlike(_ values: [JSONTree]) -> Bool {
    guard values.count >= 2 else { return false }
    func keys(_ value: JSONTree) -> Set<String>? {
      switch value {
      case .object(let members): Set(members.prefix(50).map(\.key))
      case .array(let elements):
        if case .object(let members)? = elements.first { Set(members.prefix(50).map(\.key)).union(["[]"]) } else { nil }
      case .string, .literal: nil
      }
    }
    guard let first = keys(values[0]), !first.isEmpty else { return false }
    return values.allSatisfy { value in
      guard let others = keys(value), others.contains("[]") == first.contains("[]") else { return false }
      return others.intersection(first).count * 2 >= max(first.count, 1)
    }
  }

  /// Returns how much the elements of a list look like places.
  private static func score(_ records: [JSONTree], _ levels: Int) -> Int {
    let table = RecordTable(Array(records.prefix(200)))
    var score = 0
    let direct = table.columns.filter { $0.depth == 1 }
    if direct.contains(where: { $0.has("name", "title") && $0.texts.count * 2 >= table.count }) { score += 8 }
    if direct.contains(where: { ["id", "_id", "slug", "uuid", "key"].contains($0.lowerKey) && Set($0.scalars).count == table.count }) {
      score += 2
    }
    if table.columns.contains(where: { $0.has("lat") && !$0.isInArray && ($0.numbers.count + $0.texts.count) * 2 >= table.count }) {
      score += 6
    }
    if table.columns.contains(where: { $0.has("address", "building", "location", "phone") && !$0.isInArray }) { score += 4 }
    // A list of rows with times is a part of a record.
    if RowTimes(in: table) != nil { score -= 4 }
    if table.columns.contains(where: { $0.arrays.count > 0 && $0.has("hour", "open", "schedule", "days", "times") }) { score += 6 }
    return score - 2 * levels
  }
}
