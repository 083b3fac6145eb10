import Aggregation
import ArgumentParser
import CampusCatalog
import SnapshotStore

struct SnapshotRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove single runs, such as one that was made while the clock was wrong.",
    usage: "aggregate snapshots remove --run ID… [--store FILE]",
    discussion: """
      `aggregate doctor` lists the runs whose time is in the future. The results of feeds remain; a watch whose last reported run is removed \
      says so.
      """)

  @Option(
    name: .customLong("run"), help: ArgumentHelp("The number of a run (repeatable).", valueName: "id"),
    transform: { try parsedNumber($0, from: 1, such: 12) })
  var numbers: [Int] = []

  @OptionGroup var options: StoreOption

  @OptionGroup var quiet: QuietFlag

  func validate() throws {
    if numbers.isEmpty { throw ValidationError("Name a run with --run; aggregate doctor lists those whose time is in the future.") }
  }

  func run() async throws {
    let opened = try options.open(try .current())
    let known = Set(try await opened.runs().map(\.id))
    for number in numbers where !known.contains(number) { throw Failure(.nothing, "no run \(number) in \(opened.path)") }
    let removed = try await SnapshotStore.using(path: opened.path) { [numbers] (store) async throws(StoreError) in
      try await store.remove(runs: numbers)
    }
    try Console.write("removed \(removed.runs.counted("run")), \(removed.contentBytes.counted("byte")) of entries\n")
  }
}
