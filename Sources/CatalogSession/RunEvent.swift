/// An event of a run, for logs and progress. It contains no secrets.
public enum RunEvent: Sendable, Hashable {
  case feed(FetchEvent)
  /// The store was recovered from the log of a run that was killed.
  case storeRecovered(path: String)
  /// The store could not be used. Each reason is reported once.
  case storeFailed(StoreError, path: String)
  /// The store is damaged; with the new location of the file, or why it could not be moved.
  case storeSetAside(String)
  /// Secrets in the headers of these feeds are too short to be found and removed from catalogs, logs and the store.
  case shortSecrets(of: [FeedID])

  /// A function that receives events as they happen. It may be called from any thread.
  public typealias Sink = @Sendable (RunEvent) -> Void
}
