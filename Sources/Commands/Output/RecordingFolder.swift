import Basics
import CampusCatalog
import FeedKit
import Fetching
import Foundation
import Glibc

/// Writes replies as files that `--replay` reads. Only the first failure is stored; a failed recording does not stop the run.
final class RecordingFolder: Sendable {
  private struct State {
    var failure: Failure?
    /// The names of the files that this run has written, by feed.
    var names: [FeedID: Set<String>] = [:]
  }

  private let folder: String
  private let stores: StoreGuard
  private let state = Guarded(State())

  init(_ folder: String, _ stores: StoreGuard) {
    self.folder = folder
    self.stores = stores
  }

  func write(_ reply: FeedReply, of feed: Feed) {
    for (path, bytes) in Recording.files(of: reply, to: feed) {
      let target = "\(folder)/\(path)"
      do throws(Failure) {
        try stores.check(target, "--record")
        do throws(SystemCallError) { try PartFile.write(bytes, to: target) } catch {
          throw Failure(.local, "\(target) cannot be written: \(SystemError(code: error.code).text)")
        }
        state.withLock { _ = $0.names[feed.id, default: []].insert((target as NSString).lastPathComponent) }
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }
  }

  /// Removes files that earlier recordings left for the feeds that this run has recorded: a replay must not mix two runs.
  ///
  /// - Parameter requests: returns the names of a feed's requests; files that are not named after one of them are not removed.
  func removeOld(_ requests: (FeedID) -> [String]) {
    let state = state.withLock { $0 }
    guard state.failure == nil else { return }
    for (feed, names) in state.names.sorted(by: { $0.key < $1.key }) { removeOld(of: feed, but: names, requests(feed)) }
  }

  /// Removes files of one feed. Links are not followed: only regular files in real folders belong to a recording.
  private func removeOld(of feed: FeedID, but names: Set<String>, _ requests: [String]) {
    let path = "\(folder)/\(feed)"
    let directory = Self.open(folder, "\(feed)".split(separator: "/"))
    guard directory >= 0 else { return }
    defer { close(directory) }
    var isChanged = false
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] where !names.contains(name) {
      var status = stat()
      guard requests.contains(where: { Self.isFile(name, of: $0) }), fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.isRegular, (try? stores.check("\(path)/\(name)")) != nil
      else { continue }
      isChanged = true
      if unlinkat(directory, name, 0) != 0 { fail("\(path)/\(name), of an earlier recording, cannot be removed", errno) }
    }
    guard isChanged else { return }
    do throws(SystemCallError) { try DurableFolder.sync(path) } catch { fail("\(path) cannot be flushed to the disk", error.code) }
  }

  private func fail(_ message: String, _ code: CInt) {
    let failure = Failure(.local, "\(message): \(SystemError(code: code).text)")
    state.withLock { $0.failure = $0.failure ?? failure }
  }

  /// Opens a folder inside another folder without following links.
  private static func open(_ folder: String, _ names: [Substring]) -> Int32 {
    var directory = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for name in names where directory >= 0 {
      let inner = openat(directory, String(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      close(directory)
      directory = inner
    }
    return directory
  }

  /// Returns whether a recording gives a file this name: `venues.json`, `guides.2.csv`, `venues.meta.json`.
  static func isFile(_ name: String, of request: String) -> Bool {
    guard name.hasPrefix("\(request).") else { return false }
    var parts = name.dropFirst(request.utf8.count + 1).split(separator: ".", omittingEmptySubsequences: false)
    if parts.count > 1, let page = Int(parts[0]), page > 1, parts[0] == "\(page)" { parts.removeFirst() }
    return parts == ["meta", "json"] || parts.count == 1 && FeedRequest.Format(rawValue: String(parts[0])) != nil
  }

  func check() throws(Failure) {
    if let failure = state.withLock(\.failure) { throw failure }
  }
}
