import CampusClient
import Foundation
import Testing

@Suite struct FailureTests {
  private let clock = TestClock("2026-11-21T17:00:00Z")

  @Test func failuresThatMayPassAreTriedAgain() async throws {
    let waited = LockedValue<[Duration]>([])
    let transport = ScriptedTransport([
      .failure, .response(503, ["Retry-After": "4"], Sample.problem), .response(200, [:], Sample.list),
    ])
    let client = CampusClient.test(transport, waited: waited)
    #expect(try await client.entries().origin == .server)
    #expect(waited.value == [.milliseconds(500), .seconds(4)])
  }

  @Test func delaysDoubleUpToTheirLimit() async throws {
    let waited = LockedValue<[Duration]>([])
    let client = CampusClient.test(ScriptedTransport([]), attempts: 7, waited: waited)
    await #expect(throws: ClientError.self) { _ = try await client.entries() }
    #expect(waited.value == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
  }

  @Test func aServerThatAsksForALongTimeIsNotTriedAgain() async throws {
    let transport = ScriptedTransport([.response(503, ["Retry-After": "3600"], Sample.problem)])
    await #expect { _ = try await CampusClient.test(transport).entries() } throws: {
      guard case ClientError.unavailable(let problem, retryAfter: 3600) = $0 else { return false }
      return problem.detail == "The first run is not finished."
    }
    #expect(await transport.requests.count == 1)
  }

  @Test func theBackupIsAskedNext() async throws {
    let transport = ScriptedTransport([.failure, .failure, .failure, .response(200, [:], Sample.list)])
    let client = CampusClient.test(transport, backups: [.backupServer])
    #expect(try await client.entries().origin == .server)
    #expect(await transport.requests.map(\.url.host) == Array(repeating: "campus.example.edu", count: 3) + ["backup.example.edu"])
  }

  /// A network that asks for a login answers every request with its own page.
  @Test(arguments: [
    ScriptedTransport.Step.response(200, ["Content-Type": "text/html"], "<html><h1>Log in</h1></html>"),
    .response(200, ["Content-Type": "text/html"], Sample.list), .response(200, [:], ""),
    .response(200, [:], String(Sample.list.dropLast(40))), .response(200, [:], #"{"schema":"campus-list/2"}"#),
    .response(200, [:], #"{"schema":"campus-feeds/1","generatedAt":"2026-11-21T17:00:00Z","feeds":[]}"#),
    .response(404, [:], "<html>Not found</html>"), .response(403, [:], ""), .response(511, [:], "Log in"), .response(204), .response(304),
    .response(301, ["Location": "https://login.example.edu"]), .response(500, [:], "<html>"), .response(502), .response(429),
  ])
  func whatIsNotFromTheAPIIsNeverStored(_ step: ScriptedTransport.Step) async throws {
    let cache = MemoryCache()
    let good = ScriptedTransport([.response(200, ["ETag": "\"a\""], Sample.list)])
    let refused = ScriptedTransport([step])
    await #expect(throws: ClientError.self) { _ = try await CampusClient.test(refused, attempts: 1).entries() }
    _ = try await CampusClient.test(good, cache: cache, clock: clock).entries()
    clock.advance(600)
    if case .response(304, _, _) = step { return }
    let answer = try await CampusClient.test(ScriptedTransport([step]), cache: cache, clock: clock).entries()
    #expect(answer.isOffline)
    #expect(answer.value.places.map(\.name) == ["Commons"])
    let later = ScriptedTransport([.response(304)])
    let confirmed = try await CampusClient.test(later, cache: cache, clock: clock).entries()
    #expect(confirmed.origin == .confirmed)
    #expect(confirmed.value.places.map(\.name) == ["Commons"])
    #expect(await later.requests.map { $0.headers["If-None-Match"] } == ["\"a\""])
  }

  /// Answers that are not JSON are checked by their media type.
  @Test func aLoginPageIsNotACalendar() async throws {
    let portal = ScriptedTransport.Step.response(200, ["Content-Type": "text/html", "Cache-Control": "max-age=600"], "<html>Log in</html>")
    let calendar = ScriptedTransport.Step.response(200, ["Content-Type": "text/calendar; charset=utf-8"], "BEGIN:VCALENDAR\r\n")
    let transport = ScriptedTransport([portal, calendar, portal, portal, portal])
    let client = CampusClient.test(transport, attempts: 1)
    await #expect(throws: ClientError.self) { _ = try await client.calendar(ofCampus: "penn") }
    #expect(try await client.calendar(ofCampus: "penn").origin == .server)
    let offline = try await client.calendar(ofCampus: "penn")
    #expect(offline.isOffline)
    #expect(offline.value.hasPrefix("BEGIN:VCALENDAR"))
    await #expect(throws: ClientError.self) { _ = try await client.export("csv") }
    await #expect(throws: ClientError.self) { try await client.checkHealth() }
  }

  @Test func theHealthOfAServerIsNeverStored() async throws {
    let healthy = ScriptedTransport.Step.response(200, ["Content-Type": "text/plain", "Cache-Control": "max-age=600"], "ok\n")
    let client = CampusClient.test(ScriptedTransport([healthy, .response(503, [:], Sample.problem), .failure]))
    try await client.checkHealth()
    await #expect(throws: ClientError.self) { try await client.checkReadiness() }
    await #expect(throws: ClientError.self) { try await client.checkHealth() }
  }

  @Test(arguments: ["https://campus.example.edu/?token=1", "https://campus.example.edu/a#b"])
  func aServerWithAQueryIsRefused(address: String) async throws {
    let transport = ScriptedTransport([.response(200, [:], Sample.list)])
    let client = CampusClient(server: try #require(URL(string: address)), transport: transport, retry: .none)
    await #expect(throws: ClientError.self) { _ = try await client.entries() }
    #expect(await transport.requests.isEmpty)
  }

  @Test func errorsAreDescribed() {
    let error: any Error = ClientError.refused(Problem(title: "Not found", status: 404, detail: "No such thing."))
    #expect(error.localizedDescription == "No such thing.")
  }

  /// A wrong question is not answered with an old answer.
  @Test func refusedQuestionsAreErrors() async throws {
    let problem =
      #"{"type":"about:blank","title":"Wrong parameter","status":400,"detail":"limit must be a number from 1 to 500.","#
      + #""errors":[{"parameter":"limit","pointer":"/query/limit","detail":"limit must be a number from 1 to 500."}]}"#
    let transport = ScriptedTransport([.response(200, [:], Sample.list), .response(400, [:], problem)])
    let client = CampusClient.test(transport, backups: [.backupServer])
    _ = try await client.entries()
    await #expect { _ = try await client.entries() } throws: {
      guard case ClientError.refused(let problem) = $0 else { return false }
      return problem.errors?.map(\.parameter) == ["limit"] && "\($0)" == "limit must be a number from 1 to 500."
    }
    #expect(await transport.requests.count == 2)
  }

  @Test func canceledTasksThrow() async throws {
    let retry = RetryPolicy(wait: { _ in try await Task.sleep(for: .seconds(3600)) })
    let client = CampusClient(server: .testServer, transport: ScriptedTransport([]), retry: retry)
    let task = Task { try await client.entries() }
    task.cancel()
    let result = await task.result
    #expect { try result.get() } throws: { $0 as? ClientError == .canceled }
  }

  @Test func idsAreCheckedBeforeTheyBecomeAddresses() async throws {
    let transport = ScriptedTransport([])
    let client = CampusClient.test(transport)
    for id in ["", "penn", "penn/dining", "penn/dining/1/2", "penn//593", "penn/dining/a b", "penn/dining/ä", "../../x?y", "penn/../x"] {
      await #expect { _ = try await client.entry(id) } throws: {
        guard case ClientError.refused(let problem) = $0 else { return false }
        return problem.status == 404
      }
    }
    #expect(await transport.requests.isEmpty)
  }

  @Test func aListBeginsAgainWhenTheCatalogChanges() async throws {
    let gone = #"{"type":"about:blank","title":"Outdated cursor","status":410,"detail":"Start again."}"#
    let transport = ScriptedTransport([
      .response(200, ["Cache-Control": "max-age=300"], Sample.list(name: "A", total: 2, next: "c1")), .response(410, [:], gone),
      .response(200, [:], Sample.list(name: "B", total: 2, next: "c2")), .response(200, [:], Sample.list(name: "C", total: 2)),
    ])
    let all = try await CampusClient.test(transport).allEntries(EntryQuery(campuses: ["penn"]))
    #expect(all.value.places.map(\.name) == ["B", "C"])
    #expect(all.value.next == nil)
    let queries = await transport.requests.map { $0.url.query ?? "" }
    #expect(
      queries == ["campus=penn&limit=500", "campus=penn&limit=500&cursor=c1", "campus=penn&limit=500", "campus=penn&limit=500&cursor=c2"])
  }

  /// A server that always names the same next page must not keep the client busy forever.
  @Test func aListThatNeverEndsEnds() async throws {
    let pages = (0..<10).map { _ in ScriptedTransport.Step.response(200, [:], Sample.list(name: "A", total: 2, next: "same")) }
    let transport = ScriptedTransport(pages)
    _ = try await CampusClient.test(transport).allEntries()
    #expect(await transport.requests.count == 2)
  }
}
