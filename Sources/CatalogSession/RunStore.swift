public import Aggregation
import CampusCatalog
import SnapshotStore

/// The store of a run's results: a file or an open store.
public enum StoreChoice: Sendable {
  /// A file, which is created if it does not exist and closed at the end of the run. A damaged file is renamed.
  case file(path: String)
  /// A store that is open, and stays open.
  case open(any FeedStore)
}

/// The store of a run, from its beginning to its end.
struct RunStore: Sendable {
  let store: any FeedStore
  /// The store, if the run opened it.
  let file: SnapshotStore?
  private let events: RunEvent.Sink

  /// - Parameter isOffline: whether the run only reads. The file is then neither migrated nor, if it is damaged, set aside.
  init(_ choice: StoreChoice, isOffline: Bool = false, _ events: @escaping RunEvent.Sink) throws(SessionError) {
    self.events = events
    switch choice {
    case .open(let store): (self.store, file) = (store, nil)
    case .file(let path):
      let file = try Self.open(path, isOffline, events)
      (store, self.file) = (file, file)
      if file.wasRecovered { events(.storeRecovered(path: file.path)) }
      if let backup = file.backup { events(.storeMigrated(path: file.path, backup: backup)) }
    }
  }

  private static func open(_ path: String, _ isOffline: Bool, _ events: RunEvent.Sink) throws(SessionError) -> SnapshotStore {
    do throws(StoreError) {
      return isOffline ? try SnapshotStore.openToRead(path: path) : try SnapshotStore.open(path: path)
    } catch {
      events(.storeFailed(error, path: path))
      let isDamaged = error.reason == .storeCorrupt
      let message = SessionError(error).message
      if isDamaged, !isOffline, SnapshotStore.isRecognizable(path: path) {
        throw SessionError(.storeFailure, "\(message); \(setAside(path))")
      }
      throw SessionError(.unusableStore(path: path, isDamaged: isDamaged), "\(message); nothing was changed")
    }
  }

  /// Reads the stored state before a run. A store that turns out to be damaged is set aside.
  func read<Value>(_ body: () async throws(StoreError) -> Value) async throws(SessionError) -> Value {
    do throws(StoreError) { return try await body() } catch {
      await end([error])
      throw SessionError(error)
    }
  }

  /// Reports errors and closes the file, which then contains all that was stored, without a log beside it. A damaged one is set aside.
  func end(_ errors: [StoreError]) async {
    guard let file else { return }
    var reported: Set<ReasonCode> = []
    for error in errors where reported.insert(error.reason).inserted { events(.storeFailed(error, path: file.path)) }
    let isDamaged = errors.contains { $0.reason == .storeCorrupt } ? await Self.isDamaged(file) : false
    file.close()
    if isDamaged { events(.storeSetAside(Self.setAside(file.path))) }
  }

  /// Returns whether a check of the whole file finds damage: an error of one feed may have been caused by another run.
  private static func isDamaged(_ file: SnapshotStore) async -> Bool {
    do throws(StoreError) { return try await !file.check().isEmpty } catch { return error.reason == .storeCorrupt }
  }

  /// Renames a damaged file, because its contents must never be served. Returns its new location, or why it could not be renamed.
  private static func setAside(_ path: String) -> String {
    do throws(StoreError) {
      return "it was renamed to \(try SnapshotStore.setAside(path: path)), and the next run starts with an empty store"
    } catch {
      return error.detail
    }
  }
}
