import ArgumentParser

/// Shows and maintains the results in a store.
struct Snapshots: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshots", abstract: "List, show, export, replay, prune, verify and reset the results in the store.",
    usage: """
      aggregate snapshots [--feed ID]… [--campus ID]… [--limit N]
      aggregate snapshots show 12
      aggregate snapshots export copy.sqlite
      aggregate snapshots export --snapshot 12 catalog.json
      aggregate snapshots replay --since 7d
      aggregate snapshots prune --keep 90d --dry-run
      aggregate snapshots verify
      aggregate snapshots reset
      """,
    discussion: "A snapshot is one accepted result of one feed. To see what a whole run wrote, use --as-of with other commands.",
    subcommands: [
      SnapshotList.self, SnapshotShow.self, SnapshotExport.self, SnapshotReplay.self, SnapshotPrune.self, SnapshotVerify.self,
      SnapshotReset.self,
    ], defaultSubcommand: SnapshotList.self)
}
