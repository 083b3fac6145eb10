/// Where the bytes of a catalog come from: a file that is read piece by piece, or memory.
public struct CatalogText {
  /// Fills room with the next bytes and says how many; 0 at the end.
  public typealias Refill = (UnsafeMutableRawBufferPointer) throws -> Int

  /// For messages.
  public let name: String
  /// Begins to read from the first byte, each time it is called.
  let open: () throws -> Refill

  /// - Parameters:
  ///   - name: what messages call it.
  ///   - open: begins to read from the first byte. It is called a second time for a catalog that is not written as this program
  ///     writes them.
  public init(named name: String, open: @escaping () throws -> Refill) {
    self.name = name
    self.open = open
  }

  /// A catalog in memory.
  public init(named name: String, bytes: [UInt8]) {
    self.init(named: name) {
      var position = 0
      return { room in
        let count = min(room.count, bytes.count - position)
        room.copyBytes(from: bytes[position..<(position + count)])
        position += count
        return count
      }
    }
  }

  /// All bytes.
  ///
  /// - Throws: what reading throws; `DiffError` for more than `limit` bytes.
  func bytes(limit: Int = 4 << 30) throws -> [UInt8] {
    let refill = try open()
    var bytes: [UInt8] = []
    try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { room in
      while true {
        let count = try refill(room)
        guard count > 0 else { return }
        guard bytes.count + count <= limit else { throw DiffError("\(name) has more than \(limit) bytes") }
        bytes.append(contentsOf: room[..<count])
      }
    }
    return bytes
  }
}

/// Why two catalogs cannot be compared, or a difference cannot be applied.
public struct DiffError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence without a full stop: what, where, what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}
