import CatalogExport
import ArgumentParser
import CampusCatalog
import CatalogSession
import FeedKit
import OpeningHours
import SimdJSON
import SnapshotStore
import StoreInterface

/// Shows one accepted result.
struct SnapshotShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one snapshot: its replies, its notes, and what it changed.",
    usage: "aggregate snapshots show ID [--format text|json]")

  @Argument(help: ArgumentHelp("The number of a snapshot.", valueName: "id"))
  var id: Int

  @Option(help: ArgumentHelp("text or json.", valueName: "format"))
  var format: ListFormat = .text

  @OptionGroup var options: StoreOption

  func run() async throws {
    let store = try options.open(try CommandEnvironment.current())
    let record = try await store.existingSnapshot(id)
    let (replies, changes) = (try await store.replies(of: id), try await store.changes(of: id))
    if format == .json { return try Console.write(Self.json(record, replies, changes)) }
    var text = Table.text(
      ["SNAPSHOT", "\(record.id)"],
      [
        ["feed", record.feed.description], ["accepted", record.acceptedAt.description], ["last seen", record.checkedAt.description],
        ["bytes", SnapshotList.size(record)], ["entries", "\(record.entries)"], ["set aside", "\(record.result.rejected)"],
        ["changes", SnapshotList.changes(record)], ["SHA-256", record.result.content],
        [
          "state",
          [record.isCurrent ? "current" : "replaced by a later one", record.isStream ? "stream" : nil].compactMap { $0 }.joined(
            separator: ", "),
        ],
      ])
    if !replies.isEmpty {
      text += "\n"
      text += Table.text(
        ["REPLY", "BYTES", "SHA-256", "RECEIVED", "ADDRESS"],
        replies.map { [$0.label, "\($0.size)", $0.sha256, $0.receivedAt?.description ?? "unknown", $0.url ?? "unknown"] })
    }
    for note in record.result.notes { text += "\n\(note.code): \(note.detail)" }
    if !record.result.notes.isEmpty { text += "\n" }
    if !changes.isEmpty { text += "\n" }
    for change in changes { text += "\(change.kind.name) \(change.entry)\(change.kind.reason.map { " (\($0))" } ?? "")\n" }
    try Console.write(PlainText.visible(text))
  }

  private static func json(_ record: SnapshotRecord, _ replies: [SnapshotReply], _ changes: [EntryChange]) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("schema")
    writer.string("campus-snapshot/1")
    SnapshotList.write(record, to: &writer)
    writer.key("replies")
    writer.beginArray()
    for reply in replies {
      writer.beginObject()
      writer.key("label")
      writer.string(reply.label)
      for (key, value) in [("url", reply.url), ("receivedAt", reply.receivedAt?.description)] {
        guard let value else { continue }
        writer.key(key)
        writer.string(value)
      }
      writer.key("bytes")
      writer.integer(reply.size)
      writer.key("sha256")
      writer.string(reply.sha256)
      writer.endObject()
    }
    writer.endArray()
    writer.key("notes")
    writer.beginArray()
    for note in record.result.notes { note.write(to: &writer) }
    writer.endArray()
    writer.key("changes")
    writer.beginArray()
    for change in changes {
      writer.beginObject()
      writer.key("entry")
      writer.string(change.entry.description)
      writer.key("what")
      writer.string(change.kind.name)
      if let reason = change.kind.reason {
        writer.key("reason")
        writer.string(reason.description)
      }
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.text + "\n"
  }
}
