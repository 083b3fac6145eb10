import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogSession
import FeedKit
import Foundation

/// The options of runs that send requests and store the results.
struct NetworkOptions: ParsableArguments {
  @Flag(help: "Also poll feeds that are not due, except those whose server asked to wait.")
  var refresh = false

  @Option(
    name: .customLong("accept"),
    help: .accepted,
    completion: .custom(Candidates.feeds))
  var accepted: [String] = []

  @Option(help: ArgumentHelp("Save the replies in this folder, for --replay.", valueName: "dir"), completion: .directory)
  var record: String?

  @Option(help: ArgumentHelp("The store to use.", valueName: "file"), completion: .file())
  var store: String?

  @Option(
    help: ArgumentHelp("Concurrent requests to one server, without pauses; only for your own servers.", valueName: "n"),
    transform: { try Settings.parsed($0, of: "per-host") })
  var perHost: Int?

  @Option(
    help: ArgumentHelp("The time limit for the whole run.", valueName: "seconds"),
    transform: { try Settings.parsed($0, of: "deadline") })
  var deadline: Int?

  @Flag(help: "Allow requests to private and loopback addresses.")
  var allowPrivate = false

  @Option(name: .customLong("public-url"), help: .publicURL, transform: Settings.parsedPublicURL)
  var publicURL: String?

  @Option(help: ArgumentHelp("How to log events: text or json.", valueName: "format"))
  var logFormat: DocumentFormat?

  func format(_ settings: Settings) throws(Failure) -> DocumentFormat {
    if let logFormat { return logFormat }
    try settings.check("log-format")
    return settings.text("log-format").flatMap(DocumentFormat.init) ?? .text
  }

  func recording(_ settings: Settings) -> RecordingFolder? {
    record.map { RecordingFolder($0, StoreGuard(settings, store: store)) }
  }

  /// - Parameter store: the store of the results; nil for the one given by the options.
  func source(
    _ registry: Registry, _ settings: Settings, jobs: Int?, store: StoreChoice? = nil, recording: RecordingFolder?,
    events: @escaping RunEvent.Sink
  ) throws(Failure) -> NetworkSource {
    var choices = NetworkChoices()
    (choices.perHost, choices.deadline, choices.allowsPrivate) = (perHost, deadline, allowPrivate)
    choices.jobs = jobs
    let options = try PollOptions(refresh: refresh, accepted: accepted, in: registry)
    let store = if let store { store } else { StoreChoice.file(path: try settings.storePath(flag: self.store)) }
    var network = try choices.source(settings, store: store, events: events)
    network.options = options
    if let recording {
      network.record = { feed, reply in recording.write(reply, of: feed) }
      let close = network.close
      network.close = {
        recording.removeOld { registry.feed($0).flatMap { registry.adapter(of: $0) }?.manifest.requests ?? [] }
        await close()
      }
    }
    return network
  }
}

extension PollOptions {
  /// - Parameter accepted: the ids of feeds to which no guard applies, as the user wrote them.
  init(refresh: Bool, accepted: [String], in registry: Registry) throws(Failure) {
    self.init()
    self.refresh = refresh
    for text in accepted {
      // A feed that a catalog delivers may be held back, too.
      if let id = FeedID(text), registry.mayHave(id) {
        self.accepted.insert(id)
      } else {
        self.accepted.insert(try FeedID(known: text, in: registry))
      }
    }
  }
}

extension ArgumentHelp {
  static var accepted: ArgumentHelp {
    ArgumentHelp("Accept the next result of this feed even if it looks like a mistake (repeatable).", valueName: "id")
  }
}

/// The options of runs that may also answer from the store only, or do without it.
struct LiveOptions: ParsableArguments {
  @Flag(help: "Make no requests; use only the store.")
  var offline = false

  @Flag(help: "Neither read nor write the store.")
  var noStore = false

  /// Checks that these options can be used together.
  func check(_ network: NetworkOptions) throws {
    if network.store != nil, noStore { throw ValidationError("--store and --no-store cannot be used together.") }
    if offline, network.refresh { throw ValidationError("--offline and --refresh cannot be used together.") }
    if offline, noStore { throw ValidationError("--offline needs a store; it cannot be used with --no-store.") }
  }

  func source(
    _ network: NetworkOptions, _ registry: Registry, _ settings: Settings, jobs: Int?, recording: RecordingFolder?,
    events: @escaping RunEvent.Sink
  ) throws(Failure) -> NetworkSource {
    var source = try network.source(
      registry, settings, jobs: jobs, store: try storeChoice(settings, path: network.store), recording: recording, events: events)
    source.options.offline = offline
    return source
  }

  /// - Parameter store: the path of the command line.
  func storeChoice(_ settings: Settings, path store: String?) throws(Failure) -> StoreChoice {
    // A path on the command line takes precedence over the setting `no-store`.
    if noStore || store == nil && settings.flag("no-store", false) {
      if offline { throw Failure(.usage, "--offline needs a store, but the setting no-store is true; name a store with --store") }
      return .open(EmptyStore())
    }
    let path = try settings.storePath(flag: store)
    if offline, !FileManager.default.fileExists(atPath: path) { return .open(EmptyStore()) }
    return .file(path: path)
  }
}
