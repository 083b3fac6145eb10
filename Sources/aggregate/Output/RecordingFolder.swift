import Aggregation
import FeedCore
import Foundation
import Locking

/// Writes replies as files that `--replay` reads. The first failure is kept; a run goes on without its recording.
final class RecordingFolder: Sendable {
  private let folder: String
  private let failure = Guarded<Failure?>(nil)

  init(_ folder: String) { self.folder = folder }

  func write(_ reply: FeedReply, of feed: Feed) {
    for (path, bytes) in Recording.files(of: reply, to: feed) {
      let target = "\(folder)/\(path)"
      do {
        let parent = (target as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: target), options: .atomic)
      } catch {
        failure.withLock { $0 = $0 ?? Failure(.local, "\(target) can not be written: \(FileError.text(error))") }
      }
    }
  }

  /// - Throws: the first failure.
  func check() throws(Failure) {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
