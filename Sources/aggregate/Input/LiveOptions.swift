import Aggregation
import ArgumentParser
import CampusCatalog
import CurlTransport
import FeedKit
import Fetching
import Foundation
import OpeningHours
import SnapshotStore
import StoreInterface

/// The options of runs that send requests.
struct LiveOptions: ParsableArguments {
  @Flag(help: "Use only the store; make no requests.")
  var offline = false

  @Flag(help: "Also poll feeds that are not due, except those whose server asked to wait.")
  var refresh = false

  @Option(
    name: .customLong("accept"),
    help: ArgumentHelp("Accept the next result of this feed, even if it would be held back (repeatable).", valueName: "id"))
  var accepted: [String] = []

  @Option(help: ArgumentHelp("Record the replies, for --replay.", valueName: "dir"), completion: .directory)
  var record: String?

  @Option(help: ArgumentHelp("The store, for results and feed states.", valueName: "file"), completion: .file())
  var store: String?

  @Flag(help: "Store nothing between runs.")
  var noStore = false

  @Option(help: ArgumentHelp("Requests in flight to one server, without a gap between them: for servers that are yours.", valueName: "n"))
  var perHost: Int?

  @Option(help: ArgumentHelp("The time limit of the whole run.", valueName: "seconds"))
  var deadline: Int?

  @Flag(help: "Allow requests to private and loopback addresses.")
  var allowPrivate = false

  @Option(help: ArgumentHelp("text or json: how events are logged.", valueName: "format"))
  var logFormat: LogFormat?

  func validate() throws {
    for (name, value) in [("per-host", perHost), ("deadline", deadline)] {
      guard let value, let range = Settings.ranges.first(where: { $0.name == name })?.range, !range.contains(value) else { continue }
      throw ValidationError("--\(name) must be a number from \(range.lowerBound) to \(range.upperBound).")
    }
    if store != nil, noStore { throw ValidationError("--store and --no-store cannot be used together.") }
    if offline, refresh { throw ValidationError("--offline and --refresh cannot be used together.") }
    if offline, noStore { throw ValidationError("--offline needs a store; it cannot be used with --no-store.") }
  }

  func format(_ settings: Settings) throws(Failure) -> LogFormat {
    if let logFormat { return logFormat }
    guard let text = settings.text("log-format") else { return .text }
    guard let format = LogFormat(rawValue: text) else { throw settings.failure("log-format", "it must be text or json") }
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

  /// - Parameter events: takes why it cannot be opened.
  func openStore(_ settings: Settings, _ environment: CommandEnvironment, _ events: EventLog) throws(Failure) -> any FeedStore {
    // A path on the command line takes precedence over the setting no-store.
    if noStore || store == nil && settings.flag("no-store", false) {
      if offline { throw Failure(.usage, "--offline needs a store, but the setting no-store is true; name a store with --store") }
      return MemoryStore(keepsContents: false)
    }
    let path = try Self.storePath(settings, environment, flag: store)
    if offline, !FileManager.default.fileExists(atPath: path) { return MemoryStore() }
    do throws(StoreError) {
      return try SnapshotStore.open(path: path)
    } catch {
      // What cannot be written can still be read.
      if offline, error.reason == .storeReadOnly || error.reason == .storeIO,
        let store = try? SnapshotStore.open(path: path, readOnly: true)
      {
        return store
      }
      events.tell(error, at: path)
      let isDamaged = error.reason == .storeCorrupt
      if isDamaged, !offline, SnapshotStore.isRecognizable(path: path) {
        throw Failure(.local, "\(error.detail) (\(error.reason)); \(Self.setAside(path))")
      }
      let advice = StoreRepair.advice(error, at: path).map { "; \($0)" } ?? ""
      throw Failure(.local, "\(error.detail) (\(error.reason)); nothing was changed; use --no-store to run without it\(advice)")
    }
  }

  /// Sets a damaged store aside under another name, so that it is never served and the next run starts with an empty one.
  static func setAside(_ path: String) -> String {
    do throws(StoreError) {
      return "it was renamed to \(try SnapshotStore.setAside(path: path)); the next run starts with an empty store"
    } catch {
      return error.detail
    }
  }

  static func storePath(_ settings: Settings, _ environment: CommandEnvironment, flag: String?) throws(Failure) -> String {
    if let path = settings.text("store", flag: flag) ?? defaultStorePath(environment) { return path }
    throw Failure(.configuration, "there is no place for the store, because HOME is not set; name a file with --store, or use --no-store")
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
