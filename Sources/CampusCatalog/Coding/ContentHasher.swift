import Basics
import Dispatch

/// Computes the content hash of a catalog while it is written. If all entries are encoded lines, a background queue hashes them.
final class ContentHasher: @unchecked Sendable {
  /// Catalogs with fewer bytes are hashed on the current thread.
  private static let minimumBackgroundSize = 1 << 20

  /// The serial queue that hashes the entries; nil if the current thread does.
  private let queue: DispatchQueue?
  /// Bounds the memory of lines that wait for the queue.
  private let room = DispatchSemaphore(value: 2)
  /// Once something is queued, used only on the queue.
  private var hash = SHA256()

  init(of catalog: CatalogParts) {
    let isBackground = catalog.parts.allSatisfy { $0.size != nil } && catalog.size >= Self.minimumBackgroundSize
    queue = isBackground ? DispatchQueue(label: "aggregate.content-hash") : nil
  }

  /// Adds a line that was just written. Campuses come before all entries, so nothing is queued yet.
  func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bytes) }

  /// Adds encoded lines, once at most one earlier part waits to be hashed.
  func update(_ lines: EntryLines) {
    guard let queue else { return hash.update(lines.bytes) }
    room.wait()
    queue.async { [self] in
      hash.update(lines.bytes)
      room.signal()
    }
  }

  /// The `contentHash`, once all lines are added.
  var text: String { "sha256:" + (queue?.sync { hash.finalize() } ?? hash.finalize()).hexadecimal }
}
