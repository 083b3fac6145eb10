import Aggregation
public import CampusCatalog
import FeedKit
public import Fetching
public import StoreInterface

/// What happens during a run, for logs and progress. Nothing in it is secret.
public enum RunEvent: Sendable, Hashable {
  case feed(FetchEvent)
  /// The store has the log of a run that was killed, which was played back.
  case storeRecovered(path: String)
  /// The store could not be used. Each reason is reported once.
  case storeFailed(StoreError, path: String)
  /// The store is damaged: where the file is now, or why it stays where it is.
  case storeSetAside(String)
  /// Secrets in the headers of these feeds are too short to be found and removed from catalogs, logs and the store.
  case shortSecrets(of: [FeedID])

  /// Takes events as they happen, from any thread.
  public typealias Sink = @Sendable (RunEvent) -> Void
}
