import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogSession
import SnapshotStore

struct SnapshotPrune: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Remove old runs, and the snapshots and replies that only they needed.",
    usage: "aggregate snapshots prune --keep 90d [--weekly] [--dry-run] [--store FILE]",
    discussion: """
      Always keeps the last good result of each feed, the newest run of each selection, and the record of when entries were added and \
      removed. With --weekly, also keeps the last run of each week and selection, and every version of every entry; only replies are removed with the \
      other runs.
      """)

  @Option(help: ArgumentHelp("Keep everything newer than this: an age such as 90d, 8w, 3mo or 36h, or a time.", valueName: "age"))
  var keep: String

  @Flag(help: "Of older runs, keep the last of each week (from Monday, in UTC), and all versions of entries.")
  var weekly = false

  @Flag(help: "Only say what would be removed.")
  var dryRun = false

  @OptionGroup var options: StoreOption

  @OptionGroup var quiet: QuietFlag

  func run() async throws {
    let settings = try Settings.current()
    let zones = try await StoreOption.openIfPresent(try settings.storePath(flag: options.store))?.zones() ?? []
    let limit = try PointInTime.moment(
      keep, of: "--keep", "an age such as 90d, 3mo or 36h, or a time", zones: zones, now: settings.environment.now)
    // Do not create a missing store.
    let opened = try options.open(settings)
    let now = settings.environment.now
    let pruning =
      dryRun
      ? try await opened.prune(before: limit, weekly ? .weekly : .all, now: now, isDry: true)
      : try await SnapshotStore.using(path: opened.path) { [weekly] (store) async throws(StoreError) in
        try await store.prune(before: limit, weekly ? .weekly : .all, now: now)
      }
    let results =
      weekly
      ? pruning.replies.counted("reply", "replies") + " of results whose entries stay"
      : "\(pruning.snapshots.counted("snapshot")), \(pruning.changes.counted("change"))"
    try Console.write(
      """
      \(dryRun ? "would remove" : "removed") what is older than \(limit.zonedText(in: zones)): \(pruning.runs.counted("run")), \(results), \
      \(pruning.contentBytes.counted("byte")) of replies and entries

      """)
    if pruning.fileBytes > 0 { try Console.write("the file is \(pruning.fileBytes.counted("byte")) smaller\n") }
  }
}
