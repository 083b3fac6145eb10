import CampusCatalog
import CatalogQuery
import Foundation
import GRDB
import OpeningHours

/// Makes the rows of an index out of a catalog.
struct IndexBuilder {
  /// A place on its way in: its line, and what the order and the columns need.
  private struct Item {
    let order: NameOrder
    let other: String
    let line: ArraySlice<UInt8>
    let campus: UInt16
    let category: UInt8
    let trust: UInt32
    let position: UnitVector
    let hours: Schedule?
  }

  private var items: [Item] = []
  private var campuses = Numbers<CampusID>()
  private var trusts = Numbers<String>()

  /// - Throws: what reading kept lines throws.
  init(_ catalog: CatalogParts) throws {
    items.reserveCapacity(catalog.count)
    for part in catalog.parts {
      switch part {
      case .entries(let entries):
        for entry in entries where entry.kind == .place { add(entry, EntryLines([entry]).bytes.dropLast()) }
      case .lines(let lines): try add(lines)
      case .kept(let lines): try add(lines.lines())
      }
    }
    items.sort { $0.order < $1.order }
  }

  private mutating func add(_ lines: EntryLines) throws {
    let places = try lines.entries()
    for (entry, line) in zip(places, lines.bytes.split(separator: UInt8(ascii: "\n"))) where entry.kind == .place { add(entry, line) }
  }

  private mutating func add(_ entry: Entry, _ line: ArraySlice<UInt8>) {
    guard let place = entry.place else { return }
    let trust = FeedTrust.feedsOfHours(entry).map(\.description).sorted().joined(separator: " ")
    items.append(
      Item(
        order: NameOrder(entry), other: SearchRank.otherTokens(of: entry, place).joined(separator: " "), line: line,
        campus: UInt16(clamping: campuses.number(of: entry.campus)),
        category: UInt8(clamping: CampusCatalog.Category.allCases.firstIndex(of: place.category) ?? 0),
        trust: UInt32(clamping: trusts.number(of: trust)),
        position: place.location.coordinate.map { UnitVector($0) } ?? .none, hours: place.hours))
  }

  /// - Parameter days: days of UTC whose openings are kept at once.
  func write(to database: Database, key: IndexKey, days: [Int64]) throws {
    try database.execute(sql: IndexSchema.tables)
    let meta = [
      "key": key.text, "places": "\(items.count)", "campuses": campuses.values.map(\.description).joined(separator: "\n"),
      "trusts": trusts.values.joined(separator: "\n"),
    ]
    for (name, value) in meta.sorted(by: { $0.key < $1.key }) {
      try database.execute(sql: "INSERT INTO meta VALUES (?, ?)", arguments: [name, value])
    }
    let place = try database.makeStatement(sql: "INSERT INTO place VALUES (?, ?)")
    let nameWord = try database.makeStatement(sql: "INSERT INTO name_word (rowid, words) VALUES (?, ?)")
    let word = try database.makeStatement(sql: "INSERT INTO word (rowid, words) VALUES (?, ?)")
    for (index, item) in items.enumerated() {
      try place.execute(arguments: [index + 1, Data(item.line)])
      try nameWord.execute(arguments: [index + 1, item.order.folded])
      try word.execute(arguments: [index + 1, "\(item.order.folded) \(item.other)"])
    }
    let term = try database.makeStatement(sql: "INSERT INTO term VALUES (?)")
    let terms = Set(items.lazy.flatMap { $0.order.folded.split(separator: " ") + $0.other.split(separator: " ") })
    for word in terms.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { try term.execute(arguments: [String(word)]) }
    try database.execute(sql: "INSERT INTO name_word (name_word) VALUES ('optimize'); INSERT INTO word (word) VALUES ('optimize')")
    try writeColumn(.campus, to: database) { $0.campus }
    try writeColumn(.category, to: database) { $0.category }
    try writeColumn(.trust, to: database) { $0.trust }
    try writeColumn(.position, to: database) { $0.position }
    for day in days {
      try writeParts(IndexSchema.openings(ofDay: day), to: database) { items in
        var openings = DayOpenings(day: day)
        for (index, item) in items.enumerated() { if let hours = item.hours { openings.add(index, hours) } }
        return openings.bytes
      }
    }
  }

  private func writeColumn<Value>(_ column: IndexSchema.Column, to database: Database, _ value: (Item) -> Value) throws {
    try writeParts(column.rawValue, to: database) { items in items.map(value).withUnsafeBytes(Array.init) }
  }

  private func writeParts(_ name: String, to database: Database, _ bytes: (ArraySlice<Item>) -> [UInt8]) throws {
    for (chunk, start) in stride(from: 0, to: items.count, by: IndexSchema.chunk).enumerated() {
      let part = bytes(items[start..<min(start + IndexSchema.chunk, items.count)])
      try IndexFile.writePart(name, chunk, part, to: database)
    }
  }
}

/// Numbers values in the order in which they come.
private struct Numbers<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: Int] = [:]

  mutating func number(of value: Value) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
