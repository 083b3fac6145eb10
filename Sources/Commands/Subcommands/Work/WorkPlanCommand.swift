import Aggregation
import ArgumentParser
import CampusCatalog
import FeedKit
import Fetching
import SnapshotStore

struct WorkPlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Write a line for each feed that is due, and the results of all others.",
    usage: "aggregate work plan [--campus ID]… [--feed ID]… [--config FILE] [--state FILE]… [--at TIME]")

  @OptionGroup var source: SelectionOptions
  @OptionGroup var time: WorkTimeOption

  @Option(
    name: .customLong("state"),
    help: ArgumentHelp(
      "The states after the last run: the lines of its results, or a store (repeatable; the first that has a feed counts).",
      valueName: "file"), completion: .file())
  var states: [String] = []

  @Flag(help: "Also plan feeds that are not due, except those whose server asked to wait.")
  var refresh = false

  @Option(
    name: .customLong("accept"),
    help: .accepted,
    completion: .custom(Candidates.feeds))
  var accepted: [String] = []

  @OptionGroup var quiet: QuietFlag

  func run() async throws {
    let settings = try Settings.current()
    let plan = try source.plan(settings, asks: true)
    let options = try PollOptions(refresh: refresh, accepted: accepted, in: plan.registry)
    let (states, servers) = try await last(plan.readings.map(\.feed.id))
    let lines = await WorkPlan.lines(
      of: plan, states: states, servers: servers, at: time.time ?? settings.environment.now, options)
    let output = WorkOutput()
    for line in lines { output.write(line.bytes) }
    try output.finish()
  }

  private func last(_ feeds: [FeedID]) async throws -> (states: [FeedID: FeedState], servers: [HostState]) {
    var (states, servers): ([FeedID: FeedState], [String: HostState]) = ([:], [:])
    for path in self.states {
      let (more, hosts) = try await last(path, feeds)
      states.merge(more) { first, _ in first }
      servers.merge(hosts.map { ($0.origin, $0) }) { first, _ in first }
    }
    return (states, servers.values.sorted { $0.origin < $1.origin })
  }

  private func last(_ path: String, _ feeds: [FeedID]) async throws -> (states: [FeedID: FeedState], servers: [HostState]) {
    guard SnapshotStore.isRecognizable(path: path) else {
      let input = try WorkFile.input(path) { _ in false }
      return (input.states, input.hosts)
    }
    guard let store = try StoreOption.openIfPresent(path) else { return ([:], []) }
    defer { store.close() }
    do throws(StoreError) { return (try await store.states(of: feeds), try await store.hosts()) } catch { throw Failure(error, at: path) }
  }
}
