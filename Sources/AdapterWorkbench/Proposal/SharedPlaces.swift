import FeedKit

/// Places of which a list has several records each, such as one for each day or meal.
struct SharedPlaces {
  /// The column that has the same value in all records of a place: an id, or else the name.
  let key: RecordTable.Column
  let name: RecordTable.Column
  /// The hours that the records of a place have together.
  let hours: HoursProposal
  /// The records of each place.
  let groups: [[JSONTree]]
  /// The pointers of values that are not names of services: those that the records of a place share, and names of places.
  let shared: Set<String>

  /// - Parameters:
  ///   - names: the columns that may be the name, the likeliest first.
  init?(in list: RecordList, _ table: RecordTable, names: [RecordTable.Column]) {
    guard list.levels.count == 1, !list.isOne, !list.isKeyed else { return nil }
    let repeated = table.columns.filter { column in
      let isOfService = KeyHint.serviceLabels.contains(where: column.has) && !column.has(.nameOrTitle)
      return column.depth == 1 && !column.isElement && !isOfService && column.scalars.count == table.count
        && Set(column.scalars).count < table.count
    }
    let names = names.filter { name in repeated.contains { $0.pointer == name.pointer } }
    let ids = repeated.filter { MappingProposal.rank($0) != nil }
    for key in ids + names {
      let groups = Self.groups(list.records.prefix(table.count), by: key.pointer)
      let columns = table.columns.filter { column in
        column.depth > 0 && groups.allSatisfy { group in Set(group.map { Self.text(of: column.pointer, in: $0) }).count == 1 }
      }
      let shared = Set(columns.map(\.pointer))
      // Other columns of names belong to other places, not to services.
      let others = table.columns.filter { $0.has(.nameOrTitle) }.map(\.pointer)
      guard groups.map(\.count).filter({ $0 > 1 }).reduce(0, +).isAtLeast(.half, of: table.count),
        let name = names.first(where: { shared.contains($0.pointer) && $0.pointer != key.pointer })
          ?? names.first(where: { $0.pointer == key.pointer }),
        table.columns.allSatisfy({ !($0.has(.latitude) || $0.has(.street) || $0.has(.building)) || shared.contains($0.pointer) }),
        let hours = HoursProposal(in: table, sharing: shared.union(others)), !hours.rowKeys.isEmpty,
        groups.allSatisfy({ group in Set(group.map { row in hours.rowKeys.map { Self.text(of: $0, in: row) } }).count == group.count })
      else { continue }
      // If the key is an id, the name is in another column.
      let isID = key.pointer != name.pointer
      (self.key, self.name, self.hours, self.groups, self.shared) = (isID ? key : name, name, hours, groups, shared.union(others))
      return
    }
    return nil
  }

  /// Returns records with the same value at a pointer, in the order of the first of them.
  private static func groups(_ records: some Sequence<JSONTree>, by pointer: String) -> [[JSONTree]] {
    var groups: [[JSONTree]] = []
    var indices: [String: Int] = [:]
    for record in records {
      let text = text(of: pointer, in: record)
      if let index = indices[text] {
        groups[index].append(record)
      } else {
        indices[text] = groups.count
        groups.append([record])
      }
    }
    return groups
  }

  private static func text(of pointer: String, in record: JSONTree) -> String {
    record.value(at: JSONPointer.tokens(pointer)[...])?.text ?? ""
  }

  /// Why the records are joined.
  var evidence: String {
    let keys = hours.rowKeys.map { $0.dropFirst() }.joined(separator: " and ")
    return "records with the same \(key.key) have different values of \(keys), so they are one place together"
  }
}
