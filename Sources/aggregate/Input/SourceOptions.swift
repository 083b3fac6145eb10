import Aggregation
import ArgumentParser
import CampusCatalog
import FeedCore
import Fixtures
import OpeningHours

/// The options that say what a command works on; shared by commands.
struct SourceOptions: ParsableArguments {
  @Option(name: .customLong("campus"), help: ArgumentHelp("A campus to read (repeatable).", valueName: "id"))
  var campuses: [String] = []

  @Option(name: .customLong("feed"), help: ArgumentHelp("A feed to read (repeatable).", valueName: "id"))
  var feeds: [String] = []

  @Flag(help: "Use the recording that is built into the program.")
  var sample = false

  @Option(help: ArgumentHelp("Use recorded replies: DIR/<campus>/<feed>/<request>.json.", valueName: "dir"), completion: .directory)
  var replay: String?

  @Option(
    name: .customLong("config"),
    help: ArgumentHelp("A registry file that adds or changes campuses and feeds (repeatable).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var configs: [String] = []

  @Option(help: ArgumentHelp("The moment that it is about: RFC 3339, or a local date and time.", valueName: "time"))
  var at: String?

  @Option(help: ArgumentHelp("How many feeds are read at once.", valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if sample, replay != nil { throw ValidationError("--sample and --replay exclude each other.") }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs is a number from 1 to 256.") }
  }

  /// The built-in registry with the files of `--config` laid over it.
  func registry(_ settings: Settings) throws(Failure) -> Registry {
    var registry = Registry()
    for path in settings.list("config", flags: configs) {
      let bytes = try InputFile.read(path, "the registry file", otherwise: .configuration)
      do {
        registry = try registry.adding(bytes, file: path)
      } catch {
        throw Failure(.configuration, error.description)
      }
    }
    return registry
  }

  /// The ids that are selected; a word that is no id can not be known either.
  ///
  /// - Parameter isPast: of a past that may have had others than the registry. Else an id of a setting is a known one; those of the
  ///   command line are for the plan to look up.
  func selection(_ settings: Settings, in registry: Registry, isPast: Bool = false) throws(Failure) -> Selection {
    var selection = Selection()
    // A choice on the command line replaces both kinds of choices of weaker places.
    let isChosen = !campuses.isEmpty || !feeds.isEmpty
    for text in isChosen ? campuses : settings.list("campus", flags: []) {
      guard let id = CampusID(text), isChosen || isPast || registry.campus(id) != nil else {
        let error = PlanError(kind: "campus", id: text, known: registry.campuses.map(\.id.description))
        throw isChosen ? Failure(.usage, error.description) : settings.failure("campus", error.description)
      }
      selection.campuses.append(id)
    }
    for text in isChosen ? feeds : settings.list("feed", flags: []) {
      guard let id = FeedID(text), isChosen || isPast || registry.feed(id) != nil else {
        let error = PlanError(kind: "feed", id: text, known: registry.feeds.map(\.id.description))
        throw isChosen ? Failure(.usage, error.description) : settings.failure("feed", error.description)
      }
      selection.feeds.append(id)
    }
    return selection
  }

  /// Whether replies come from the sample or a recording, and not from the network.
  var isRecorded: Bool { sample || replay != nil }

  /// What all kinds of runs begin with.
  struct Chosen {
    let registry: Registry
    let selection: Selection
    let plan: Plan
    let moment: Instant?
  }

  func choose(_ settings: Settings) throws(Failure) -> Chosen {
    let registry = try registry(settings)
    return try choose(try selection(settings, in: registry), in: registry)
  }

  func choose(_ selection: Selection, in registry: Registry) throws(Failure) -> Chosen {
    let plan: Plan
    do throws(PlanError) { plan = try Plan(selection, in: registry) } catch { throw Failure(.usage, error.description) }
    let moment = try at.map { (text) throws(Failure) in
      try Moment.parse(text, zones: plan.readings.compactMap(\.feed.campus.timeZone))
    }
    return Chosen(registry: registry, selection: selection, plan: plan, moment: moment)
  }

  /// Reads the selected feeds from the sample or a recording.
  func run(_ world: World, _ settings: Settings) async throws(Failure) -> Aggregator.Run {
    let chosen = try choose(settings)
    let aggregator = Aggregator(
      registry: chosen.registry, transport: try recording(), delivered: sample ? .sample : .replayed,
      jobs: settings.number("jobs", flag: jobs) ?? 8)
    do throws(PlanError) {
      return try await aggregator.run(chosen.selection, at: chosen.moment, now: world.now)
    } catch {
      throw Failure(.usage, error.description)
    }
  }

  /// The moment at which the built-in sample was recorded.
  static func sampleMoment(_ world: World) async throws(Failure) -> Instant {
    let aggregator = Aggregator(registry: Registry(), transport: Recording { SampleRecording.file($0) }, delivered: .sample)
    do throws(PlanError) { return try await aggregator.run(now: world.now).parts.generatedAt } catch {
      throw Failure(.usage, error.description)
    }
  }

  /// The replies of the sample, or of a folder.
  func recording() throws(Failure) -> Recording {
    if sample { return Recording { SampleRecording.file($0) } }
    guard let folder = replay else {
      throw Failure(.usage, "give it recorded replies with --replay DIR, or see a built-in example with --sample")
    }
    guard InputFile.isFolder(folder) else {
      throw Failure(.nothing, "there is no folder \(folder); --replay reads DIR/<campus>/<feed>/<request>.json")
    }
    return Recording { path in
      do throws(SystemError) {
        return try InputFile.readIfPresent("\(folder)/\(path)")
      } catch {
        throw TransportFailure("recording.unreadable", "\(path) can not be read: \(error.text)")
      }
    }
  }
}
