import Basics
import CampusCatalog
import Glibc

/// Where the lines of results wait until they are written: the first ones in memory, the others in the store that has them, or in a
/// temporary file.
final class ResultSpill: Sendable {
  /// The maximum number of bytes in memory. The others are read again when they are written.
  static let mostInMemory = 1 << 20

  private struct State {
    var bytesInMemory = 0
    var file: ScratchFile?
    /// The end of the file.
    var end = 0
  }

  private let store: (any FeedStore)?
  private let folder: String?
  private let mostInMemory: Int
  private let state = Guarded(State())

  /// - Parameters:
  ///   - store: the store of accepted results; nil if there is none.
  ///   - folder: the folder of the temporary file; nil to hold lines that are not in the store in memory.
  init(_ store: (any FeedStore)?, folder: String?, mostInMemory: Int) {
    (self.store, self.folder, self.mostInMemory) = (store, folder, mostInMemory)
  }

  /// Returns the same lines, outside of memory if there are too many in it already. They stay in memory if the file cannot be written.
  func hold(_ lines: LazyEntryLines) -> LazyEntryLines {
    let fits = state.withLock { state in
      guard state.bytesInMemory + lines.bytesInMemory <= mostInMemory else { return false }
      state.bytesInMemory += lines.bytesInMemory
      return true
    }
    if fits { return lines }
    if let unloaded = store?.unloaded(lines) { return unloaded }
    return (try? written(lines)) ?? lines
  }

  private func written(_ lines: LazyEntryLines) throws -> LazyEntryLines? {
    guard let folder else { return nil }
    let bytes = try lines.lines().bytes
    let (file, position) = try state.withLock { state in
      let file = if let file = state.file { file } else { try ScratchFile(in: folder) }
      state.file = file
      defer { state.end += bytes.count }
      return (file, state.end)
    }
    try file.write(bytes, at: position)
    return LazyEntryLines(count: lines.count, size: bytes.count, content: lines.content) { _, target in
      do throws(SystemCallError) { try file.read(into: target, at: position) } catch {
        throw StoreError(.storeIO, "a temporary file in \(folder) cannot be read: \(String(cString: strerror(error.code)))")
      }
    }
  }
}
