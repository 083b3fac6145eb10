import CampusCatalog
import FeedKit
import SnapshotStore
import StoreInterface

/// Advice on damaged stores.
enum StoreRepair {
  /// What to do about an error of a store; nil when it is not damage.
  static func advice(_ error: StoreError, at path: String) -> String? {
    error.reason == .storeCorrupt ? "to set the file aside and start with an empty store, run: \(command(path))" : nil
  }

  /// The message of a store's error, with advice.
  static func message(_ error: StoreError, at path: String) -> String {
    "\(error.detail) (\(error.reason))" + (advice(error, at: path).map { "; \($0)" } ?? "")
  }

  /// The command that sets a store aside, as it is typed into a shell.
  static func command(_ path: String) -> String {
    let force = SnapshotStore.isRecognizable(path: path) ? "" : " --force"
    return "aggregate snapshots reset --store \(quoted(path))\(force)"
  }

  private static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "/._-+:@%".utf8.contains(byte)
      }
    }
    return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }
}
