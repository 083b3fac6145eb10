/// An event of the index of a large store.
public enum IndexEvent: Sendable, Hashable {
  /// The index is about to be built, which takes a while.
  case building(path: String)
  /// Another process is building it; queries are answered without it.
  case busy
  /// It could not be built or updated; queries are answered without it.
  case failed(String)
  /// It cannot be read now; a query is answered without it.
  case unreadable(String)
  /// It is damaged and was emptied; the next session rebuilds it.
  case damaged(String)
}
