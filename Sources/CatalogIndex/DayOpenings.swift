import CampusCatalog
import OpeningHours

/// The openings of the places of one chunk on one UTC day.
///
/// The stored form is one byte for the unit, which is a minute if all openings begin and end at whole minutes within 45 days, otherwise a
/// second; then three lists, one after another: the place's number in its chunk (UInt16), the opening time (at least 0), and the closing
/// time, which may be days ahead. Times count from the beginning of the day (UInt16 for minutes, Int32 for seconds; the largest number
/// means never). Adjacent openings are joined; the openings of a place follow each other, in order. An opening that passes midnight is
/// listed on both days.
///
/// For example, place 7 that is open from 08:00 to 20:00 (minutes 480 and 1,200), with numbers in the byte order of the machine, here
/// little-endian:
///
///     01 | 07 00 | E0 01 | B0 04
struct DayOpenings {
  /// An opening, in seconds from the beginning of the day.
  struct Opening {
    /// At least 0.
    let start: Int32
    /// `Int32.max` if it never ends.
    let end: Int32
  }

  private var places: [UInt16] = []
  private var openings: [Opening] = []

  init() {}

  /// Returns the openings of a schedule on a day.
  ///
  /// - Parameter day: days since 1970-01-01.
  /// - Returns: the openings that overlap the day, in order. One that began before the day starts at 0.
  static func of(_ hours: Schedule, on day: Int64) -> [Opening] {
    let start = day * 86_400
    var openings: [Opening] = []
    hours.forEachOpening(in: start..<(start + 86_400)) { opens, closes in
      openings.append(Opening(start: Int32(clamping: max(0, opens - start)), end: closes.map { Int32(clamping: $0 - start) } ?? .max))
    }
    return openings
  }

  mutating func add(_ place: Int, _ openings: [Opening]) {
    for opening in openings {
      places.append(UInt16(truncatingIfNeeded: place))
      self.openings.append(opening)
    }
  }

  /// Adds the openings of some places from their stored form.
  mutating func add(_ bytes: UnsafeRawBufferPointer, where isWanted: (_ place: Int) -> Bool) {
    Self.forEach(in: bytes) { place, opening in if isWanted(place) { add(place, [opening]) } }
  }

  /// The stored form.
  var bytes: [UInt8] {
    let numbers = places.withUnsafeBytes(Array.init)
    if openings.allSatisfy(\.isWholeMinutes) {
      let (starts, ends) = (openings.map { UInt16($0.start / 60) }, openings.map { $0.end == .max ? UInt16.max : UInt16($0.end / 60) })
      return [Unit.minute.rawValue] + numbers + starts.withUnsafeBytes(Array.init) + ends.withUnsafeBytes(Array.init)
    }
    return [Unit.second.rawValue] + numbers + openings.map(\.start).withUnsafeBytes(Array.init)
      + openings.map(\.end).withUnsafeBytes(Array.init)
  }

  /// The unit of the times. The raw value is the first byte of the stored form.
  private enum Unit: UInt8 { case second, minute }

  @inline(__always)
  private static func forEach(in bytes: UnsafeRawBufferPointer, _ body: (_ place: Int, Opening) -> Void) {
    guard let unit = bytes.first.flatMap(Unit.init) else { return }
    let lists = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    switch unit {
    case .minute:
      let count = lists.count / 6
      for index in 0..<count {
        let start = lists.loadUnaligned(fromByteOffset: count &* 2 &+ index &* 2, as: UInt16.self)
        let end = lists.loadUnaligned(fromByteOffset: count &* 4 &+ index &* 2, as: UInt16.self)
        body(
          Int(lists.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)),
          Opening(start: Int32(start) &* 60, end: end == .max ? .max : Int32(end) &* 60))
      }
    case .second:
      let count = lists.count / 10
      for index in 0..<count {
        body(
          Int(lists.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)),
          Opening(
            start: lists.loadUnaligned(fromByteOffset: count &* 2 &+ index &* 4, as: Int32.self),
            end: lists.loadUnaligned(fromByteOffset: count &* 6 &+ index &* 4, as: Int32.self)))
      }
    }
  }

  /// Calls `body` with the places that are open at a second of the day and do not close before another, with their closing times.
  ///
  /// - Parameters:
  ///   - second: the moment, in seconds from the beginning of the day.
  ///   - end: the second until which places must stay open, from the beginning of the day. An opening that never ends always lasts so
  ///     long.
  static func forEach(
    in bytes: UnsafeRawBufferPointer, openAt second: Int32, through end: Int64, _ body: (_ place: Int, _ closes: Int32) -> Void
  ) {
    forEach(in: bytes) { place, opening in
      guard opening.start <= second, opening.end > second, Int64(opening.end) >= end || opening.end == .max else { return }
      body(place, opening.end)
    }
  }
}

extension DayOpenings.Opening {
  /// Whether both times fit the unit minute: whole minutes, less than 65,535 of them.
  fileprivate var isWholeMinutes: Bool {
    start % 60 == 0 && (0..<Int32(UInt16.max) * 60).contains(start)
      && (end == .max || end % 60 == 0 && (0..<Int32(UInt16.max) * 60).contains(end))
  }
}
