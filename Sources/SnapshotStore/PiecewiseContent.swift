import Aggregation
import Basics

/// A content that is encoded piece by piece when it is needed, because all contents of a run with very many feeds are large together.
struct PiecewiseContent: Sendable {
  /// Calls its argument with one piece after another. Equal calls give equal bytes.
  typealias Writer = @Sendable (_ piece: (UnsafeRawBufferPointer) -> Void) throws(StoreError) -> Void

  let id: ContentID
  /// The number of bytes of all pieces.
  let size: Int
  let write: Writer

  /// - Throws: any error from `write`.
  init(_ write: @escaping Writer) throws(StoreError) {
    var hash = SHA256()
    var size = 0
    try write { piece in
      hash.update(piece)
      size += piece.count
    }
    id = hash.finalize()
    self.size = size
    self.write = write
  }

  /// - Parameter bytes: the bytes that `write` writes.
  init(_ bytes: UnsafeRawBufferPointer, _ write: @escaping Writer) {
    (id, size, self.write) = (SHA256.hash(bytes), bytes.count, write)
  }

  /// - Throws: any error from `write`.
  func bytes() throws(StoreError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    try write { bytes += $0 }
    return bytes
  }
}
