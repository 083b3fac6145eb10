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
}

@Test("A file that could not be read is read again although it has not changed, and the failure is reported once")
func failedReloadsAreRepeated() async throws {
  struct Unreadable: Error {}
  let now = try parsed("2026-11-21T12:00:00-05:00") { Instant($0) }
  let folder = try TemporaryFolder()
  let file = folder.url.appendingPathComponent("catalog.json")
  let (attempts, failures) = (Guarded(0), Guarded(0))
  let site = CatalogSite(SiteSettings(now: { now }))
  var keeper = SiteKeeper(site, .file(FileState(of: file.path))) {
    let attempt = attempts.withLock { attempts in
      attempts += 1
      return attempts
    }
    if attempt < 4 { throw Unreadable() }
    let catalog = Catalog(generatedAt: now, campuses: [], feeds: [], entries: [])
    return try await CatalogSession.open(CatalogRequest(.catalog(catalog), now: now))
  }
  keeper.pause = .milliseconds(1)
  keeper.events = { event in if case .failed = event { failures.withLock { $0 += 1 } } }
  try Data("changed".utf8).write(to: file)
  let task = Task { [keeper] in await keeper.run() }
  while site.snapshot == nil { try await Task.sleep(for: .milliseconds(1)) }
  task.cancel()
  await task.value
  #expect(attempts.withLock { $0 } == 4 && failures.withLock { $0 } == 1)
}
