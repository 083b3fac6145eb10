import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogSession
import CurlTransport
import FeedCore
import Foundation
import OpeningHours

/// The options of runs that send requests.
struct LiveOptions: ParsableArguments {
  @Flag(help: "Answer from the store alone.")
  var offline = false

  @Flag(help: "Ask feeds that are not due, too. (Never one whose server asked for patience.)")
  var refresh = false

  @Option(
    name: .customLong("accept"),
    help: ArgumentHelp("Take the next result of this feed, whatever a guard says (repeatable).", valueName: "id"))
  var accepted: [String] = []

  @Option(help: ArgumentHelp("Write the replies for --replay.", valueName: "dir"), completion: .directory)
  var record: String?

  @Option(help: ArgumentHelp("Where results and states are kept.", valueName: "file"), completion: .file())
  var store: String?

  @Flag(help: "Keep nothing between runs.")
  var noStore = false

  @Option(help: ArgumentHelp("Requests in flight to one server, without a gap between them: for servers that are yours.", valueName: "n"))
  var perHost: Int?

  @Option(help: ArgumentHelp("For the whole run.", valueName: "seconds"))
  var deadline: Int?

  @Flag(help: "Private and loopback addresses may be asked.")
  var allowPrivate = false

  @Option(help: ArgumentHelp("text or json: how events are logged.", valueName: "format"))
  var logFormat: LogFormat?

  func validate() throws {
    for (name, value) in [("per-host", perHost), ("deadline", deadline)] {
      guard let value, let range = Settings.ranges.first(where: { $0.name == name })?.range, !range.contains(value) else { continue }
      throw ValidationError("--\(name) is a number from \(range.lowerBound) to \(range.upperBound).")
    }
    if store != nil, noStore { throw ValidationError("--store and --no-store exclude each other.") }
    if offline, refresh { throw ValidationError("--offline and --refresh exclude each other.") }
    if offline, noStore { throw ValidationError("--offline answers from the store; it cannot go without one.") }
  }

  func format(_ settings: Settings) throws(Failure) -> LogFormat {
    if let logFormat { return logFormat }
    guard let text = settings.text("log-format") else { return .text }
    guard let format = LogFormat(rawValue: text) else { throw settings.failure("log-format", "it is text or json") }
    return format
  }

  // MARK: - A run

  func fetchSettings(_ settings: Settings) throws(Failure) -> FetchSettings {
    var fetch = FetchSettings()
    fetch.perHost = settings.number("per-host", flag: perHost) ?? 1
    fetch.deadline = .seconds(settings.number("deadline", flag: deadline) ?? 60)
    fetch.allowsPrivateAddresses = settings.flag("allow-private", allowPrivate)
    let contact = settings.text("contact")
    guard contact?.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: ")") }) ?? true else {
      throw settings.failure("contact", "it goes into a header: write it in ASCII, without parentheses")
    }
    fetch.userAgent = "aggregate/\(Version.text) (\(contact.map { "+\($0)" } ?? "no contact given"))"
    return fetch
  }

  func pollOptions(in registry: Registry) throws(Failure) -> PollOptions {
    var options = PollOptions()
    options.offline = offline
    options.refresh = refresh
    for text in accepted {
      guard let id = FeedID(text), registry.feed(id) != nil else {
        throw Failure(.usage, PlanError(kind: "feed", id: text, known: registry.feeds.map(\.id.description)).description)
      }
      options.accepted.insert(id)
    }
    return options
  }

  /// The folder of `--record`.
  func recording(_ settings: Settings, _ environment: CommandEnvironment) -> RecordingFolder? {
    record.map { RecordingFolder($0, StoreGuard(environment, settings, store: store)) }
  }

  /// The network, with the store and the limits of the options.
  ///
  /// - Parameter events: takes what happens.
  func network(
    _ source: SourceOptions, _ registry: Registry, _ settings: Settings, _ environment: CommandEnvironment,
    recording: RecordingFolder? = nil, events: @escaping RunEvent.Sink
  ) throws(Failure) -> NetworkSource {
    let fetch = try fetchSettings(settings)
    let options = try pollOptions(in: registry)
    let jobs = settings.number("jobs", flag: source.jobs) ?? max(64, fetch.perHost)
    let client = CurlClient(CurlOptions(caFile: environment.variables["SSL_CERT_FILE"], connections: max(64, jobs)))
    var network = NetworkSource(
      client: client, clock: SystemClock(fallback: environment.now), store: try storeChoice(settings, environment))
    network.settings = fetch
    network.options = options
    network.jobs = jobs
    network.secret = { environment.variables[$0] }
    network.events = events
    if let recording { network.record = { feed, reply in recording.write(reply, of: feed) } }
    network.close = {
      recording?.removeOld { registry.feed($0).flatMap { registry.adapter($0.adapter) }?.manifest.requests ?? [] }
      await client.shutdown()
    }
    return network
  }

  /// Where a run stores what it learns.
  func storeChoice(_ settings: Settings, _ environment: CommandEnvironment) throws(Failure) -> StoreChoice {
    // With a path on the command line, a setting to keep nothing does not count.
    if noStore || store == nil && settings.flag("no-store", false) {
      if offline { throw Failure(.usage, "--offline answers from the store, and the setting no-store keeps none; name one with --store") }
      return .open(MemoryStore(keepsContents: false))
    }
    let path = try Self.storePath(settings, environment, flag: store)
    if offline, !FileManager.default.fileExists(atPath: path) { return .open(MemoryStore()) }
    return .file(path: path)
  }

  static func storePath(_ settings: Settings, _ environment: CommandEnvironment, flag: String?) throws(Failure) -> String {
    if let path = settings.text("store", flag: flag) ?? defaultStorePath(environment) { return path }
    throw Failure(.configuration, "there is no HOME to keep the store in; name a file with --store, or use --no-store")
  }

  /// Nil without a home folder.
  static func defaultStorePath(_ environment: CommandEnvironment) -> String? {
    environment.folder("XDG_STATE_HOME", orInHome: ".local/state").map { "\($0)/aggregate/aggregate.sqlite" }
  }
}

/// The format of log events.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}
