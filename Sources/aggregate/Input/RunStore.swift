import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import SnapshotStore
import StoreInterface

/// The store of a run, from its beginning to its end.
struct RunStore {
  let store: any FeedStore
  private let events: EventLog

  /// Tells when the log of a run that was killed had to be played back.
  init(_ store: any FeedStore, _ events: EventLog) {
    self.store = store
    self.events = events
    guard let store = store as? SnapshotStore, store.wasRecovered else { return }
    events.tell(.info, "store.recovered", [FetchEvent.Field("path", store.path)])
  }

  /// Reads what a run needs in advance. A store that turns out to be damaged is set aside.
  func ask<Value>(_ question: () async throws(StoreError) -> Value) async throws(Failure) -> Value {
    do throws(StoreError) { return try await question() } catch {
      await end([error])
      throw Failure(.local, "\(error.detail) (\(error.reason))")
    }
  }

  /// Closes the file, which then has all data and no log next to it. A damaged file is set aside.
  func end(_ errors: [StoreError]) async {
    guard let store = store as? SnapshotStore else { return }
    var told: Set<ReasonCode> = []
    for error in errors where told.insert(error.reason).inserted {
      events.tell(error, at: store.path)
    }
    let isDamaged = errors.contains { $0.reason == .storeCorrupt } ? await Self.isDamaged(store) : false
    store.close()
    if isDamaged { Console.error("aggregate: the store is damaged; \(LiveOptions.setAside(store.path))") }
  }

  /// Damage found by one feed may be caused by another run: a store is set aside only if a check of the whole file confirms it.
  private static func isDamaged(_ store: SnapshotStore) async -> Bool {
    do throws(StoreError) {
      return try await !store.check().isEmpty
    } catch {
      return error.reason == .storeCorrupt
    }
  }
}
