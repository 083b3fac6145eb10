import Hashing
import Dispatch
import SimdJSON

/// Computes the content hash of a catalog while it is written. If all entries are encoded lines, a background queue does the hashing.
struct ContentHasher: ~Copyable {
  /// Catalogs with fewer bytes are hashed on the current thread.
  private static let minimumBackgroundSize = 1 << 20

  private var hash = SHA256()
  private let hashesWrittenLines: Bool
  private let background: BackgroundHasher?

  /// A hasher that ignores everything.
  static var disabled: ContentHasher { ContentHasher(hashesWrittenLines: false, background: nil) }

  private init(hashesWrittenLines: Bool, background: BackgroundHasher?) {
    self.hashesWrittenLines = hashesWrittenLines
    self.background = background
  }

  init(of catalog: CatalogParts) {
    let isBackground = catalog.parts.allSatisfy { $0.size != nil } && catalog.size >= Self.minimumBackgroundSize
    self.init(hashesWrittenLines: !isBackground, background: isBackground ? BackgroundHasher(catalog) : nil)
  }

  /// Adds a line that was just written.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if hashesWrittenLines { hash.update(bytes) }
  }

  /// Adds encoded lines.
  mutating func update(_ lines: EntryLines) {
    if let background { return background.update(lines) }
    lines.bytes.withUnsafeBytes { update($0) }
  }

  /// Adds the lines of a buffer, which remains in use until they are hashed.
  mutating func update(_ buffer: LineBuffer) {
    if let background { return background.update(buffer) }
    update(buffer.bytes)
  }

  /// The `contentHash`, once all lines are added.
  var text: String { "sha256:" + (background?.digest ?? hash.finalize()).hexadecimal }

  /// A hasher that works on a serial queue.
  private final class BackgroundHasher: @unchecked Sendable {
    private let queue = DispatchQueue(label: "aggregate.content-hash")
    /// Used only on the queue.
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

    func update(_ buffer: LineBuffer) {
      queue.async(group: buffer.users) { [self] in hash.update(buffer.bytes) }
    }

    /// The digest of everything added so far. Waits for the queue.
    var digest: SHA256Digest { queue.sync { hash.finalize() } }
  }
}
