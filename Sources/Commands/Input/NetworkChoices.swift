import CatalogSession
import Fetching

/// How to read feeds from their servers. The settings replace nil.
struct NetworkChoices: Sendable {
  /// The number of concurrent requests to one server.
  var perHost: Int?
  /// The time limit of the run in seconds.
  var deadline: Int?
  /// The number of feeds to read concurrently.
  var jobs: Int?
  /// Whether requests to private and loopback addresses are allowed.
  var allowsPrivate = false

  func source(_ settings: Settings, store: StoreChoice, events: @escaping RunEvent.Sink) throws(Failure) -> NetworkSource {
    let fetch = try fetchSettings(settings)
    let jobs = settings.number("jobs", flag: jobs) ?? max(64, fetch.perHost)
    let environment = settings.environment
    let client = CurlClient(CurlOptions(caFile: environment.variables["SSL_CERT_FILE"], connections: max(64, jobs)))
    var network = NetworkSource(client: client, clock: environment.clock, store: store)
    network.settings = fetch
    network.jobs = jobs
    network.secret = { environment.variables[$0] }
    network.events = events
    network.spillFolder = TemporaryFile.folder
    network.close = { await client.shutdown() }
    return network
  }

  private func fetchSettings(_ settings: Settings) throws(Failure) -> FetchSettings {
    var fetch = FetchSettings()
    fetch.perHost = settings.number("per-host", flag: perHost) ?? 1
    fetch.deadline = .seconds(settings.number("deadline", flag: deadline) ?? 60)
    fetch.allowsPrivateAddresses = settings.flag("allow-private", allowsPrivate)
    let contact = settings.text("contact")
    try settings.check("contact")
    fetch.userAgent = "aggregate/\(Aggregate.version) (\(contact.map { "+\($0)" } ?? "no contact given"))"
    return fetch
  }
}
