import Aggregation
import ArgumentParser
import CatalogSession
import FeedKit
import Fetching
import OpeningHours

struct WorkPollCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "poll", abstract: "Poll the feeds of a plan, and write their results.",
    usage: "aggregate work poll --bodies DIR|none [--previous FILE]… [--journal FILE] [--at TIME] < plan.ndjson > results.ndjson",
    discussion: """
      Failures of feeds are in the results; the exit code is 0 when all lines are written. Secrets in headers come from the environment of this step.
      """)

  @Option(
    help: ArgumentHelp("The folder of the last replies, as for --replay, where the new ones go; none to store none.", valueName: "dir"),
    completion: .directory)
  var bodies: String

  @OptionGroup var previous: PreviousOption
  @Option(
    help: ArgumentHelp(
      "Also write each result to a file at once. After a kill, the same command continues from there, and repeats one feed per server.",
      valueName: "file"),
    completion: .file())
  var journal: String?

  @OptionGroup var time: WorkTimeOption
  @OptionGroup var jobs: JobsOption

  @Option(
    help: ArgumentHelp("Concurrent requests to one server, without pauses; only for your own servers.", valueName: "n"),
    transform: { try Settings.parsed($0, of: "per-host") })
  var perHost: Int?

  @Option(
    help: ArgumentHelp("The time limit for this step.", valueName: "seconds"), transform: { try Settings.parsed($0, of: "deadline") })
  var deadline: Int?

  @Flag(help: "Allow requests to private and loopback addresses.")
  var allowPrivate = false

  @Option(help: ArgumentHelp("How to log events: text or json.", valueName: "format"))
  var logFormat: DocumentFormat?

  @Flag(name: [.short, .long], help: "Show every request.")
  var verbose = false

  func run() async throws {
    let settings = try Settings.current()
    let folder = bodies == "none" ? nil : bodies
    let input = try WorkFile.input("-")
    let previous = try previous.results(of: input)
    let journal = try journal.map(JournalFile.init)
    let work: WorkPoll
    do {
      work = try WorkPoll(
        input, previous: previous, bodies: folder.map(RecordingFolder.bodies), journal: journal?.journal ?? WorkJournal())
    } catch let error as WorkError {
      throw Failure(.data, error.message)
    }
    if work.comparesNothing {
      Console.note(
        "without --previous, new entries are not compared with the last ones: no guard notices that most ids have changed, and no former ids are found"
      )
    }
    let output = WorkOutput()
    try await work.passOn(output.write)

    let log = EventLog(format: logFormat ?? .text, isVerbose: verbose, clock: settings.environment.clock)
    var choices = NetworkChoices(perHost: perHost, deadline: deadline, jobs: jobs.jobs)
    choices.allowsPrivate = allowPrivate
    var network = try choices.source(settings, store: .open(work.store)) { log.take($0) }
    if let time = time.time { network.clock = ShiftedClock(from: time, by: settings.environment.clock) }
    // The plan has decided which feeds are due.
    network.options.refresh = true
    network.options.accepted = work.accepted
    let recording = folder.map { RecordingFolder($0, StoreGuard(settings, store: nil)) }
    if let recording { network.record = { feed, reply in recording.write(reply, of: feed) } }
    // The requests of the interrupted poll may have started just now.
    if let journal, journal.isContinued { try await network.clock.sleep(for: network.settings.gap) }
    let task = Task { [network] in try await network.poll(work, journal: journal?.append, output.write) }
    output.onFailure { task.cancel() }
    try await task.value
    recording?.removeOld { work.plan.registry.feed($0).flatMap { work.plan.registry.adapter(of: $0) }?.manifest.requests ?? [] }
    try recording?.check()
    try output.finish()
  }
}

extension RecordingFolder {
  /// Returns a function that reads the bodies in a folder.
  static func bodies(in folder: String) -> WorkStore.Bodies {
    { feed, label in
      for format in FeedRequest.Format.allCases {
        let path = "\(folder)/\(feed)/\(label).\(format.rawValue)"
        if let body = try? InputFile.readIfPresent(path, limit: 1 << 28) { return body }
      }
      return nil
    }
  }
}
