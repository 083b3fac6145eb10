import FeedKit

/// A list of records in a reply, found by its form.
struct RecordList {
  /// The pointers of the lists, from the outermost.
  let levels: [String]
  /// The first records, for a look at their values.
  let records: [JSONTree]
  /// The number of records in all lists.
  let count: Int
  /// Whether the records are the members of an object, so that each has a key.
  let isKeyed: Bool
  /// The keys of the records; empty for an array.
  let keys: [String]
  /// Whether the value at the pointer is the only record, and not a list.
  private(set) var isOne = false
  /// The values that contain the lists, if there are several lists; their keys if they are the members of an object.
  let groups: [(key: String?, value: JSONTree)]

  private struct Found {
    var records: [JSONTree] = []
    var keys: [String] = []
    var groups: [(key: String?, value: JSONTree)] = []
    var count = 0
    var isKeyed = false
  }

  /// Returns the lists of objects in a reply, the one whose elements look most like places first.
  ///
  /// - Parameter isXML: whether objects are elements, which have members with different names unless these are days or meals.
  static func all(in reply: JSONTree, isXML: Bool = false) -> [RecordList] {
    var finder = Finder(isXML: isXML)
    finder.walk(reply, [], "", depth: 0)
    let rated = finder.order.enumerated().compactMap { index, levels in
      finder.lists[levels].map { found in
        (list: RecordList(levels, found), score: score(found.records, levels.count), index: index)
      }
    }
    return rated.sorted { left, right in
      (left.score, left.list.count, right.index) > (right.score, right.list.count, left.index)
    }.map(\.list)
  }

  private init(_ levels: [String], _ found: Found) {
    self.levels = levels
    (records, keys, count, isKeyed, groups) = (found.records, found.keys, found.count, found.isKeyed, found.groups)
  }

  /// Makes the value at a pointer the only record.
  private init(one record: JSONTree, at pointer: String) {
    self.init([pointer], Found(records: [record], count: 1))
    isOne = true
  }

  /// Makes a whole reply the only record; of an object with one member that is an object, that member.
  init(one reply: JSONTree) {
    if case .object(let members) = reply, members.count == 1, members[0].value.isObject {
      self.init(one: members[0].value, at: "/\(JSONPointer.escape(members[0].key))")
    } else {
      self.init(one: reply, at: "")
    }
  }

  /// Returns the values around a list that may be a single place with hours, from the inside out.
  static func places(around list: RecordList?, in reply: JSONTree) -> [RecordList] {
    var steps = JSONPointer.tokens(list?.levels[0] ?? "")
    var found: [RecordList] = []
    while true {
      let pointer = steps.map { "/\(JSONPointer.escape($0))" }.joined()
      if let value = reply.value(at: steps[...]), HoursProposal(in: RecordTable([value])) != nil {
        found.append(RecordList(one: value, at: pointer))
      }
      guard steps.popLast() != nil else { return found }
    }
  }

  /// Whether the records are the days of a week, or dates.
  var isOfDays: Bool { isKeyed && keys.allSatisfy { HoursProposal.weekday($0) != nil || LocalDate($0) != nil } }

  /// Returns whether another list is in the records of this one.
  func contains(_ other: RecordList) -> Bool { other.levels.count > levels.count && other.levels.starts(with: levels) }

  /// The rule for where the records are.
  var rule: JSONTree {
    if isOne { return .of(("one", .string(levels[0]))) }
    return levels.count == 1 ? .string(levels[0]) : .array(levels.map { .string($0) })
  }

  /// The names of the groups, as a rule and its values; nil if there are no groups.
  var groupNames: (rule: JSONTree, values: [String])? {
    guard levels.count > 1, groups.count > 1 else { return nil }
    if groups.allSatisfy({ $0.value.isObject }) {
      let table = RecordTable(groups.map(\.value))
      let column = table.columns.first { column in
        column.depth == 1 && !column.isElement && column.texts.count == table.count && Set(column.texts).count == table.count
          && column.has(.groupName)
      }
      if let column { return (.of(("group", .string(column.pointer))), column.texts) }
    }
    // The key around an array of records is also the key of each record.
    let keys = groups.compactMap(\.key)
    return keys.count == groups.count && !isKeyed ? (.of(("key", .literal("true"))), keys) : nil
  }

  /// The number of records, and the keys of their first values.
  var example: String {
    let table = RecordTable(Array(records.prefix(Limit.comparedKeys)))
    let keys = table.columns.filter { $0.depth == 1 }.prefix(5).map { PlainText.line($0.key) ?? "" }.filter { !$0.isEmpty }
    return "\(count.counted("record")) with \(keys.joined(separator: ", "))"
  }

  private struct Finder {
    let isXML: Bool
    var lists: [[String]: Found] = [:]
    var order: [[String]] = []

    /// - Parameter group: the value at the beginning of the pointer, with its key if it is a member of an object.
    mutating func walk(
      _ value: JSONTree, _ levels: [String], _ pointer: String, in group: (key: String?, value: JSONTree)? = nil, depth: Int
    ) {
      guard depth < Limit.depth, levels.count < Limit.levels else { return }
      switch value {
      case .array(let elements):
        let objects = elements.filter { $0.isObject }
        if !objects.isEmpty, objects.count.isAtLeast(.half, of: elements.count) {
          add(objects, keys: [], levels + [pointer], in: group)
          for element in elements { walk(element, levels + [pointer], "", in: (nil, element), depth: depth + 1) }
        } else if elements.contains(where: { if case .array = $0 { true } else { false } }) {
          for element in elements { walk(element, levels + [pointer], "", depth: depth + 1) }
        }
      case .object(let members):
        let areRecords = RecordList.areAlike(members.map(\.value)) || RecordList.isOnlyPlace(members)
        if areRecords, !isXML || members.contains(where: { HoursProposal.weekday($0.key) != nil || MenusProposal.isMeal($0.key) }) {
          if members[0].value.isObject { add(members.map(\.value), keys: members.map(\.key), levels + [pointer], in: group) }
          for member in members { walk(member.value, levels + [pointer], "", in: (member.key, member.value), depth: depth + 1) }
        } else {
          for member in members where member.key.utf8.count <= Length.key {
            walk(member.value, levels, "\(pointer)/\(JSONPointer.escape(member.key))", in: group, depth: depth + 1)
          }
        }
      case .string, .literal: break
      }
    }

    private mutating func add(
      _ records: [JSONTree], keys: [String], _ levels: [String], in group: (key: String?, value: JSONTree)?
    ) {
      if lists[levels] == nil {
        guard lists.count < Limit.lists else { return }
        order.append(levels)
      }
      var found = lists[levels] ?? Found()
      found.count += records.count
      let room = Limit.records - found.records.count
      found.records += records.prefix(room)
      found.keys += keys.prefix(room)
      found.isKeyed = !keys.isEmpty
      if let group, found.groups.count < Limit.lists { found.groups.append(group) }
      lists[levels] = found
    }
  }

  /// Returns whether the members of an object are records, or lists of records, of the same form.
  private static func areAlike(_ values: [JSONTree]) -> Bool {
    guard values.count >= 2 else { return false }
    func keys(_ value: JSONTree) -> Set<String>? {
      switch value {
      case .object(let members): Set(members.prefix(Limit.comparedKeys).map(\.key))
      case .array(let elements):
        if case .object(let members)? = elements.first { Set(members.prefix(Limit.comparedKeys).map(\.key)).union(["[]"]) } else { nil }
      case .string, .literal: nil
      }
    }
    guard let first = keys(values[0]), !first.isEmpty else { return false }
    return values.allSatisfy { value in
      guard let others = keys(value), others.contains("[]") == first.contains("[]") else { return false }
      return others.intersection(first).count.isAtLeast(.half, of: max(first.count, 1))
    }
  }

  /// Returns whether an object has one member, which is a place with a number in its key: the only one of several that there could be.
  private static func isOnlyPlace(_ members: [(key: String, value: JSONTree)]) -> Bool {
    guard members.count == 1, members[0].key.contains(where: \.isNumber), case .object(let values) = members[0].value else { return false }
    let hasPlaces = values.contains { member in
      guard case .object(let inner) = member.value, let first = inner.first, first.value.isObject else { return false }
      return areAlike(inner.map(\.value)) && HoursProposal.weekday(first.key) == nil && LocalDate(first.key) == nil
    }
    if hasPlaces { return false }
    let table = RecordTable([members[0].value])
    return table.columns.contains { $0.depth == 1 && $0.has(.recordName) && !$0.texts.isEmpty } && HoursProposal(in: table) != nil
  }

  /// Returns how much the elements of a list look like places.
  private static func score(_ records: [JSONTree], _ levels: Int) -> Int {
    let table = RecordTable(Array(records.prefix(Limit.ratedRecords)))
    func isInMost(_ values: Int) -> Bool { values.isAtLeast(.half, of: table.count) }
    let direct = table.columns.filter { $0.depth == 1 }
    let outside = table.columns.filter { !$0.isInArray }
    var found: [KeyHint] = []
    if direct.contains(where: { $0.has(.recordName) && isInMost($0.texts.count) }) { found.append(.recordName) }
    if direct.contains(where: { $0.has(.recordID) && Set($0.scalars).count == table.count }) { found.append(.recordID) }
    if outside.contains(where: { $0.has(.recordLatitude) && isInMost($0.scalars.count) }) { found.append(.recordLatitude) }
    if outside.contains(where: { $0.has(.recordLocation) }) { found.append(.recordLocation) }
    if table.columns.contains(where: { !$0.arrays.isEmpty && $0.has(.recordHours) }) { found.append(.recordHours) }
    let score = found.map(\.weight).reduce(0, +) + levels * Weight.level
    // A list of rows with times is a part of a record.
    return RowTimes(in: table) == nil ? score : score + Weight.rows
  }
}
