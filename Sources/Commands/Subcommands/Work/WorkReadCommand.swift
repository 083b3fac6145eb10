import Aggregation
import ArgumentParser
import CatalogSession
import Fetching

struct WorkReadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Read the feeds of a plan from stored replies, and write their results.",
    usage: "aggregate work read --bodies DIR [--previous FILE]… [--at TIME] < plan.ndjson > results.ndjson",
    discussion: "The replies may be old, and the adapters new: an archive can be read again. Feeds without replies have no results.")

  @Option(help: ArgumentHelp("The folder of the replies, as for --replay.", valueName: "dir"), completion: .directory)
  var bodies: String

  @OptionGroup var previous: PreviousOption
  @OptionGroup var time: WorkTimeOption
  @OptionGroup var jobs: JobsOption

  @Option(
    help: ArgumentHelp("The time limit for this step.", valueName: "seconds"), transform: { try Settings.parsed($0, of: "deadline") })
  var deadline: Int?

  @OptionGroup var quiet: QuietFlag

  func run() async throws {
    let settings = try Settings.current()
    let replies = try RecordedReplies(in: bodies, settings, jobs: jobs.jobs, deadline: deadline)
    let input = try WorkFile.input("-")
    let work = try WorkPoll(
      input, previous: try previous.results(of: input), bodies: RecordingFolder.bodies(in: bodies))
    let output = WorkOutput()
    try await work.passOn(output.write)
    await work.read(
      from: replies.transport, at: time.time ?? settings.environment.now, jobs: replies.jobs, deadline: replies.deadline, output.write)
    output.write(work.servers([]))
    try output.finish()
  }
}
