import CampusCatalog
import OpeningHours
import SimdJSON

/// The times at which the feeds of a run were checked, as a short text: a JSON array with one element for each feed report, in order.
///
/// An element is the number of nanoseconds after the time of generation, null for a feed that was not checked, or the time as text if
/// the number does not fit in 64 bits.
/// For example `[0,null,-1500000000]`: the first feed was checked at the time of generation, the second not at all, the third 1.5
/// seconds before.
enum CheckTimes {
  static func write(_ reports: [FeedReport], from moment: Instant) -> String {
    var writer = JSONWriter(capacity: 16 + reports.count * 16)
    writer.beginArray()
    for report in reports {
      guard let time = report.checkedAt else {
        writer.null()
        continue
      }
      if let offset = Int(exactly: time.nanosecondsSinceEpoch - moment.nanosecondsSinceEpoch) {
        writer.integer(offset)
      } else {
        writer.string(time.description)
      }
    }
    writer.endArray()
    return writer.text
  }

  /// Reads the times, one for each feed report; nil for a feed that was not checked.
  ///
  /// - Parameter moment: the time of generation.
  /// - Throws: `DamagedRow` for an element that is not a time; errors of JSON.
  static func read(_ text: String, from moment: Instant) throws -> [Instant?] {
    let document = try JSONDocument(parsing: Array(text.utf8))
    var times: [Instant?] = []
    var elements = document.root.elements
    while let element = elements.next() {
      if element.isNull {
        times.append(nil)
        continue
      }
      let time = element.integer.flatMap { Instant(nanosecondsSinceEpoch: moment.nanosecondsSinceEpoch + Int128($0)) }
      guard let time = time ?? element.string.flatMap({ Instant($0) }) else { throw DamagedRow("the times of a run") }
      times.append(time)
    }
    return times
  }
}

extension Instant {
  fileprivate var nanosecondsSinceEpoch: Int128 { Int128(secondsSinceEpoch) * 1_000_000_000 + Int128(nanoseconds) }

  fileprivate init?(nanosecondsSinceEpoch count: Int128) {
    let nanoseconds = ((count % 1_000_000_000) + 1_000_000_000) % 1_000_000_000
    self.init(secondsSinceEpoch: Int64((count - nanoseconds) / 1_000_000_000), nanoseconds: Int32(nanoseconds))
  }
}
