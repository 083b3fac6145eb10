import ArgumentParser

struct SnapshotPrune: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Remove old runs, and the snapshots and replies that only they needed.",
    usage: "aggregate snapshots prune --keep 90d [--dry-run] [--store FILE]",
    discussion: """
      The last good result of each feed and the newest run of each selection are always kept. So is the record of when entries were \
      added and removed, but not their contents.
      """)

  @Option(help: ArgumentHelp("Keep runs and snapshots newer than this: an age such as 90d, 8w or 36h, or a time.", valueName: "age"))
  var keep: String

  @Flag(help: "Only show what would be removed.")
  var dryRun = false

  @OptionGroup var options: StoreOption

  func run() async throws {
    let settings = try Settings.current()
    let limit = try PointInTime.moment(keep, of: "--keep", "an age such as 90d or 36h, or a time", now: settings.environment.now)
    // Do not create a missing store.
    let path = try options.open(settings).path
    let pruning = try await SnapshotStore.using(path: path) { (store) async throws(StoreError) in
      try await store.prune(before: limit, isDry: dryRun)
    }
    try Console.write(
      """
      \(dryRun ? "would remove" : "removed") from before \(limit): \(pruning.runs) runs, \(pruning.snapshots) snapshots, \
      \(pruning.changes) changes, \(pruning.contents) contents of \(pruning.contentBytes) bytes

      """)
    if pruning.fileBytes > 0 { try Console.write("the file is \(pruning.fileBytes) bytes smaller\n") }
  }
}
