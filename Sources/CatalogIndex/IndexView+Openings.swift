import Foundation
import GRDB

extension IndexView {
  /// Computes the openings of all places on a day, chunk by chunk.
  ///
  /// - Parameters:
  ///   - day: the UTC day, in days since 1970-01-01.
  ///   - body: receives the number of a chunk and the stored form of its openings, in order.
  func forEachOpenings(ofDay day: Int64, _ body: (_ chunk: Int, Data) throws -> Void) throws {
    let dictionary = packer.dictionary
    // The number of chunks that are read and then computed in parallel.
    let batch = 8
    let count = (capacity + IndexSchema.chunk - 1) / IndexSchema.chunk
    for first in stride(from: 0, to: count, by: batch) {
      let lines = try (first..<min(first + batch, count)).map { try self.lines(ofChunk: $0) }
      let openings = try lines.concurrentMap { try Self.openings(of: $0, on: day, dictionary) }
      for (index, bytes) in openings.enumerated() { try body(first + index, bytes) }
    }
  }

  private func lines(ofChunk chunk: Int) throws -> [(place: Int, line: Data)] {
    let statement = try database.cachedStatement(sql: "SELECT row, line FROM place WHERE row >= ? AND row < ? ORDER BY row")
    let first = chunk * IndexSchema.chunk
    return try Row.fetchAll(statement, arguments: [first, first + IndexSchema.chunk]).map { (($0[0] as Int) - first, $0[1]) }
  }

  private static func openings(of lines: [(place: Int, line: Data)], on day: Int64, _ dictionary: Data) throws -> Data {
    let packer = try LinePacker(dictionary: dictionary)
    return try lines.flatMap { DayOpening.of(try packer.entry($0.line).place?.hours, on: day, place: $0.place) }.stored
  }
}
