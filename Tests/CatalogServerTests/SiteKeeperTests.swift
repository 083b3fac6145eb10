import Basics
import CampusCatalog
import CatalogSession
import Foundation
import OpeningHours
import TestKit
import Testing

@testable import CatalogServer

@Test("A change behind a link is a change")
func linkedFiles() throws {
  let folder = try TemporaryFolder()
  let (link, directory) = (folder.url.appendingPathComponent("current.json"), folder.url.appendingPathComponent("data"))
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
  let target = directory.appendingPathComponent("catalog.json")
  try Data("first".utf8).write(to: target)
  try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
  var states = [FileState(of: link.path)]
  #expect(states[0] == FileState(of: link.path))
  // The target is replaced, a log appears beside it, and the link leads to another file.
  try Data("second".utf8).write(to: target, options: .atomic)
  states.append(FileState(of: link.path))
  try Data("log".utf8).write(to: directory.appendingPathComponent("catalog.json-wal"))
  states.append(FileState(of: link.path))
  try Data("third".utf8).write(to: directory.appendingPathComponent("other.json"))
  try FileManager.default.removeItem(at: link)
  try FileManager.default.createSymbolicLink(at: link, withDestinationURL: directory.appendingPathComponent("other.json"))
  states.append(FileState(of: link.path))
  for (earlier, later) in zip(states, states.dropFirst()) { #expect(earlier != later) }
  // A registry file appears.
  let registry = directory.appendingPathComponent("corrections.json")
  let before = FileState(of: link.path, with: [registry.path])
  #expect(before == before.current)
  try Data("{}".utf8).write(to: registry)
  #expect(before != before.current)
}

@Test("A file that cannot be read is read again after growing pauses, and reported once in each state", .timeLimit(.minutes(15)))
func failedReloadsAreRepeated() async throws {
  struct Unreadable: Error {}
  let now = try parsed("2026-11-21T12:00:00-05:00") { Instant($0) }
  let folder = try TemporaryFolder()
  let file = folder.url.appendingPathComponent("catalog.json")
  let (count, failures) = (Guarded(0), Guarded(0))
  let (attempts, attempt) = AsyncStream<Int>.makeStream()
  let site = CatalogSite(SiteSettings(now: { now }))
  var keeper = SiteKeeper(site, .file(FileState(of: file.path))) {
    let number = count.withLock { count in
      count += 1
      return count
    }
    attempt.yield(number)
    if number == 3 { try Data("changed again".utf8).write(to: file) }
    if number < 6 { throw Unreadable() }
    let catalog = Catalog(generatedAt: now, campuses: [], feeds: [], entries: [])
    return try await CatalogSession.open(CatalogRequest(.catalog(catalog), now: now))
  }
  keeper.pause = .milliseconds(1)
  keeper.events = { event in if case .failed = event { failures.withLock { $0 += 1 } } }
  try Data("changed".utf8).write(to: file)
  let task = Task { [keeper] in await keeper.run() }
  defer { task.cancel() }
  for await number in attempts where number == 6 { break }
  // The thread is free again when the catalog is shown.
  try await site.snapshots.run {}
  #expect(site.snapshot != nil && failures.withLock { $0 } == 2)
}

@Test("Pauses between attempts to read the same state of a file grow, and a new state is read at once")
func pausesGrow() throws {
  let folder = try TemporaryFolder()
  let file = folder.url.appendingPathComponent("catalog.json")
  let missing = FileState(of: file.path)
  try Data("new".utf8).write(to: file)
  let present = FileState(of: file.path)
  var failure: FileFailure?
  var looks: [Int] = []
  for look in 0..<300 where failure?.isRecent(missing) != true {
    looks.append(look)
    failure = FileFailure(missing, after: failure)
  }
  #expect(looks == [0, 2, 6, 14, 30, 62, 126, 190, 254])
  #expect(failure?.isRecent(present) == false)
  failure = FileFailure(present, after: failure)
  #expect(failure?.isRecent(present) == true && failure?.isRecent(present) == false)
}

@Test("A new snapshot is prepared outside of Swift's threads, which answer requests", .timeLimit(.minutes(15)))
func snapshotsArePreparedElsewhere() async throws {
  let now = try parsed("2026-11-21T12:00:00-05:00") { Instant($0) }
  let folder = try TemporaryFolder()
  let file = folder.url.appendingPathComponent("catalog.json")
  let site = CatalogSite(SiteSettings(now: { now }))
  let (places, place) = AsyncStream<Bool>.makeStream()
  var keeper = SiteKeeper(site, .file(FileState(of: file.path))) {
    place.yield(withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil })
    let catalog = Catalog(generatedAt: now, campuses: [], feeds: [], entries: [])
    return try await CatalogSession.open(CatalogRequest(.catalog(catalog), now: now))
  }
  keeper.pause = .milliseconds(1)
  try Data("new".utf8).write(to: file)
  let task = Task { [keeper] in await keeper.run() }
  defer { task.cancel() }
  #expect(await places.first { _ in true } == true)
}
