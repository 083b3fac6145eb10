import ArgumentParser
import CatalogSession
import FeedCore
import OpeningHours
import SnapshotStore

/// Removes old runs and snapshots.
struct SnapshotPrune: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Remove runs that are old, and what only they needed.",
    usage: "aggregate snapshots prune --keep 90d [--dry-run] [--store FILE]",
    discussion: """
      The last good result of each feed and the newest run of each selection always stay. That entries came and went stays known, what \
      they were like then does not.
      """)

  @Option(help: ArgumentHelp("Runs and snapshots that are younger stay: an age such as 90d, 8w or 36h, or a time.", valueName: "age"))
  var keep: String

  @Flag(help: "Only show what would be removed.")
  var dryRun = false

  @OptionGroup var options: StoreOption

  func run() async throws {
    let environment = try CommandEnvironment.current()
    let point = try Failure.reading("--keep") { () throws(SessionError) in
      try PointInTime.parse(keep, zones: [], now: environment.now)
    }
    if PointInTime.isReadInUTC(keep, zones: []) { Console.error(SessionNotice.readInUTC("--keep", keep)) }
    guard case .moment(let limit) = point else {
      throw Failure(.usage, "--keep is an age such as 90d or 36h, or a time")
    }
    // A store that is not there is not made.
    let path = try options.open(environment).path
    let pruning = try await SnapshotStore.using(path: path) { (store) async throws(StoreError) in
      try await store.prune(before: limit, isDry: dryRun)
    }
    try Console.write(
      """
      \(dryRun ? "would remove" : "removed") what is from before \(limit): \(pruning.runs) runs, \(pruning.snapshots) snapshots, \
      \(pruning.changes) changes, \(pruning.contents) contents of \(pruning.contentBytes) bytes

      """)
    if pruning.fileBytes > 0 { try Console.write("the file is \(pruning.fileBytes) bytes smaller\n") }
  }
}
