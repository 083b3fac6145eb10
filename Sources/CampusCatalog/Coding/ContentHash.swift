import Hashing
import Dispatch
import SimdJSON

/// The content hash of a catalog, computed while the catalog is written: of the lines that the writer hands over, or, where all
/// entries are lines already, on a thread of its own meanwhile.
struct ContentHash: ~Copyable {
  /// Fewer bytes are hashed faster than a thread is started.
  private static let fewest = 1 << 20

  private var hash = SHA256()
  private let isHere: Bool
  private let beside: Beside?

  static var none: ContentHash { ContentHash(isHere: false, beside: nil) }

  private init(isHere: Bool, beside: Beside?) {
    self.isHere = isHere
    self.beside = beside
  }

  init(of catalog: CatalogParts) {
    let isBeside = catalog.parts.allSatisfy { $0.size != nil } && catalog.size >= Self.fewest
    self.init(isHere: !isBeside, beside: isBeside ? Beside(catalog) : nil)
  }

  /// A line that was written now, without being one before.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if isHere { hash.update(bytes) }
  }

  mutating func update(_ lines: EntryLines) {
    if let beside { return beside.update(lines) }
    lines.bytes.withUnsafeBytes { update($0) }
  }

  /// The piece is in use until its bytes are hashed.
  mutating func update(_ piece: LinePiece) {
    if let beside { return beside.update(piece) }
    update(piece.bytes)
  }

  /// As the catalog has it, when all lines were handed over.
  var text: String { "sha256:" + (beside?.value ?? hash.finalize()).hexadecimal }

  /// A hash on a thread of its own.
  private final class Beside: @unchecked Sendable {
    private let queue = DispatchQueue(label: "aggregate.content-hash")
    /// Used on the queue alone.
    private var hash = SHA256()

    init(_ catalog: CatalogParts) {
      queue.async { [self] in
        var writer = JSONWriter()
        for campus in catalog.campuses {
          campus.write(to: &writer)
          writer.literal("\n")
        }
        writer.withBytes { hash.update($0) }
      }
    }

    func update(_ lines: EntryLines) {
      queue.async { [self] in lines.bytes.withUnsafeBytes { hash.update($0) } }
    }

    func update(_ piece: LinePiece) {
      queue.async(group: piece.users) { [self] in hash.update(piece.bytes) }
    }

    /// Waits for it.
    var value: SHA256Digest { queue.sync { hash.finalize() } }
  }
}
