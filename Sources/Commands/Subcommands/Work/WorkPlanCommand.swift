import Aggregation
import ArgumentParser
import CampusCatalog
import FeedKit
import Fetching
import SnapshotStore

struct WorkPlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Write a line for each feed that is due, and the results of all others.",
    usage: "aggregate work plan [--campus ID]… [--feed ID]… [--config FILE] [--state FILE] [--at TIME]")

  @OptionGroup var source: SelectionOptions
  @OptionGroup var time: WorkTimeOption

  @Option(
    help: ArgumentHelp("The states after the last run: the lines of its results, or a store.", valueName: "file"), completion: .file())
  var state: String?

  @Flag(help: "Also plan feeds that are not due, except those whose server asked to wait.")
  var refresh = false

  @Option(
    name: .customLong("accept"),
    help: ArgumentHelp("Accept the next result of this feed even if it looks like a mistake (repeatable).", valueName: "id"),
    completion: .custom(Candidates.feeds))
  var accepted: [String] = []

  @OptionGroup var quiet: QuietFlag

  func run() async throws {
    let settings = try Settings.current()
    let plan = try source.plan(settings, asks: true)
    var options = PollOptions()
    options.refresh = refresh
    for text in accepted { options.accepted.insert(try FeedID(known: text, in: plan.registry)) }
    let (states, servers) = try await last(plan.readings.map(\.feed.id))
    let lines = await WorkPlan.lines(
      of: plan, states: states, servers: servers, at: time.time ?? settings.environment.now, options)
    let output = WorkOutput()
    for line in lines { output.write(line.bytes) }
    try output.finish()
  }

  private func last(_ feeds: [FeedID]) async throws -> (states: [FeedID: FeedState], servers: [HostState]) {
    guard let state else { return ([:], []) }
    guard SnapshotStore.isRecognizable(path: state) else {
      let input = try WorkFile.input(state) { _ in false }
      return (input.states, input.hosts)
    }
    guard let store = try StoreOption.openIfPresent(state) else { return ([:], []) }
    defer { store.close() }
    do throws(StoreError) { return (try await store.states(of: feeds), try await store.hosts()) } catch { throw Failure(error, at: state) }
  }
}
