import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogSession
import Glibc
import SnapshotStore

struct SnapshotReset: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Set a damaged store aside, so that the next run starts with an empty one.",
    usage: "aggregate snapshots reset [--store FILE] [--force]",
    discussion: """
      Renames the file and its log to FILE.corrupt-1 (or the next free number); nothing is deleted. A store that is not damaged, and a \
      file that is not a store of this program, are left alone.
      """)

  @Flag(help: "Set the file aside even if it is not damaged, or cannot be recognized as a store.")
  var force = false

  @OptionGroup var options: StoreOption

  @OptionGroup var quiet: QuietFlag

  func run() async throws {
    let path = try Settings.current().storePath(flag: options.store)
    var status = stat()
    guard stat(path, &status) == 0, status.st_size > 0 || force else {
      throw Failure(.nothing, "there is no store at \(path); nothing was changed")
    }
    guard status.isRegular else { throw Failure(.usage, "\(path) is not a file; nothing was changed") }
    if !force { try await checkDamage(path) }
    let target = try SnapshotStore.setAside(path: path)
    Console.note("\(path) was renamed to \(target); the next run starts with an empty store")
  }

  /// - Throws: `Failure` for a store that is not damaged, and for a file that cannot be recognized as a store.
  private func checkDamage(_ path: String) async throws(Failure) {
    do throws(StoreError) {
      let store = try SnapshotStore.openToRead(path: path)
      defer { store.close() }
      guard try await store.check().isEmpty else { return }
    } catch {
      guard error.reason == .storeCorrupt else {
        throw Failure(error.reason == .storeVersion ? .usage : .local, "\(SessionError(error).message); nothing was changed")
      }
      if SnapshotStore.isRecognizable(path: path) { return }
      throw Failure(
        .usage,
        "\(path) cannot be recognized as a store of this program; nothing was changed. If it is one, run: \(Failure.resetCommand(path))")
    }
    throw Failure(.usage, "the store \(path) is not damaged; nothing was changed; use --force to set it aside anyway")
  }
}
