import CampusClient
import Foundation
import OpeningHours
import Testing

/// The client against servers of Scripts/check-client: `aggregate serve --sample`, and one with faults.
@Suite struct ServerTests {
  private static func address(_ name: String) throws -> URL {
    try #require(
      ProcessInfo.processInfo.environment[name].flatMap { URL(string: $0) }, "\(name) is not set; run these tests with Scripts/check-client"
    )
  }

  private func client(_ cache: any ResponseCache = MemoryCache()) throws -> CampusClient {
    CampusClient(server: try Self.address("CAMPUS_SERVER"), cache: cache)
  }

  // MARK: - The API

  @Test func allOperationsAnswer() async throws {
    let client = try client()
    let campuses = try await client.campuses().value
    #expect(campuses.map(\.id) == ["everywhere", "gmu", "liverpool", "penn"])
    #expect(campuses.last?.timeZone == "America/New_York")
    #expect(try await client.feeds().value.allSatisfy { $0.outcome == "sample" && $0.entries > 0 })
    let catalog = try await client.catalog().value
    #expect(catalog.unreadable.isEmpty)
    #expect(catalog.entries.count > 20)
    for kind in EntryKind.allCases where kind != .menu {
      let all = try await client.allEntries(EntryQuery(kind: kind))
      #expect(all.value.total == all.value.entries.count)
      #expect(all.value.unreadable.isEmpty)
      let ids = catalog.entries.filter { entry in entry.kind == kind }.map(\.id)
      #expect(all.value.entries.map(\.id).sorted() == ids)
    }
    #expect(try await client.allMenus().value.places.isEmpty == catalog.entries.allSatisfy { $0.kind != .menu })
    #expect(try await client.quotes(limit: 2).value.quotes.count == 2)
    #expect(try await client.quotes(random: 7, limit: 1).value.quotes == client.quotes(random: 7, limit: 1).value.quotes)

    let place = try #require(catalog.places.first { $0.campus == "penn" && $0.hours != nil })
    let details = try await client.entry(place.id).value
    #expect(details.entry.id == place.id)
    #expect(details.feeds.map(\.id).contains("penn/dining"))
    #expect(try await client.calendar(ofEntry: place.id).value.hasPrefix("BEGIN:VCALENDAR\r\n"))
    #expect(try await client.calendar(ofCampus: "penn").value.hasPrefix("BEGIN:VCALENDAR\r\n"))
    let map = try JSONSerialization.jsonObject(with: try await client.export("geojson", CatalogSelection(campuses: ["gmu"])).value)
    #expect((map as? [String: Any])?["type"] as? String == "FeatureCollection")
    #expect(try await String(decoding: client.export("csv", CatalogSelection(kinds: [.place])).value, as: UTF8.self).hasPrefix("id,"))
    try await client.checkHealth()
    try await client.checkReadiness()
    #expect(try await client.metrics().contains("aggregate_"))
    // The sample has no history.
    await #expect { _ = try await client.changes(since: "7d") } throws: {
      guard case ClientError.refused(let problem) = $0 else { return false }
      return problem.status == 404
    }
    await #expect(throws: ClientError.self) { _ = try await client.changesFeed() }
  }

  @Test func everyOperationOfTheDescriptionHasAMethod() async throws {
    struct Description: Decodable {
      struct Operation: Decodable { let operationId: String? }
      let paths: [String: [String: Operation]]
    }
    let description = try JSONDecoder().decode(Description.self, from: try await client().apiDescription().value)
    let described = description.paths.flatMap { path, methods in methods.compactMap { $0.value.operationId.map { "\($0) \(path)" } } }
    #expect(described.sorted() == CampusClient.operations.sorted())
  }

  /// Each parameter of a question is one of the API.
  @Test func theServerKnowsAllParameters() async throws {
    let client = try client()
    var query = EntryQuery(campuses: ["gmu"])
    query.ids = ["gmu/whats-open/southside", "gmu/whats-open/express"]
    (query.categories, query.buildings, query.tags) = (["dining-hall", "cafe"], ["Johnson Center"], ["Panda Express, Inc."])
    (query.state, query.open, query.until, query.near, query.within) = (
      .open, "18:00", "20:00", Position(latitude: 38.83, longitude: -77.3), 900
    )
    (query.words, query.sort, query.expand, query.limit) = ("café", "distance", ["today", "week", "usual", "menu"], 5)
    (query.diets, query.allergens, query.price, query.role) = (["vegan"], ["egg"], "9.50", "student")
    #expect(try await client.entries(query).value.entries.isEmpty)
    query = EntryQuery()
    query.ids = ["gmu/whats-open/southside", "gmu/whats-open/express"]
    (query.at, query.duration) = ("2026-11-21T13:00:00-05:00", "1h")
    query.duration = nil
    #expect(try await client.entries(query).value.places.map(\.id).sorted() == ["gmu/whats-open/express", "gmu/whats-open/southside"])
    query.ids = ["gmu/whats-open/southsid", "gmu/whats-open/southside"]
    let found = try await client.entries(query).value
    #expect(found.missing?.map(\.id) == ["gmu/whats-open/southsid"])
    #expect(found.missing?.first?.suggestions?.contains("gmu/whats-open/southside") == true)
    query = EntryQuery(kind: .event)
    (query.from, query.to) = (LocalDate("2026-01-01"), LocalDate("2026-12-31"))
    _ = try await client.entries(query)
    (query.from, query.to, query.when) = (nil, nil, "weekend")
    _ = try await client.entries(query)
    var menus = MenuQuery(campuses: ["gmu"], places: ["gmu/whats-open/southside"])
    (menus.date, menus.meals, menus.diets, menus.allergens) = ("tomorrow", ["lunch"], ["vegan"], ["egg"])
    (menus.price, menus.role, menus.words, menus.near, menus.within) = ("5", "guest", "soup", query.near, nil)
    _ = try await client.menus(menus)
    var selection = CatalogSelection(campuses: ["gmu"], kinds: [.place], categories: ["cafe"])
    (selection.table, selection.at) = ("hours", "2026-11-21")
    #expect(try await !client.export("csv", selection).value.isEmpty)
  }

  @Test func aWrongQuestionIsExplained() async throws {
    var query = EntryQuery()
    query.limit = 1000
    await #expect { _ = try await client().entries(query) } throws: {
      guard case ClientError.refused(let problem) = $0 else { return false }
      return problem.status == 400 && problem.errors?.map(\.parameter) == ["limit"]
    }
    await #expect { _ = try await client().entry("penn/dining/none") } throws: {
      guard case ClientError.refused(let problem) = $0 else { return false }
      return problem.status == 404
    }
  }

  /// The server and the device compute the same, at many moments, for all places of the sample.
  @Test func theDeviceAgreesWithTheServer() async throws {
    let client = try client()
    let campuses = try await client.campuses().value
    let places = try await client.catalog().value.places
    #expect(places.count > 15)
    var compared = 0
    for hour in stride(from: 0, to: 8 * 24, by: 5) {
      let moment = try #require(Instant(secondsSinceEpoch: 1_795_276_800 + Int64(hour) * 3600 + 420))
      var query = EntryQuery()
      query.at = moment.description
      let list = try await client.allEntries(query).value
      for served in list.places {
        let place = try #require(places.first { $0.id == served.id })
        let style = client.style(of: try #require(campuses.first { $0.id == place.campus }))
        #expect(
          place.status(at: moment, style: style, isNow: false, maximumAge: .seconds(1 << 40)) == served.status, "\(place.id) at \(moment)")
        compared += 1
      }
    }
    #expect(compared > 500)
  }

  @Test func tagsAndTheCacheWorkWithTheServer() async throws {
    try await withFolder { folder in
      let server = try Self.address("CAMPUS_SERVER")
      let clock = TestClock("2026-11-21T17:00:00Z")
      let client = CampusClient(server: server, cache: FileCache(folder: folder), now: { clock.now })
      #expect(try await client.campuses().origin == .server)
      #expect(try await client.campuses().origin == .cache)
      clock.advance(100_000)
      let again = CampusClient(server: server, cache: FileCache(folder: folder), now: { clock.now })
      #expect(try await again.campuses().origin == .confirmed)
      // Without the server, after a restart.
      clock.advance(100_000)
      let cache = FileCache(folder: folder)
      let offline = CampusClient(server: server, transport: ScriptedTransport([]), cache: cache, retry: .none, now: { clock.now })
      let answer = try await offline.campuses()
      #expect(answer.isOffline)
      #expect(answer.age(at: clock.now) == .seconds(100_000))
      #expect(answer.value.map(\.id).contains("penn"))
      await #expect { _ = try await offline.feeds() } throws: {
        guard case ClientError.unreachable = $0 else { return false }
        return true
      }
    }
  }

  @Test func aServerThatDoesNotRunIsUnreachable() async throws {
    let client = CampusClient(server: try #require(URL(string: "http://127.0.0.1:1")), retry: .none)
    await #expect { _ = try await client.feeds() } throws: {
      guard case ClientError.unreachable = $0 else { return false }
      return true
    }
  }

  // MARK: - Faults

  @Test(arguments: ["cut", "cut-chunked", "reset", "garbage", "silent", "loop"])
  func anAnswerIsCompleteOrAnError(fault: String) async throws {
    let server = try Self.address("FAULTY_SERVER")
    let cache = MemoryCache()
    let transport = URLSessionTransport(timeout: 1, total: 3)
    let faulty = CampusClient(server: server.appendingPathComponent(fault), transport: transport, cache: cache, retry: .none)
    await #expect(throws: ClientError.self) { _ = try await faulty.entries() }
    // Another server answers, and later the same fault does not harm what is stored.
    let backed = CampusClient(
      server: server.appendingPathComponent(fault), backups: [server.appendingPathComponent("good")], transport: transport, cache: cache,
      retry: .none)
    #expect(try await backed.entries().origin == .server)
    let answer = try await faulty.entries()
    #expect(answer.isOffline)
    #expect(answer.value.total == 0)
  }

  @Test func aServerThatRecoversAnswers() async throws {
    let retry = RetryPolicy(attempts: 3, wait: { _ in })
    let server = try Self.address("FAULTY_SERVER").appendingPathComponent("flaky/\(UUID().uuidString)")
    #expect(try await CampusClient(server: server, retry: retry).entries().origin == .server)
  }

  @Test func aRequestIsCanceledWithItsTask() async throws {
    let server = try Self.address("FAULTY_SERVER")
    let address = server.appendingPathComponent("silent/\(UUID().uuidString)")
    let client = CampusClient(server: address, transport: URLSessionTransport(timeout: 600, total: 600))
    let task = Task { try await client.entries() }
    // Until the request has arrived.
    let observer = URLSessionTransport()
    let arrived = TransportRequest(server.appendingPathComponent("arrived/\(address.lastPathComponent)"))
    while try await observer.send(arrived).body != Data("yes".utf8) {}
    task.cancel()
    let result = await task.result
    #expect { try result.get() } throws: { $0 as? ClientError == .canceled }
  }
}
