import CatalogSession

extension Failure {
  /// Creates the failure for an error of a store, with advice if the store is damaged.
  init(_ error: StoreError, at path: String) {
    let advice = error.reason == .storeCorrupt ? "; \(Self.repairAdvice(path))" : ""
    self.init(.local, SessionError(error).message + advice)
  }

  /// Returns the advice for a damaged store.
  static func repairAdvice(_ path: String) -> String {
    "to set the file aside and start with an empty store, run: \(resetCommand(path))"
  }

  /// Returns the shell command that sets a store aside.
  static func resetCommand(_ path: String) -> String {
    let force = SnapshotStore.isRecognizable(path: path) ? "" : " --force"
    return "aggregate snapshots reset --store \(quoted(path))\(force)"
  }

  private static func quoted(_ path: String) -> String {
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@%"
    let isPlain = path.utf8.allSatisfy(plain.utf8.contains)
    return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }
}
