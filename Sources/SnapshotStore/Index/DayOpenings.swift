import CampusCatalog
import OpeningHours

/// When the places of one chunk are open on one day of UTC: the cache of openings.
///
/// Three lists, one after another: the place's number in its chunk (UInt16), the second of the day at which it opens, at least
/// 0, and that at which it closes (Int32, `Int32.max` for never), which may lie days ahead. Openings that touch are one; sorted
/// by place. An opening that passes midnight stands on both days.
struct DayOpenings {
  private var places: [UInt16] = []
  private var starts: [Int32] = []
  private var ends: [Int32] = []
  private let day: Int64

  /// - Parameter day: days since 1970-01-01.
  init(day: Int64) { self.day = day }

  mutating func add(_ place: Int, _ hours: Schedule) {
    let start = day * 86_400
    hours.forEachOpening(in: start..<(start + 86_400)) { opens, closes in
      places.append(UInt16(truncatingIfNeeded: place))
      starts.append(Int32(clamping: max(0, opens - start)))
      ends.append(closes.map { Int32(clamping: $0 - start) } ?? .max)
    }
  }

  /// The lists as bytes.
  var bytes: [UInt8] {
    places.withUnsafeBytes(Array.init) + starts.withUnsafeBytes(Array.init) + ends.withUnsafeBytes(Array.init)
  }

  /// Hands over the places that are open at a second of the day and still are at another, with when they close.
  static func forEach(
    in bytes: UnsafeRawBufferPointer, openAt second: Int32, through end: Int64, _ body: (_ place: Int, _ closes: Int32) -> Void
  ) {
    let count = bytes.count / 10
    for index in 0..<count {
      let opens = bytes.loadUnaligned(fromByteOffset: count &* 2 &+ index &* 4, as: Int32.self)
      let closes = bytes.loadUnaligned(fromByteOffset: count &* 6 &+ index &* 4, as: Int32.self)
      guard opens <= second, closes > second, Int64(closes) >= end || closes == .max else { continue }
      body(Int(bytes.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)), closes)
    }
  }
}
