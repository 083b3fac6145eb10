/// The text of a catalog: a file that is read piece by piece, or bytes in memory.
///
///     let text = CatalogText(named: "today.json", bytes: bytes)
public struct CatalogText {
  /// Fills a buffer with the next bytes and returns their number; 0 at the end.
  ///
  /// It may return fewer bytes than the buffer has room for. The first 0 ends the text.
  public typealias Refill = (UnsafeMutableRawBufferPointer) throws -> Int

  public let name: String
  /// Starts reading from the first byte, each time it is called.
  package let open: () throws -> Refill
  /// The index of each entry in the original file, if the entries were sorted; otherwise nil.
  var positions: [Int]?

  /// - Parameters:
  ///   - name: the name for messages, such as a path.
  ///   - open: starts reading from the first byte. Called a second time if the catalog does not have the canonical layout.
  public init(named name: String, open: @escaping () throws -> Refill) {
    self.name = name
    self.open = open
  }

  /// Creates a text from bytes in memory. It can be read any number of times.
  public init(named name: String, bytes: [UInt8]) {
    self.init(named: name) {
      var position = 0
      return { buffer in
        let count = min(buffer.count, bytes.count - position)
        buffer.copyBytes(from: bytes[position..<(position + count)])
        position += count
        return count
      }
    }
  }

  /// Returns the bytes up to the first line feed, or all if there is none.
  ///
  /// - Throws: errors of reading; `DiffError` if there are more than 4 GiB.
  package func firstLine() throws -> [UInt8] {
    let lineFeed = UInt8(ascii: "\n")
    return Array(try bytes { $0.contains(lineFeed) }.prefix { $0 != lineFeed })
  }

  /// Returns all bytes, or those up to the end of the first piece that `isLast` accepts.
  ///
  /// - Throws: errors of reading; `DiffError` if there are more than 4 GiB.
  package func bytes(until isLast: (UnsafeRawBufferPointer) -> Bool = { _ in false }) throws -> [UInt8] {
    let limit = 4 << 30
    let refill = try open()
    var bytes: [UInt8] = []
    try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
      while true {
        let count = try refill(buffer)
        guard count > 0 else { return }
        guard bytes.count + count <= limit else { throw DiffError("\(name) has more than \(limit) bytes") }
        let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        bytes.append(contentsOf: piece)
        if isLast(piece) { return }
      }
    }
    return bytes
  }
}

/// The reason why two catalogs cannot be compared.
public struct DiffError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence without a period about the problem, its position, and the remedy, such as
  /// "today.json: the id penn/dining/593 occurs twice".
  public let description: String

  package init(_ description: String) { self.description = description }
}
