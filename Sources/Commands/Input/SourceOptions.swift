import ArgumentParser

/// The options that select what a command reads.
struct SourceOptions: ParsableArguments {
  @Option(name: .customLong("campus"), help: ArgumentHelp("A campus to read (repeatable).", valueName: "id"))
  var campuses: [String] = []

  @Option(name: .customLong("feed"), help: ArgumentHelp("A feed to read (repeatable).", valueName: "id"))
  var feeds: [String] = []

  @Flag(help: "Use the built-in recording.")
  var sample = false

  @Option(help: ArgumentHelp("Use recorded replies: DIR/<campus>/<feed>/<request>.json.", valueName: "dir"), completion: .directory)
  var replay: String?

  @Option(
    name: .customLong("config"),
    help: ArgumentHelp("A registry file that adds or changes campuses and feeds (repeatable).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var configs: [String] = []

  @Option(help: ArgumentHelp("The time in question: 18:00, 6pm, \"tomorrow 12:00\", 2026-11-25, or RFC 3339.", valueName: "time"))
  var at: String?

  @Option(help: ArgumentHelp("How many feeds are read at once.", valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if sample, replay != nil { throw ValidationError("--sample and --replay cannot be used together.") }
    try Settings.validate(jobs, of: "jobs")
  }

  func registry(_ settings: Settings) throws(Failure) -> Registry { try Registry(adding: try settings.registryFiles(configs)) }

  /// Returns the selected ids, as text. A selection on the command line replaces both settings.
  func ids(_ settings: Settings) -> (campuses: [String], feeds: [String], areChosen: Bool) {
    let areChosen = !campuses.isEmpty || !feeds.isEmpty
    return areChosen ? (campuses, feeds, true) : (settings.list("campus", flags: []), settings.list("feed", flags: []), false)
  }

  /// Returns the selected campuses and feeds. Text that is not an id is reported as an unknown id.
  ///
  /// - Parameter isPast: whether the selection is for an earlier run, which may have had other feeds than the registry. Otherwise, an id
  ///   in a setting must be in the registry; ids on the command line are checked when the plan is made.
  func selection(_ settings: Settings, in registry: Registry, isPast: Bool = false) throws(Failure) -> RunSelection {
    let (campuses, feeds, isChosen) = ids(settings)
    func parsed<ID: Equatable>(_ texts: [String], _ kind: String, _ known: [ID], _ parse: (String) -> ID?) throws(Failure) -> [ID] {
      try texts.map { (text) throws(Failure) in
        if let id = parse(text), isChosen || isPast || known.contains(id) { return id }
        let error = PlanError(kind: kind, id: text, known: known.map { "\($0)" })
        throw isChosen ? Failure(error) : settings.failure(kind, error.description)
      }
    }
    return RunSelection(
      campuses: try parsed(campuses, "campus", registry.campuses.map(\.id)) { CampusID($0) },
      feeds: try parsed(feeds, "feed", registry.feeds.map(\.id)) { FeedID($0) })
  }

  /// Whether replies come from the sample or a recording rather than from the network.
  var isRecorded: Bool { sample || replay != nil }

  /// Returns what every kind of run needs first: the plan of its feeds, and the value of `--at`.
  func choose(_ settings: Settings) async throws -> (plan: Plan, moment: Instant?) {
    let registry = try registry(settings)
    let plan = try Plan(selecting: try selection(settings, in: registry), from: registry)
    guard let at else { return (plan, nil) }
    let now = settings.environment.now
    let today = sample ? try await RecordedReplies.sampleMoment(now: now) : now
    return (plan, try LocalMoment.parse(at, zones: plan.readings.compactMap(\.feed.campus.timeZone), today: today))
  }

  /// The maximum size of a recorded reply in bytes: the same as for all pages of a feed together.
  private static let recordingLimit = 1 << 28

  /// Returns the replies of the sample or of a folder.
  func recordedReplies(_ settings: Settings, deadline: Int?) throws(Failure) -> RecordedReplies {
    var replies = sample ? RecordedReplies.sample : RecordedReplies(try recording(), delivered: .replayed)
    replies.jobs = settings.number("jobs", flag: jobs) ?? replies.jobs
    replies.deadline = RunDeadline(.seconds(settings.number("deadline", flag: deadline) ?? 60), by: settings.environment.clock)
    return replies
  }

  private func recording() throws(Failure) -> Recording {
    guard let folder = replay else {
      throw Failure(.usage, "name a recording with --replay DIR, or see a built-in example with --sample")
    }
    guard InputFile.isFolder(folder) else {
      throw Failure(.nothing, "there is no folder \(folder); --replay reads DIR/<campus>/<feed>/<request>.json")
    }
    return Recording { path in
      do throws(SystemError) {
        return try InputFile.readIfPresent("\(folder)/\(path)", limit: Self.recordingLimit)
      } catch {
        let reason: ReasonCode = error.isTooLarge ? .bodyTooLarge : .recordingUnreadable
        throw TransportFailure(reason, "\(path) cannot be read: \(error.text)")
      }
    }
  }
}

struct RegistryOption: ParsableArguments {
  @Option(
    name: .customLong("config"), help: ArgumentHelp("A registry file (repeatable).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var configs: [String] = []

  func registry(_ settings: Settings) throws(Failure) -> Registry { try Registry(adding: try settings.registryFiles(configs)) }
}

extension Settings {
  /// Returns the paths and contents of the registry files.
  func registryFiles(_ paths: [String]) throws(Failure) -> [(path: String, bytes: [UInt8])] {
    try list("config", flags: paths).map { (path) throws(Failure) in
      (path, try InputFile.read(path, "the registry file", otherwise: .configuration))
    }
  }
}

extension Registry {
  /// Creates the built-in registry with the contents of files added.
  init(adding files: [(path: String, bytes: [UInt8])]) throws(Failure) {
    self.init()
    do throws(RegistryError) {
      if let error = errors.first { throw error }
      for file in files { self = try adding(file.bytes, file: file.path) }
    } catch {
      throw Failure(.configuration, error.description)
    }
  }
}
