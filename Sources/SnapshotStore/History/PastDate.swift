import Basics
import CampusCatalog
import Foundation
import OpeningHours
import SimdJSON

/// The hours of the places of a campus on a date that has passed, as the feeds had stated them when it ended.
///
/// The hours can be computed again from the results, which takes much longer. They are those of the date as long as the results are the same.
struct PastDate {
  let campus: String
  /// Such as "2026-11-21".
  let date: String
  /// A hash of the names of the results that the hours come from.
  let results: ContentID
  /// A JSON object, compressed by zstd, with a list for each record whose hours are known, by feed: 1 if they are stated for this date, else 0,
  /// then the minutes of its openings and closings: `{"penn/dining":{"593":[1,420,600,690,900]}}`.
  private let hours: Data
}

extension PastDate: StoredRow {
  static let table = StoredTable("past_date", ["campus", "date", "results", "hours"], or: .replace)

  init(reading row: inout RowReader) throws {
    (campus, date, results, hours) = (row.text(), row.text(), row.content(), row.checkedBlob())
    try row.verify("the hours of \(campus) on \(date)")
  }

  var values: [any ColumnValue] { [campus, date, results, hours] }
}

extension PastDate {
  private static let level: Int32 = 3
  /// The maximum number of bytes before compression.
  private static let largest = 1 << 26

  /// Creates the row; nil if it is too large to be worth it.
  init?(_ campus: CampusID, _ date: LocalDate, results: ContentID, _ places: [UsualWeeks.PlaceHours]) {
    var writer = JSONWriter(capacity: 32 * places.count + 16)
    var last: Substring?
    writer.beginObject()
    for (id, hours) in places.sorted(by: { $0.place < $1.place }) {
      guard let slash = id.lastIndex(of: "/") else { continue }
      let feed = id[..<slash]
      if feed != last {
        if last != nil { writer.endObject() }
        writer.key(String(feed))
        writer.beginObject()
      }
      last = feed
      writer.key(String(id[id.index(after: slash)...]))
      writer.beginArray()
      writer.integer(hours.isDated ? 1 : 0)
      for times in hours.times {
        writer.integer(times.lowerBound)
        writer.integer(times.upperBound)
      }
      writer.endArray()
    }
    if last != nil { writer.endObject() }
    writer.endObject()
    guard writer.count <= Self.largest,
      let hours = Zstandard.compressed(Array(writer.text.utf8), level: Self.level, below: writer.count + 1024)
    else { return nil }
    self.init(campus: campus.description, date: date.description, results: results, hours: hours)
  }

  /// Returns the hours, sorted by feed and by record.
  func places() throws -> [UsualWeeks.PlaceHours] {
    let damage = DamagedRow("the hours of \(campus) on \(date)")
    guard let size = Zstandard.size(of: hours), size <= Self.largest, let text = Zstandard.content(of: hours, size: size) else {
      throw damage
    }
    let document = try JSONDocument(parsing: text)
    var places: [UsualWeeks.PlaceHours] = []
    var feeds = document.root.members
    while let feed = feeds.next() {
      let prefix = feed.key + "/"
      places.reserveCapacity(places.count + feed.value.count)
      var records = feed.value.members
      while let record = records.next() {
        guard let hours = UsualWeeks.Hours(record.value) else { throw damage }
        places.append((prefix + record.key, hours))
      }
    }
    return places
  }
}

extension UsualWeeks.Hours {
  fileprivate init?(_ list: borrowing JSONValue) {
    var numbers = list.elements
    guard let isDated = numbers.next()?.integer else { return nil }
    var times: [Range<Int>] = []
    while let start = numbers.next()?.integer {
      guard let end = numbers.next()?.integer, start < end else { return nil }
      times.append(Int(start)..<Int(end))
    }
    self.init(times, isDated: isDated == 1)
  }
}
