/// When a client uses stored answers.
public enum StoragePolicy: Sendable, Hashable {
  /// While they are current, as the server has said; later if no server answers.
  case whileCurrent
  /// Only if no server answers. For "pull to refresh".
  case afterFailure
  /// Always, and nothing is requested. To show something at once, before a second question to the server.
  case storedOnly
}
