import CCodings
import Foundation
import GRDB
import SnapshotStore

/// Compresses entry lines one by one, with a zstd dictionary trained on lines of the same catalog.
///
/// The lines of one catalog are similar: with a dictionary each takes about a quarter of its size and can still be read alone.
/// Not safe for use by several threads at once.
final class LinePacker {
  private static let level: Int32 = 3
  private static let dictionarySize = 32 << 10
  /// The maximum size of a line in bytes. A line that claims to be larger is damaged.
  private static let largestLine = 256 << 20

  let dictionary: Data
  private let unpacking: OpaquePointer
  /// Created when the first line is packed, because queries only unpack.
  private var packing: OpaquePointer?

  /// - Parameter dictionary: a result of `dictionary(for:)`, or empty for none.
  /// - Throws: `SQLITE_NOMEM` if there is not enough memory or the dictionary is invalid.
  init(dictionary: Data) throws {
    self.dictionary = dictionary
    guard let unpacking = dictionary.withUnsafeBytes({ ZSTD_createDDict($0.baseAddress, $0.count) }) else {
      throw DatabaseError(resultCode: .SQLITE_NOMEM, message: "no memory for a dictionary")
    }
    self.unpacking = unpacking
  }

  deinit {
    ZSTD_freeCDict(packing)
    ZSTD_freeDDict(unpacking)
  }

  /// Makes a dictionary for the lines of a catalog, from some lines of some parts; empty if these are too few or too different.
  static func dictionary(for catalog: CatalogParts) throws -> Data {
    let (mostParts, most) = (16, 2048)
    let parts = catalog.parts
    var samples: [[UInt8]] = []
    for index in stride(from: 0, to: parts.count, by: max(1, parts.count / mostParts)) {
      try parts[index].forEachCampus { _, lines in
        let step = max(1, lines.count * min(mostParts, parts.count) / most)
        for line in stride(from: 0, to: lines.count, by: step) { samples.append(Array(lines[line])) }
      }
    }
    let bytes = samples.flatMap { $0 }
    var dictionary = Data(count: dictionarySize)
    let size = dictionary.withUnsafeMutableBytes {
      ZDICT_trainFromBuffer($0.baseAddress, $0.count, bytes, samples.map(\.count), UInt32(clamping: samples.count))
    }
    guard ZDICT_isError(size) == 0, size <= dictionary.count else { return Data() }
    return dictionary.prefix(size)
  }

  /// Compresses a line to a zstd frame.
  ///
  /// - Throws: `SQLITE_NOMEM` if that fails.
  func pack(_ line: UnsafeRawBufferPointer) throws -> Data {
    packing = packing ?? dictionary.withUnsafeBytes { ZSTD_createCDict($0.baseAddress, $0.count, Self.level) }
    guard let packing else { throw DatabaseError(resultCode: .SQLITE_NOMEM, message: "no memory for a dictionary") }
    var packed = Data(count: ZSTD_compressBound(line.count))
    let size = packed.withUnsafeMutableBytes { target in
      Zstandard.compressors.use {
        ZSTD_compress_usingCDict($0, target.baseAddress, target.count, line.baseAddress, line.count, packing)
      }
    }
    guard let size else { throw DatabaseError(resultCode: .SQLITE_NOMEM, message: "a line cannot be packed") }
    // Copy, to release the capacity for the worst case: many packed lines are in memory at once.
    return Data(Array(packed.prefix(size)))
  }

  /// Decompresses and reads a line.
  ///
  /// - Throws: `SQLITE_CORRUPT` for bytes that `pack` did not return.
  func entry(_ packed: Data) throws -> Entry {
    guard let size = Zstandard.size(of: packed), size <= Self.largestLine,
      let line = Zstandard.content(of: packed, size: size, dictionary: unpacking)
    else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a damaged line") }
    let document = try JSONDocument(parsing: line)
    return try Entry(reading: document.root)
  }
}
