import FeedKit

extension MappingProposal {
  /// Returns the doubt about a second list that refers to the records by their ids; nil if there is none.
  ///
  /// - Parameter ids: the ids of the records.
  static func reference(to ids: [String], in lists: [RecordList], besides list: RecordList) -> String? {
    let known = Set(ids)
    for other in lists where other.levels.count == 1 && !other.levels[0].hasPrefix(list.levels[0] + "/") && other.levels != list.levels {
      let table = RecordTable(other.records)
      let column = table.columns.first { column in
        column.depth == 1 && column.has(.reference) && !column.has(.id) && column.scalars.count == table.count
          && column.scalars.allSatisfy(known.contains)
      }
      if let column {
        return "\(other.levels[0]) has rows for these records (\(column.key)): a mapping cannot join lists, so that needs a program"
      }
    }
    return nil
  }

  /// Returns why records may not be places: each is about one day, they look like other content, or nothing in them is about a place.
  static func doubt(about list: RecordList, in table: RecordTable) -> String? {
    let day = table.columns.first { column in
      column.depth == 1 && !column.isElement && column.has(.date) && !column.has(.recordKeeping)
        && column.texts.count == table.count && column.texts.allSatisfy { LocalDate($0) != nil }
    }
    if let day, !table.columns.contains(where: { $0.depth == 1 && $0.has(.nameOrTitle) && Set($0.texts).count == table.count }) {
      return
        "; each is about one day (\(day.key)): join the records of a place with \"join\": \"id\", and read the hours of each with \"each\": {\"one\": \"\"}"
    }
    if let doubt = ReplyContent.doubt(about: list) { return "; \(doubt)" }
    let isPlace = table.columns.contains { $0.isInHours || $0.has(.place) }
    return isPlace ? nil : "; nothing in them is about a place, such as a name, a position or hours"
  }
}
