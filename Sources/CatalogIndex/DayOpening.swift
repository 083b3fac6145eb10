import Foundation
import GRDB
import SnapshotStore
import Basics

/// An opening of a place on one UTC day, in seconds from the beginning of the day.
///
/// An index stores the openings of each day in chunks. Adjacent openings are joined; the openings of a place follow each other, in order.
/// An opening that passes midnight is listed on both days.
struct DayOpening: BitwiseCopyable {
  /// The number of the place in its chunk.
  var place: UInt32
  /// At least 0.
  let start: Int32
  /// The closing time, which may be days ahead; `Int32.max` if it never ends.
  let end: Int32

  /// Returns the openings of a schedule on a day.
  ///
  /// - Parameters:
  ///   - day: days since 1970-01-01.
  ///   - place: the number of the place in its chunk, if it is known.
  /// - Returns: the openings that overlap the day, in order. One that began before the day starts at 0.
  static func of(_ hours: Schedule?, on day: Int64, place: Int = 0) -> [DayOpening] {
    let start = day * 86_400
    var openings: [DayOpening] = []
    hours?.forEachOpening(in: start..<(start + 86_400)) { opens, closes in
      openings.append(
        DayOpening(
          place: UInt32(place), start: Int32(clamping: max(0, opens - start)), end: closes.map { Int32(clamping: $0 - start) } ?? .max))
    }
    return openings
  }
}

extension IndexView {
  /// Computes the openings of all places on a day, chunk by chunk.
  ///
  /// - Parameter body: receives the number of a chunk and the stored form of its openings, in order.
  func forEachOpenings(ofDay day: Int64, _ body: (_ chunk: Int, Data) throws -> Void) throws {
    let dictionary = packer.dictionary
    // The number of chunks that are read and then computed in parallel.
    let batch = 8
    let count = (capacity + IndexSchema.chunk - 1) / IndexSchema.chunk
    for first in stride(from: 0, to: count, by: batch) {
      let chunks = try (first..<min(first + batch, count)).map { chunk in
        let start = chunk * IndexSchema.chunk
        let query = "SELECT row, line FROM place WHERE row >= ? AND row < ? ORDER BY row"
        return try Array(database.rows(query, [start, start + IndexSchema.chunk]) { (place: $0.integer() - start, line: $0.blob()) })
      }
      let openings = try chunks.concurrentMap { lines in
        let packer = try LinePacker(dictionary: dictionary)
        return try lines.flatMap { DayOpening.of(try packer.entry($0.line).place?.hours, on: day, place: $0.place) }.stored
      }
      for (index, bytes) in openings.enumerated() { try body(first + index, bytes) }
    }
  }
}
