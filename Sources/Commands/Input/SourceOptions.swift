import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogSession
import FeedKit
import Fetching
import OpeningHours

/// Options that select campuses and feeds of the registry.
///
/// Each group of options declares all of its options itself: ArgumentParser, in debug builds, checks a group several times, and each time
/// all groups in it.
protocol FeedSelecting: ParsableArguments {
  var campuses: [String] { get set }
  var feeds: [String] { get set }
  /// The registry files.
  var configs: [String] { get }
  var allowUnconfined: Bool { get }
}

extension FeedSelecting {
  /// Refuses empty ids, and splits ids that are separated by commas, as in settings.
  mutating func checkIDs() throws {
    for (option, values) in [("--campus", campuses), ("--feed", feeds)] where values.contains(where: Self.isEmpty) {
      throw ValidationError("\(option) is empty; leave it out to select all.")
    }
    campuses = campuses.flatMap { $0.split(separator: ",").map(String.init) }
    feeds = feeds.flatMap { $0.split(separator: ",").map(String.init) }
  }

  /// Returns whether a list of ids is empty, such as " " or ",".
  private static func isEmpty(_ ids: String) -> Bool { ids.allSatisfy { $0.isWhitespace || $0 == "," } }

  /// - Parameters:
  ///   - publicURL: the value of `--public-url`; nil to use the setting.
  ///   - replay: the folder of a recording, whose built-in campuses are read, too.
  func registry(_ settings: Settings, publicURL: String? = nil, replay: String? = nil) throws(Failure) -> Registry {
    var registry = try Registry(adding: try settings.registryFiles(configs), allowsUnconfined: allowUnconfined)
      .published(at: try settings.publicURL(flag: publicURL))
    if let replay { registry.include(BuiltInCampuses.files.map(\.campus).filter { InputFile.isFolder("\(replay)/\($0)") }) }
    return registry
  }

  /// Returns the selected campuses and feeds. A selection on the command line replaces both settings. Text that is not an id is reported as
  /// an unknown id.
  ///
  /// - Parameter isPast: whether the selection is for an earlier run, which may have had other feeds than the registry. Otherwise, an id
  ///   in a setting must be in the registry; ids on the command line are checked when the plan is made.
  func selection(_ settings: Settings, in registry: Registry, isPast: Bool = false) throws(Failure) -> RunSelection {
    try settings.selection(campuses: campuses, feeds: feeds, in: registry, isPast: isPast)
  }

  /// Returns the selected part of a catalog. An id on the command line that it does not have is an error.
  func part(of catalog: Catalog, _ settings: Settings) throws -> Catalog {
    let selection = try settings.selection(
      campuses: campuses, feeds: feeds, known: (catalog.campuses.map(\.id), catalog.knownFeeds), isPast: true)
    return try catalog.selecting(selection, isStrict: !campuses.isEmpty || !feeds.isEmpty)
  }

  /// Returns the plan of the run's feeds, which every kind of run needs first.
  ///
  /// - Parameters:
  ///   - asks: whether to ask, on a terminal, about registry files that are not trusted yet.
  ///   - publicURL: the value of `--public-url`; nil to use the setting.
  ///   - replay: the folder of a recording; nil for another source.
  func plan(_ settings: Settings, asks: Bool = false, publicURL: String? = nil, replay: String? = nil) throws -> Plan {
    let registry = try registry(settings, publicURL: publicURL, replay: replay)
    for note in registry.notes { Console.note(note) }
    let plan = try Plan(selecting: try selection(settings, in: registry), from: registry)
    if asks { try registry.askAboutTrust(of: plan) }
    return plan
  }
}

extension RecordedReplies {
  /// Creates the replies in the folder of a recording; nil for the sample.
  init(in folder: String?, _ settings: Settings, jobs: Int?, deadline: Int?) throws(Failure) {
    if let folder {
      self.init(try Recording(folder: folder), delivered: .replayed)
    } else {
      self = .sample
      moment = Self.sampleMoment
    }
    self.jobs = settings.number("jobs", flag: jobs) ?? self.jobs
    spillFolder = TemporaryFile.folder
    self.deadline = RunDeadline(.seconds(settings.number("deadline", flag: deadline) ?? 60), by: settings.environment.clock)
  }
}

struct SelectionOptions: FeedSelecting {
  @Option(name: .customLong("campus"), help: .campus, completion: .custom(Candidates.campuses))
  var campuses: [String] = []

  @Option(name: .customLong("feed"), help: .feed, completion: .custom(Candidates.feeds))
  var feeds: [String] = []

  @Option(name: .customLong("config"), help: .registryFiles, completion: .file(extensions: ["json"]))
  var configs: [String] = []

  @Flag(help: ExecutableFile.unconfinedHelp)
  var allowUnconfined = false

  mutating func validate() throws { try checkIDs() }
}

extension ArgumentHelp {
  static var publicURL: ArgumentHelp {
    ArgumentHelp("The public address of the catalog, or of its folder; what came through it is left out.", valueName: "url")
  }
  static var campus: ArgumentHelp { ArgumentHelp("Only this campus (repeatable).", valueName: "id") }
  static var feed: ArgumentHelp { ArgumentHelp("Only this feed (repeatable).", valueName: "id") }
  static var registryFiles: ArgumentHelp {
    ArgumentHelp("A registry file that adds or changes campuses and feeds (repeatable).", valueName: "file")
  }
  static var sample: ArgumentHelp { "Use the built-in example." }

  static var clock: ArgumentHelp {
    ArgumentHelp("Write times on the clock of 12 or of 24 hours (default: that of the campus's country).", valueName: "12|24")
  }
  static var language: ArgumentHelp {
    ArgumentHelp("Write sentences in this language (default: that of the campus's country).", valueName: "en|de|es|fr|it")
  }
  static var replay: ArgumentHelp { ArgumentHelp("Use recorded replies: DIR/<campus>/<feed>/<request>.json.", valueName: "dir") }
}

extension Recording {
  /// The maximum size of a recorded reply in bytes: the same as for all pages of a feed together.
  private static let largestReply = 1 << 28

  /// Creates a recording that reads the files of a folder.
  init(folder: String) throws(Failure) {
    guard InputFile.isFolder(folder) else {
      throw Failure(.nothing, "the folder \(folder) does not exist; --replay reads DIR/<campus>/<feed>/<request>.json")
    }
    self.init { path in
      do throws(SystemError) {
        return try InputFile.readIfPresent("\(folder)/\(path)", limit: Self.largestReply)
      } catch {
        let reason: ReasonCode = error.isTooLarge ? .bodyTooLarge : .recordingUnreadable
        throw TransportFailure(reason, "\(path) cannot be read: \(error.text)")
      }
    }
  }
}

/// How many feeds a run reads at once.
struct JobsOption: ParsableArguments {
  @Option(help: ArgumentHelp("How many feeds to read at once.", valueName: "n"), transform: { try Settings.parsed($0, of: "jobs") })
  var jobs: Int?
}

struct RegistryOption: ParsableArguments {
  @Option(
    name: .customLong("config"), help: ArgumentHelp("A registry file (repeatable).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var configs: [String] = []

  func registry(_ settings: Settings) throws(Failure) -> Registry {
    let registry = try Registry(adding: try settings.registryFiles(configs))
    for note in registry.notes { Console.note(note) }
    return registry
  }
}

extension Settings {
  /// Returns the selected campuses and feeds: the given ones, or else the settings', which must be in the registry.
  func selection(campuses: [String] = [], feeds: [String] = [], in registry: Registry, isPast: Bool = false) throws(Failure) -> RunSelection
  {
    let named = feeds.isEmpty ? list("feed", flags: []) : feeds
    let registry = registry.including(RunSelection(feeds: named.compactMap { FeedID($0) }))
    return try selection(
      campuses: campuses, feeds: feeds, known: (registry.campusIDs.sorted(), registry.feeds.map(\.id)), isPast: isPast)
  }

  /// Returns the setting that selects campuses or feeds, with its position and how to override it; nil if the command line selects them.
  func selectingSetting(campuses: [String], feeds: [String]) -> String? {
    guard campuses.isEmpty, feeds.isEmpty, let name = ["campus", "feed"].first(where: { !list($0, flags: []).isEmpty }) else { return nil }
    return "the setting \(name) (\(place(of: name)))"
  }

  /// - Parameter known: the ids that settings may name, and errors suggest.
  fileprivate func selection(
    campuses: [String], feeds: [String], known: @autoclosure () -> (campuses: [CampusID], feeds: [FeedID]), isPast: Bool
  ) throws(Failure) -> RunSelection {
    let isChosen = !campuses.isEmpty || !feeds.isEmpty
    let (campuses, feeds) = isChosen ? (campuses, feeds) : (list("campus", flags: []), list("feed", flags: []))
    if campuses.isEmpty, feeds.isEmpty { return RunSelection() }
    let known = known()
    func parsed<ID: Equatable>(_ texts: [String], _ kind: String, _ known: [ID], _ parse: (String) -> ID?) throws(Failure) -> [ID] {
      try texts.map { (text) throws(Failure) in
        if let id = parse(text), isChosen || isPast || known.contains(id) { return id }
        let error = PlanError(kind: kind, id: text, known: known.map { "\($0)" })
        throw isChosen ? Failure(error) : failure(kind, error.description)
      }
    }
    return RunSelection(
      campuses: try parsed(campuses, "campus", known.campuses) { CampusID($0) },
      feeds: try parsed(feeds, "feed", known.feeds) { FeedID($0) })
  }

  /// Returns the paths and contents of the registry files.
  ///
  /// - Parameter paths: the paths on the command line, which replace the setting's.
  func registryFiles(_ paths: [String]) throws(Failure) -> [(path: String, bytes: [UInt8])] {
    try list("config", flags: paths).map { (path) throws(Failure) in
      do throws(Failure) {
        return (path, try InputFile.read(path, "the registry file", otherwise: .configuration))
      } catch {
        guard paths.isEmpty, let message = error.message else { throw error }
        throw Failure(.configuration, "\(message); it is named by \(namedBy("config", path))")
      }
    }
  }

  /// Returns where a path in a setting comes from, and how to remove it: "the setting config (FILE:2:13): to remove it, run: …".
  private func namedBy(_ name: String, _ path: String) -> String {
    let place = place(of: name)
    if place.hasPrefix("environment") { return "the variable \(Self.variable(name))" }
    return "the setting \(name) (\(place)); to remove it, run: aggregate config remove-registry \(Failure.quoted(path))"
  }
}

extension Registry {
  /// Creates the built-in registry with the contents of files added.
  ///
  /// - Parameter allowsUnconfined: whether the programs that the files name may run without a sandbox if none is available.
  init(adding files: [(path: String, bytes: [UInt8])], allowsUnconfined: Bool = false) throws(Failure) {
    self.init()
    do throws(FileError) {
      if let error = errors.first { throw error }
      for file in files {
        self = try adding(file, allowsUnconfined: allowsUnconfined)
      }
    } catch {
      throw Failure(.configuration, error.description)
    }
  }

  /// Returns this registry with the contents of a file added, with the mapping files and programs that it names.
  private func adding(_ file: (path: String, bytes: [UInt8]), allowsUnconfined: Bool = false) throws(FileError) -> Registry {
    var environment = try? CommandEnvironment.current()
    environment?.allowsUnconfined = allowsUnconfined
    let name = InputFile.name(file.path)
    var registry = try adding(file.bytes, file: name) { (path) throws(MappingFileError) in
      try MappingFile.open(path, beside: file.path)
    } executable: { [environment] (command) throws(MappingFileError) in
      guard let environment else { throw MappingFileError("the environment cannot be read") }
      return try ExecutableFile.adapter(command, of: file, environment)
    }
    for headers in registry.variableHeaders(of: name) {
      registry.headerTrust[headers.feed] = RegistryVariables.trust(in: headers, of: file.path, environment)
    }
    return registry
  }

  /// Returns the zone of the campus of a feed; nil if it is unknown.
  func zone(of feed: FeedID) -> Zone? { campus(feed.campus)?.timeZone }

  /// Creates the built-in registry with the registry files of settings and options added, except unreadable ones: for
  /// completions, and for the time zones of feeds in a store.
  init(readable settings: Settings, _ paths: [String] = []) {
    self.init()
    for path in settings.list("config", flags: paths) {
      guard let bytes = try? InputFile.readIfPresent(path, limit: 1 << 24), let more = try? adding((path, bytes))
      else { continue }
      self = more
    }
  }
}
