import CampusClient
import Foundation
import Testing

@Suite struct CacheTests {
  private let clock = TestClock("2026-11-21T17:00:00Z")

  @Test func currentAnswersNeedNoRequest() async throws {
    let transport = ScriptedTransport([.response(200, ["Cache-Control": "public, max-age=60"], Sample.list)])
    let client = CampusClient.test(transport, clock: clock)
    #expect(try await client.entries().origin == .server)
    clock.advance(59)
    let second = try await client.entries()
    #expect(second.origin == .cache)
    #expect(second.age(at: clock.now) == .seconds(59))
    #expect(second.value.places.map(\.name) == ["Commons"])
    #expect(await transport.requests.map(\.url.absoluteString) == ["https://campus.example.edu/dining/api/v1/entries"])
  }

  @Test func aClientThatRevalidatesAsksTheServer() async throws {
    let transport = ScriptedTransport([
      .response(200, ["ETag": "\"a\"", "Cache-Control": "max-age=60"], Sample.list), .response(304),
    ])
    var client = CampusClient.test(transport, clock: clock)
    _ = try await client.entries()
    client.policy = .afterFailure
    #expect(try await client.entries().origin == .confirmed)
  }

  @Test func aStoredAnswerCanBeShownAtOnce() async throws {
    let transport = ScriptedTransport([.response(200, [:], Sample.list)])
    var client = CampusClient.test(transport, clock: clock)
    client.policy = .storedOnly
    await #expect(throws: ClientError.self) { _ = try await client.entries() }
    client.policy = .whileCurrent
    _ = try await client.entries()
    clock.advance(86_400)
    client.policy = .storedOnly
    #expect(try await client.entries().origin == .cache)
    #expect(await transport.requests.count == 1)
  }

  /// An answer of a cache that is older than it may be.
  @Test func anAgeBeyondTheLifetimeOutdatesTheAnswer() async throws {
    try await withFolder { folder async throws in
      let old = ["cache-control": "max-age=60", "age": "100"]
      let transport = ScriptedTransport([.response(200, old, Sample.list), .response(200, old, Sample.list)])
      let client = CampusClient.test(transport, cache: FileCache(folder: folder), clock: clock)
      #expect(try await client.entries().origin == .server)
      #expect(try await client.entries().origin == .server)
      let stored = StoredResponse(body: Data(Sample.list.utf8), entityTag: nil, receivedAt: clock.now, lifetime: -40)
      await FileCache(folder: folder).store(stored, for: "https://campus.example.edu/dining/ /api/v1/entries")
      let offline = CampusClient.test(ScriptedTransport([]), cache: FileCache(folder: folder), clock: clock)
      #expect(try await offline.entries().isOffline)
    }
  }

  @Test func serversDoNotShareAnswers() async throws {
    let cache = MemoryCache()
    _ = try await CampusClient.test(ScriptedTransport([.response(200, ["Cache-Control": "max-age=60"], Sample.list)]), cache: cache)
      .entries()
    let other = CampusClient(server: .backupServer, transport: ScriptedTransport([]), cache: cache, retry: .none)
    await #expect(throws: ClientError.self) { _ = try await other.entries() }
  }

  /// The first page of a new catalog replaces the stored one; the other pages then do not belong to it.
  @Test func aListThatBreaksOffIsAnsweredFromTheLastWholeOne() async throws {
    let transport = ScriptedTransport([
      .response(200, [:], Sample.list(name: "A", total: 2, next: "c1")), .response(200, [:], Sample.list(name: "B", total: 2)),
      .response(200, [:], Sample.list(name: "New", total: 2, next: "c2")),
    ])
    let client = CampusClient.test(transport, clock: clock)
    #expect(try await client.allEntries().value.places.map(\.name) == ["A", "B"])
    clock.advance(600)
    let broken = try await client.allEntries()
    #expect(broken.isOffline)
    #expect(broken.age(at: clock.now) == .seconds(600))
    #expect(broken.value.places.map(\.name) == ["A", "B"])
  }

  @Test func theMemoryCacheStaysWithinItsLimit() async {
    let cache = MemoryCache(maximumBytes: 1000)
    for number in 0..<20 {
      await cache.store(StoredResponse(body: Data(count: 300), entityTag: nil, receivedAt: clock.now, lifetime: 60), for: "\(number)")
    }
    var left: [Int] = []
    for number in 0..<20 where await cache.response(for: "\(number)") != nil { left.append(number) }
    #expect(left == [17, 18, 19])
  }

  @Test func outdatedAnswersAreConfirmedByTheirTag() async throws {
    let transport = ScriptedTransport([
      .response(200, ["ETag": "\"a\"", "Cache-Control": "max-age=60"], Sample.list), .response(304, ["Cache-Control": "max-age=120"]),
    ])
    let client = CampusClient.test(transport, clock: clock)
    _ = try await client.entries()
    clock.advance(60)
    let confirmed = try await client.entries()
    #expect(confirmed.origin == .confirmed)
    #expect(confirmed.receivedAt == clock.now)
    #expect(await transport.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\""])
    // The new lifetime counts from the confirmation.
    clock.advance(119)
    #expect(try await client.entries().origin == .cache)
  }

  @Test(arguments: ["no-cache", "no-store, max-age=60", "max-age=0", "max-age=-5", "max-age=60x", "private"])
  func onlyAStatedLifetimeCounts(control: String) async throws {
    let transport = ScriptedTransport([.response(200, ["cache-control": control], Sample.list), .response(200, [:], Sample.list)])
    let client = CampusClient.test(transport, clock: clock)
    _ = try await client.entries()
    #expect(try await client.entries().origin == .server)
  }

  @Test func timeInOtherCachesCounts() async throws {
    let transport = ScriptedTransport([
      .response(200, ["cache-control": "max-age=60", "age": "50"], Sample.list), .response(200, [:], Sample.list),
    ])
    let client = CampusClient.test(transport, clock: clock)
    _ = try await client.entries()
    clock.advance(11)
    #expect(try await client.entries().origin == .server)
  }

  @Test func aClockThatWasSetBackOutdatesAnswers() async throws {
    let transport = ScriptedTransport([
      .response(200, ["cache-control": "max-age=60"], Sample.list), .response(200, [:], Sample.list),
    ])
    let client = CampusClient.test(transport, clock: clock)
    _ = try await client.entries()
    clock.advance(-3600)
    #expect(try await client.entries().origin == .server)
  }

  @Test func storedAnswersSurviveARestart() async throws {
    try await withFolder { folder in
      let online = ScriptedTransport([.response(200, ["ETag": "\"a\""], Sample.list)])
      _ = try await CampusClient.test(online, cache: FileCache(folder: folder), clock: clock).entries()
      clock.advance(7200)
      let offline = ScriptedTransport([.failure])
      let answer = try await CampusClient.test(offline, cache: FileCache(folder: folder), clock: clock).entries()
      #expect(answer.isOffline)
      #expect(answer.age(at: clock.now) == .seconds(7200))
      #expect(answer.value.places.map(\.name) == ["Commons"])
      // Nobody waits for further attempts when there is an answer.
      #expect(await offline.requests.count == 1)
    }
  }

  @Test func differentQuestionsHaveDifferentAnswers() async throws {
    try await withFolder { folder in
      let transport = ScriptedTransport([.response(200, [:], Sample.list(name: "A")), .response(200, [:], Sample.list(name: "B"))])
      let client = CampusClient.test(transport, cache: FileCache(folder: folder), clock: clock)
      _ = try await client.entries(EntryQuery(campuses: ["penn"]))
      _ = try await client.entries(EntryQuery(campuses: ["gmu"]))
      #expect(try await client.entries(EntryQuery(campuses: ["penn"])).value.places.map(\.name) == ["A"])
      #expect(try await client.entries(EntryQuery(campuses: ["gmu"])).value.places.map(\.name) == ["B"])
    }
  }

  @Test func damagedFilesCountAsMissing() async throws {
    try await withFolder { folder in
      let cache = FileCache(folder: folder)
      let response = StoredResponse(body: Data("{}".utf8), entityTag: nil, receivedAt: clock.now, lifetime: 60)
      await cache.store(response, for: "/a")
      #expect(await cache.response(for: "/a") == response)
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      let file = try #require(files.first)
      let bytes = try Data(contentsOf: file)
      for length in [0, 1, bytes.count / 2, bytes.count - 1] {
        try bytes.prefix(length).write(to: file)
        #expect(await cache.response(for: "/a") == nil)
      }
    }
  }

  /// A file name is a hash, so that another question could have the same one.
  @Test func aFileOfAnotherQuestionIsNotItsAnswer() async throws {
    try await withFolder { folder in
      let cache = FileCache(folder: folder)
      await cache.store(StoredResponse(body: Data("1".utf8), entityTag: nil, receivedAt: clock.now, lifetime: 60), for: "/a")
      await cache.store(StoredResponse(body: Data("2".utf8), entityTag: nil, receivedAt: clock.now, lifetime: 60), for: "/b")
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      #expect(files.count == 2)
      let bytes = try files.map { try Data(contentsOf: $0) }
      try bytes[1].write(to: files[0])
      try bytes[0].write(to: files[1])
      #expect(await cache.response(for: "/a") == nil)
      #expect(await cache.response(for: "/b") == nil)
    }
  }

  @Test func theCacheStaysWithinItsLimit() async throws {
    try await withFolder { folder in
      let cache = FileCache(folder: folder, maximumBytes: 5000)
      for number in 0..<20 {
        let body = Data(repeating: UInt8(number), count: 600)
        await cache.store(StoredResponse(body: body, entityTag: nil, receivedAt: clock.now, lifetime: 60), for: "/\(number)")
      }
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])
      let sizes = try files.map { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
      #expect(sizes.reduce(0, +) <= 5000)
      #expect(sizes.count >= 3)
      // One that is larger than the limit is not stored.
      let large = StoredResponse(body: Data(count: 10_000), entityTag: nil, receivedAt: clock.now, lifetime: 60)
      await cache.store(large, for: "/large")
      #expect(await cache.response(for: "/large") == nil)
      await cache.removeAll()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }
}
