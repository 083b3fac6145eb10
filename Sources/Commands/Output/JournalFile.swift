import Aggregation
import Basics
import CampusCatalog
import Dispatch
import Glibc

/// The journal of a poll, to continue it after a kill. It is locked as long as this process runs, so that two polls never use it at once.
final class JournalFile: Sendable {
  private let path: String
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "journal")
  private let waiting = Guarded<[(lines: [UInt8], finished: @Sendable () -> Void)]>([])
  /// The feeds that an earlier process has finished.
  let journal: WorkJournal
  /// Whether the file existed.
  let isContinued: Bool

  /// Waits until no other process uses the file, and removes a part at its end that is incomplete.
  ///
  /// - Throws: `Failure` with exit code 5 for a file that cannot be written, and with 65 for one that is not a journal.
  init(_ path: String) throws(Failure) {
    self.path = path
    let flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW
    let new = open(path, flags | O_CREAT | O_EXCL, 0o666)
    isContinued = new < 0
    descriptor = new >= 0 ? new : open(path, flags)
    guard descriptor >= 0 else { throw OutputFile.failure(path) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw OutputFile.failure(path) }
    }
    let bytes = try InputFile.read(path, "journal", otherwise: .local)
    do { journal = try WorkJournal(bytes, name: path) } catch { throw Failure(.data, "\(error)") }
    guard ftruncate(descriptor, journal.length) == 0 else { throw OutputFile.failure(path) }
    // The name of a new file, also of one whose writer was killed here.
    do throws(SystemCallError) { try DurableFolder.sync(PartFile.folder(of: path)) } catch { throw OutputFile.failure(path, error.code) }
  }

  deinit { close(descriptor) }

  /// Appends lines durably, and then calls `finished`. If that fails, the process ends: without its journal, it would send requests whose
  /// results are lost.
  func append(_ lines: [UInt8], _ finished: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append((lines, finished)) }
    // Not on the threads of tasks, where waiting for the disk would delay requests.
    queue.async { self.writeWaiting() }
  }

  /// Writes all lines that wait, and waits for the disk once.
  private func writeWaiting() {
    let parts = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    guard !parts.isEmpty else { return }
    var code = parts.flatMap(\.lines).withUnsafeBytes { $0.write(to: descriptor) }
    if code == 0, fdatasync(descriptor) != 0 { code = errno }
    guard code == 0 else {
      Console.error("\(path) cannot be written: \(SystemError(code: code).text)")
      exit(ExitStatus.local.rawValue)
    }
    for part in parts { part.finished() }
  }
}
