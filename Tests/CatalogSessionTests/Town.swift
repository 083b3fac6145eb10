import Aggregation
import CampusCatalog
import CatalogSession
import FeedKit
import Fetching
import OpeningHours
import SnapshotStore
import TestKit
import Testing

/// A campus with one feed, whose server is a dictionary.
struct Town {
  let registry: Registry
  let plan: Plan
  let server = DictionaryClient()
  let folder: TemporaryFolder

  static let address = "https://town.example/facilities"

  /// - Parameter headers: of the feed, as JSON.
  init(headers: String = "{}") throws {
    let file = #"""
      {"campuses":[{"id":"town","name":"Town","timeZone":"Europe/London","country":"GB","location":{"latitude":53.4,"longitude":-2.9}}],
       "feeds":[{"id":"town/a","adapter":"whats-open","headers":\#(headers),"addresses":{"facilities":["\#(Self.address)"]}}]}
      """#
    registry = try Registry().adding(Array(file.utf8), file: "town.json")
    plan = try Plan(RunSelection(campuses: [try parsed("town", CampusID.init)]), in: registry)
    folder = try TemporaryFolder()
  }

  /// A reply with offices that are open on Mondays from 9 to 17 o'clock.
  static func reply(_ names: [String]) -> String {
    let facilities = names.enumerated().map { number, name in
      #"""
      {"slug":"p\#(number)","facility_name":"\#(name)","facility_location":{"building":"Hall \#(number)","coordinate_location":null},
      "facility_category":{"name":"Office"},"main_schedule":{"name":"p\#(number)",
      "open_times":[{"start_day":0,"end_day":0,"start_time":"09:00:00","end_time":"17:00:00"}]}}
      """#
    }
    return "[\(facilities.joined(separator: ","))]"
  }

  /// A run at a moment that stores its results in `store.sqlite`.
  func network(at time: String) throws -> NetworkSource {
    var network = NetworkSource(client: server, clock: try StepClock(time), store: .file(path: folder.path()))
    network.options.refresh = true
    network.random = { 0 }
    return network
  }

  func read(_ network: NetworkSource) async throws -> CatalogRun {
    try await .read(.network(network, plan), now: network.clock.now())
  }

  /// Makes a run and stores its results. Returns the catalog.
  func collect(_ network: NetworkSource) async throws -> CatalogParts {
    let run = try await read(network)
    #expect(await run.finish().isEmpty)
    return run.catalog
  }

  /// Serves these offices and makes a run at a moment.
  @discardableResult
  func collect(_ names: String..., at time: String) async throws -> CatalogParts {
    server.put(Self.reply(names), at: Self.address)
    return try await collect(try network(at: time))
  }

  /// The content of the store.
  func open(_ source: (StoredCatalog) -> CatalogRequest.Source, at time: String) async throws -> CatalogSession {
    let stored = StoredCatalog(try SnapshotStore.open(path: folder.path(), readOnly: true), path: folder.path())
    var request = CatalogRequest(source(stored), now: try parsed(time, Instant.init))
    request.registry = registry
    request.selection = plan.selection
    return try await CatalogSession.open(request)
  }
}
