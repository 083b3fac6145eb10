import Foundation
package import GRDB
import Locking

/// What SQLite tells beside its answers: that it brought a file back to what was committed, after a program that had it open was
/// killed or the machine went down.
package enum Recovery {
  /// Paths of logs and journals that were played back and not asked for yet.
  private static let played = Guarded<Set<String>>([])

  /// Begins to listen. SQLite lets this be set before a process opens its first file, and not later.
  private static let listening: Void = {
    Database.logError = { code, message in
      guard [.SQLITE_NOTICE_RECOVER_WAL, .SQLITE_NOTICE_RECOVER_ROLLBACK].contains(code) else { return }
      // "recovered 12 frames from WAL file /a/b-wal", "recovered 3 pages from /a/b-journal"
      guard let slash = message.firstIndex(of: "/") else { return }
      let path = String(message[slash...])
      played.withLock { _ = $0.insert(path) }
    }
  }()

  package static func listen() { listening }

  /// Whether a file had to be brought back since it was asked last.
  static func take(_ path: String) -> Bool {
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    let name = resolved.map { String(cString: $0) } ?? path
    return played.withLock { played in
      let count = played.count
      for suffix in ["-wal", "-journal"] { played.remove(name + suffix) }
      return played.count < count
    }
  }
}

extension DatabaseQueue {
  /// A connection to a file, once what SQLite tells is listened to. Every file is opened this way: the first one that a process
  /// opens decides.
  package static func open(_ path: String, _ configuration: Configuration = Configuration()) throws -> DatabaseQueue {
    Recovery.listen()
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}
