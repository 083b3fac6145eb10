import AdapterWorkbench
import Aggregation
import ArgumentParser
import Basics
import CampusCatalog
import ExecAdapter
import FeedKit
import FeedMapping
import Fetching
import OpeningHours

/// The adapter to work on, with its feed and replies.
struct AdapterOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A built-in adapter, a mapping file (.json), or a program, with its other files: \"./program ./folder\".", valueName: "adapter"))
  var name: String

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp("A recorded reply; REQUEST=FILE if the adapter has several requests. Repeatable. - is stdin.", valueName: "reply"))
  var replies: [String] = []

  @Option(help: ArgumentHelp("The address of the reply of --from, which may name the place.", valueName: "url"))
  var url: String?

  @Option(help: ArgumentHelp("The campus, for its time zone and position.", valueName: "id"))
  var campus: String?

  @Option(help: ArgumentHelp("The time zone, if there is no campus yet (default: UTC).", valueName: "name"))
  var zone: String?

  @Flag(help: ExecutableFile.unconfinedHelp)
  var allowUnconfined = false

  /// Returns the settings, with the choice of these options.
  func settings() throws(Failure) -> Settings {
    var settings = try Settings.current()
    settings.environment.allowsUnconfined = allowUnconfined
    return settings
  }

  /// Returns the adapter, and a feed of it.
  func adapter(_ settings: Settings, in registry: Registry) async throws(Failure) -> (adapter: any FeedAdapter, feed: Feed) {
    var adapter = try Self.adapter(name, in: registry, settings.environment)
    if adapter is ExecAdapter {
      adapter = try await Self.program(name, of: try feedID(nil), at: try place(registry, nil), settings.environment)
    }
    let feed = registry.feeds.first { $0.adapter == adapter.manifest.id && registry.feedAdapters[$0.id] == nil }
    let id = try feedID(feed)
    if let url, WebAddress(url) == nil {
      throw Failure(.usage, "--url: \"\(url)\" is not an address; it begins with https:// or http://")
    }
    if url != nil, replies.isEmpty { throw Failure(.usage, "--url is for a reply of --from") }
    let requests = adapter.manifest.requests
    let addresses = Dictionary(requests.map { ($0, [FeedAddress(url ?? "https://example.edu/\($0)")]) }) { first, _ in first }
    return (
      adapter,
      Feed(
        id: id, campus: try place(registry, feed), adapter: adapter.manifest.id, addresses: addresses,
        facts: campus == nil ? feed?.facts ?? [:] : [:])
    )
  }

  /// Returns a built-in adapter, the adapter of a mapping file, or, if there is an environment to run it in, the adapter of a program.
  static func adapter(
    _ name: String, in registry: Registry, _ environment: CommandEnvironment? = nil
  ) throws(Failure) -> any FeedAdapter {
    if let id = AdapterID(name), let adapter = registry.adapter(id) { return adapter }
    if InputFile.isFolder(name) {
      throw Failure(.usage, "\(name) is a folder; name the adapter in it, such as \(name.hasSuffix("/") ? name : name + "/")mapping.json")
    }
    guard name.contains("/") || name.hasSuffix(".json") else {
      let known = registry.adapters.map(\.manifest.id.description)
      let forms = "name one of \(known.joined(separator: ", ")), a mapping file, or a program (./program)"
      let near = SpellingSuggestion.of(name, among: known).map { "did you mean \($0)?" } ?? forms
      throw Failure(.usage, "unknown adapter \(name); \(near)")
    }
    // A file with spaces in its path, or a program with arguments.
    if let first = name.split(separator: " ").first.map(String.init), first != name, first.contains("/"),
      InputFile.isRegular(name) == nil, InputFile.isRegular(first) == nil
    {
      throw Failure(.usage, "there is no file \(name), and no program \(first)")
    }
    if let environment, !name.hasSuffix(".json") || ExecutableFile.words(of: name, environment).count > 1 {
      return try ExecutableFile.adapter(named: name, requests: [], environment)
    }
    return try mapping(name)
  }

  /// Returns the adapter of a program, which says itself which requests it has.
  static func program(
    _ name: String, of feed: FeedID, at campus: Campus, _ environment: CommandEnvironment
  ) async throws(Failure) -> ExecAdapter {
    let program = try ExecutableFile.adapter(named: name, requests: [], environment)
    let feed = Feed(id: feed, campus: campus, adapter: program.manifest.id, addresses: [:])
    let requests: [String]
    do throws(AdapterError) {
      requests = try await program.description(for: feed).requests.map(\.name)
    } catch {
      throw Failure(.data, AdapterTry.text(error))
    }
    return try ExecutableFile.adapter(named: name, requests: requests, environment)
  }

  /// Returns the adapter of a mapping file.
  static func mapping(_ path: String) throws(Failure) -> any FeedAdapter {
    let bytes = try InputFile.read(path, "the mapping file", otherwise: .usage)
    do throws(FileError) {
      return MappingAdapter(try Mapping(bytes, file: path), id: .mapping)
    } catch {
      throw Failure(.data, error.description)
    }
  }

  private func feedID(_ feed: Feed?) throws(Failure) -> FeedID {
    if campus == nil, let feed { return feed.id }
    guard let id = FeedID("\(campus ?? "campus")/feed") else { throw Failure(.usage, "invalid campus \"\(campus ?? "")\"") }
    return id
  }

  private func place(_ registry: Registry, _ feed: Feed?) throws(Failure) -> Campus {
    if let campus {
      guard let known = CampusID(campus).flatMap(registry.campus) else {
        throw Failure(PlanError(kind: "campus", id: campus, known: registry.campusIDs.sorted().map(\.description)))
      }
      return known
    }
    if zone == nil, let feed { return feed.campus }
    let zone = try Zone(known: zone ?? "UTC", "--zone: ")
    guard let id = CampusID("campus") else { throw Failure(.usage, "invalid campus") }
    return Campus(id: id, name: "Campus", timeZone: zone)
  }

  /// Reads the replies with an adapter.
  func trial(_ adapter: any FeedAdapter, of feed: Feed, _ settings: Settings) async throws(Failure) -> AdapterTrial {
    let trial = await AdapterTrial(
      adapter, feed: feed,
      recording: try Self.recording(replies, adapter.manifest, receivedAt: requestedDay(feed.campus.timeZone) ?? settings.environment.now))
    if url == nil, trial.draft.rejected > 0, (adapter as? MappingAdapter)?.mapping.hasPlaceInAddress == true,
      !trial.draft.entries.contains(where: { $0.menu != nil })
    {
      Console.note("the place of the menus is a part of the address of the reply: state it with --url")
    }
    return trial
  }

  /// Returns noon of the day in the address; nil if it has none. A saved reply for a date is of that day.
  private func requestedDay(_ zone: Zone?) -> Instant? {
    guard let zone, let address = url.flatMap({ WebAddress($0) }) else { return nil }
    return RequestedDate.noon(in: address, zone)
  }

  /// Returns replies, given as FILE or REQUEST=FILE, as a recording.
  ///
  /// - Parameter time: when the replies without metadata were received.
  static func recording(_ replies: [String], _ manifest: AdapterManifest, receivedAt time: Instant) throws(Failure) -> Recording {
    var saved = SavedReplies()
    for text in replies {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let isNamed = parts.count == 2 && manifest.requests.contains { parts[0] == $0 || parts[0].hasPrefix("\($0).") }
      let request = isNamed ? parts[0] : manifest.requests.first ?? ""
      guard !saved.contains(request) else {
        throw Failure(
          .usage,
          "--from \(text): there is a reply to \"\(request)\" already; write REQUEST=FILE with one of \(manifest.requests.joined(separator: ", "))"
        )
      }
      try saved.read(isNamed ? parts[1] : text, as: request)
    }
    return saved.recording(receivedAt: time)
  }
}

extension Zone {
  /// Creates a zone that a user names.
  ///
  /// - Parameter option: the option and a colon, for the message; empty for an answer to a question.
  init(known text: String, _ option: String = "") throws(Failure) {
    guard let zone = Zone(text) else { throw Failure(.usage, "\(option)\"\(text)\" is not an IANA time zone such as America/New_York") }
    self = zone
  }
}
