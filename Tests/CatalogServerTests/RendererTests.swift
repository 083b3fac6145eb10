import Basics
import CampusCatalog
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import OpeningHours
import QueryTestData
import Testing

@testable import CatalogServer

/// Work that runs until it is ended or canceled.
private final class Work: Sendable {
  let state = Guarded((begun: 0, isOver: false))

  @Sendable func run() throws {
    state.withLock { $0.begun += 1 }
    while !state.withLock({ $0.isOver }) {
      try Task.checkCancellation()
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  func runStubbornly() {
    state.withLock { $0.begun += 1 }
    while !state.withLock({ $0.isOver }) { Thread.sleep(forTimeInterval: 0.001) }
  }

  func end() { state.withLock { $0.isOver = true } }

  var begun: Int { state.withLock { $0.begun } }
}

/// Waits until a condition holds.
private func wait(_ condition: () -> Bool) async throws {
  while !condition() { try await Task.sleep(for: .milliseconds(1)) }
}

@Suite(.timeLimit(.minutes(15))) struct RendererTests {
  @Test func workBeyondTheQueueIsRefused() async throws {
    let (renderer, work) = (Renderer(threads: 1, longestQueue: 1), Work())
    async let running: Void = renderer.run(work.run)
    try await wait { work.begun == 1 }
    async let waiting: Void = renderer.run(work.run)
    try await wait { renderer.waiting == 1 }
    let problem = await #expect(throws: Problem.self) { try await renderer.run {} }
    #expect(problem?.status == 503 && problem?.response.headers[.retryAfter] == "30")
    #expect(work.begun == 1)
    work.end()
    _ = try await (running, waiting)
  }

  @Test func canceledWorkEnds() async throws {
    let (renderer, work) = (Renderer(threads: 1, longestQueue: 4), Work())
    let running = Task { try await renderer.run(work.run) }
    try await wait { work.begun == 1 }
    let waiting = Task { try await renderer.run(work.run) }
    try await wait { renderer.waiting == 1 }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(work.begun == 1)
    // The thread is free again.
    #expect(try await renderer.run { 1 } == 1)
  }

  @Test("Nobody waits for work that does not notice that it was canceled")
  func stubbornWork() async throws {
    let (renderer, work) = (Renderer(threads: 1, longestQueue: 0), Work())
    let running = Task {
      try await renderer.run { work.runStubbornly() }
    }
    try await wait { work.begun == 1 }
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    // It still has the thread.
    await #expect(throws: Problem.self) { try await renderer.run {} }
    work.end()
  }

  @Test("No more answers are made while clients hold too many, and what they share counts once")
  func bytesInFlight() async throws {
    let renderer = Renderer(threads: 1, longestQueue: 1, byteLimit: 250)
    let shared = Self.make()
    func answer(_ made: Answer = Self.make()) async throws -> Answer { try await renderer.answer(except: { [] }) { made } }
    var held = [try await answer(shared), try await answer(shared), try await answer(), try await answer()]
    let problem = await #expect(throws: Problem.self) { try await answer() }
    #expect(problem?.status == 503)
    held.removeLast()
    #expect(try await answer().status == 200)
  }

  private static func make() -> Answer { Answer(Representation([UInt8](repeating: 0, count: 100), "text/plain"), .revalidated) }

  @Test("Stored answers do not count as held by clients, until they are no longer stored")
  func storedAnswers() async throws {
    let (renderer, cache) = (Renderer(threads: 1, longestQueue: 1, byteLimit: 250), AnswerCache())
    func answer(_ key: Int, minute: Int64) async throws -> Answer {
      try await cache.answer("\(key)", at: minute, isTimely: true) {
        try await renderer.answer(except: { cache.documents }) { Self.make() }
      }
    }
    var held: [Answer] = []
    for key in 0..<9 { held.append(try await answer(key, minute: 1)) }
    await #expect(throws: Problem.self) { try await answer(0, minute: 2) }
    held = Array(held.prefix(2))
    #expect(try await answer(0, minute: 2).status == 200)
  }

  @Test("The catalog of a site does not count as held by clients")
  func storedCatalog() async throws {
    let site = try await TestSite([place("a/x/1", "Café")])
    #expect(try await site.request("/api/v1/catalog").status == 200)
    let snapshot = try #require(site.site.snapshot)
    #expect(snapshot.storedDocuments == [ObjectIdentifier(snapshot.document)])
  }
}

@Suite(.timeLimit(.minutes(15))) struct LoadTests {
  /// A site with more places than one page has, and documents that take long to compress.
  private func site() async throws -> TestSite {
    let location = Location(coordinate: Coordinate(latitude: 1, longitude: 2))
    return try await TestSite(
      (0..<600).map { number in
        var entry = try place("a/x/\(number)", "Café \(number)", location: location, hours: daily([service("07:00", "18:00")]))
        entry.description = String(repeating: "Coffee and cake. ", count: 40)
        return entry
      })
  }

  @Test("While exports keep all their threads and places busy, lists, searches, pages and compression go on")
  func busyExports() async throws {
    let (site, work) = (try await site(), Work())
    // An export that was made before is stored.
    let stored = try await site.request("/api/v1/catalog.ndjson")
    #expect(stored.body.readableBytes > 1 << 18)
    let exports = Task {
      try await withThrowingTaskGroup { group in
        for _ in 0..<100 { group.addTask { try? await site.site.exports.run(work.run) } }
        try await group.waitForAll()
      }
    }
    try await wait { site.site.exports.isFull }
    #expect(try await site.request("/api/v1/catalog.ics").status == 503)
    for target in [
      "/all", "/all?q=cafe", "/api/v1/entries?limit=500", "/api/v1/entries?near=1,2", "/places/a/x/7", "/api/v1/catalog.ndjson",
    ] {
      let response = try await site.request(target, [("Accept-Encoding", "gzip")])
      #expect(response.status == 200 && response.header("content-encoding") == "gzip", "\(target)")
    }
    exports.cancel()
    _ = try await exports.value
    #expect(try await site.request("/api/v1/catalog.ics").status == 200)
  }

  @Test("While compression keeps all its threads and places busy, documents are sent as they are")
  func busyCompression() async throws {
    let (site, work) = (try await site(), Work())
    let others = Task {
      try await withThrowingTaskGroup { group in
        for _ in 0..<200 { group.addTask { try? await site.site.compression.run(work.run) } }
        try await group.waitForAll()
      }
    }
    try await wait { site.site.compression.isFull }
    for target in ["/api/v1/entries?limit=500", "/api/v1/catalog.ndjson"] {
      let response = try await site.request(target, [("Accept-Encoding", "gzip")])
      #expect(response.status == 200 && response.header("content-encoding") == nil && response.body.readableBytes > 1 << 18, "\(target)")
    }
    others.cancel()
    _ = try await others.value
  }
}

@Suite(.timeLimit(.minutes(15))) struct AnswerCacheTests {
  private static func answer() -> Answer { Answer(Representation("x".utf8, "text/plain"), .catalog) }

  @Test("A response is made once for all waiting clients, and canceled when none is waiting")
  func flights() async throws {
    let (cache, renderer, work) = (AnswerCache(), Renderer(threads: 2, longestQueue: 16), Work())
    let clients = (0..<3).map { minute in
      Task {
        try await cache.answer("key", at: Int64(minute), isTimely: false) {
          try await renderer.run(work.run)
          return Self.answer()
        }
      }
    }
    try await wait { work.begun == 1 }
    clients[0].cancel()
    clients[1].cancel()
    try await Task.sleep(for: .milliseconds(20))
    #expect(work.begun == 1)
    work.end()
    #expect(try await clients[2].value.document.body.readableBytes == 1)
    // It is in the cache.
    _ = try await cache.answer("key", at: 9, isTimely: false) { throw CancellationError() }
    let lonely = Work()
    let client = Task {
      try await cache.answer("other", at: 9, isTimely: true) {
        try await renderer.run(lonely.run)
        return Self.answer()
      }
    }
    try await wait { lonely.begun == 1 }
    client.cancel()
    await #expect(throws: CancellationError.self) { try await client.value }
  }
}
