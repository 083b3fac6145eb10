import CatalogExport
import ArgumentParser
import CampusCatalog
import FeedKit
import OpeningHours
import SimdJSON
import SnapshotStore
import StoreInterface

/// Lists accepted results, newest first.
struct SnapshotList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the accepted results of feeds, newest first.",
    usage: "aggregate snapshots [--feed ID]… [--campus ID]… [--limit N] [--format text|json]")

  @OptionGroup var filter: SnapshotFilter

  @Option(help: ArgumentHelp("Show at most this many.", valueName: "n"))
  var limit: Int?

  @Option(help: ArgumentHelp("text or json.", valueName: "format"))
  var format: ListFormat = .text

  @OptionGroup var options: StoreOption

  func validate() throws { try LimitOption.check(limit) }

  func run() async throws {
    let environment = try CommandEnvironment.current()
    let store = try options.open(environment)
    let counts = try await store.snapshotCounts().filter { filter.includes($0.key) }
    let total = counts.values.reduce(0, +)
    let shown = try await store.snapshots(of: Array(counts.keys), limit: limit)
    if format == .json {
      return try Console.write(JSONList.text("campus-snapshots/1", "snapshots", shown) { Self.write($0, to: &$1) })
    }
    guard total > 0 else { return Console.error("No matching snapshots.") }
    let rows = shown.map { record in
      [
        "\(record.id)", record.feed.description, record.acceptedAt.description, Self.size(record), "\(record.entries)",
        Self.changes(record),
      ]
    }
    try Console.write(PlainText.visible(Table.text(["ID", "FEED", "ACCEPTED", "BYTES (STORED)", "ENTRIES", "CHANGES"], rows)))
    if shown.count < total { try Console.write("… and \(total - shown.count) more, \(total) in all\n") }
  }

  static func size(_ record: SnapshotRecord) -> String { "\(record.bytes) (\(record.storedBytes))" }

  /// "+3 ~1 -2", or that there is nothing to compare it with.
  static func changes(_ record: SnapshotRecord) -> String {
    if record.isFirst, record.added + record.changed + record.gone == 0 { return "first" }
    return "+\(record.added) ~\(record.changed) -\(record.gone)"
  }

  static func write(_ record: SnapshotRecord, to writer: inout JSONWriter) {
    writer.key("id")
    writer.integer(record.id)
    writer.key("feed")
    writer.string(record.feed.description)
    writer.key("acceptedAt")
    writer.string(record.acceptedAt.description)
    writer.key("checkedAt")
    writer.string(record.checkedAt.description)
    for (key, value) in [
      ("bytes", record.bytes), ("storedBytes", record.storedBytes), ("entries", record.entries), ("rejected", record.result.rejected),
      ("added", record.added), ("changed", record.changed), ("gone", record.gone),
    ] {
      writer.key(key)
      writer.integer(value)
    }
    writer.key("sha256")
    writer.string(record.result.content)
    for (key, value) in [("first", record.isFirst), ("current", record.isCurrent), ("stream", record.isStream)] {
      writer.key(key)
      writer.bool(value)
    }
  }
}
