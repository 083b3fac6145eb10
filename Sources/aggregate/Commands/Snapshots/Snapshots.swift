import ArgumentParser

/// The results that a store keeps, and the care of it.
struct Snapshots: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshots", abstract: "List, show, export, read again, prune and verify what the store keeps.",
    usage: """
      aggregate snapshots [--feed ID]… [--campus ID]… [--limit N]
      aggregate snapshots show 12
      aggregate snapshots export copy.sqlite
      aggregate snapshots export --snapshot 12 catalog.json
      aggregate snapshots replay --since 7d
      aggregate snapshots prune --keep 90d --dry-run
      aggregate snapshots verify
      """,
    discussion: "A snapshot is one accepted result of one feed. What a whole run wrote is shown by --as-of of the other commands.",
    subcommands: [
      SnapshotList.self, SnapshotShow.self, SnapshotExport.self, SnapshotReplay.self, SnapshotPrune.self, SnapshotVerify.self,
    ], defaultSubcommand: SnapshotList.self)
}
