import Basics
import Foundation
package import GRDB

/// Collects SQLite's notices about recovered files: it has played back the log or journal of a killed process or after a system crash.
/// SQLite reports this only to its error log (https://www.sqlite.org/errlog.html).
package enum RecoveryMonitor {
  /// Paths of logs and journals that were played back and not reported yet.
  private static let recovered = Guarded<Set<String>>([])

  /// Installs SQLite's error log callback, once. SQLite accepts it only before the process opens its first database.
  private static let installed: Void = {
    Database.logError = { code, message in
      guard [.SQLITE_NOTICE_RECOVER_WAL, .SQLITE_NOTICE_RECOVER_ROLLBACK].contains(code) else { return }
      // "recovered 12 frames from WAL file /a/b-wal", "recovered 3 pages from /a/b-journal"
      guard let slash = message.firstIndex(of: "/") else { return }
      let path = String(message[slash...])
      recovered.withLock { _ = $0.insert(path) }
    }
  }()

  /// Starts collecting notices. Must be called before the process opens its first database.
  package static func start() { installed }

  /// Returns whether a file has been recovered since the last call with its path.
  ///
  /// - Parameter path: the path of the database. Symbolic links are resolved, as SQLite does.
  static func takeNotice(for path: String) -> Bool {
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    let name = resolved.map { String(cString: $0) } ?? path
    return recovered.withLock { recovered in
      let count = recovered.count
      for suffix in ["-wal", "-journal"] { recovered.remove(name + suffix) }
      return recovered.count < count
    }
  }
}

extension DatabaseQueue {
  /// Opens a connection to a file after starting the recovery monitor, which is possible only before the first file is opened.
  package static func open(_ path: String, _ configuration: Configuration = Configuration()) throws -> DatabaseQueue {
    RecoveryMonitor.start()
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}
