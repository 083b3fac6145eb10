import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogSession
import OpeningHours
import SimdJSON
import SnapshotStore

struct SnapshotShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one snapshot: its replies, its notes, and what it changed.",
    usage: "aggregate snapshots show ID [--format text|json]")

  @Argument(help: ArgumentHelp("The number of a snapshot.", valueName: "id"), transform: { try parsedNumber($0, from: 1, such: 12) })
  var id: Int

  @OptionGroup var output: FormatOption
  @OptionGroup var destination: OutputFileOption
  @OptionGroup var options: StoreOption

  func run() async throws {
    let settings = try Settings.current()
    let store = try options.open(settings)
    let record = try await store.existingSnapshot(id)
    let (replies, changes) = (try await store.replies(of: id), try await store.changes(of: id))
    let zone = Registry(readable: settings).zone(of: record.feed)
    let json = JSONWriter.document("campus-snapshot/1") { writer in
      SnapshotList.write(record, to: &writer)
      writer.objects("replies", replies) { reply, writer in
        writer.member("label", reply.label)
        writer.member("url", reply.url)
        writer.member("receivedAt", reply.receivedAt?.description)
        writer.member("bytes", reply.size)
        writer.member("sha256", reply.sha256)
      }
      writer.list("notes", record.result.notes) { $0.write(to: &$1) }
      writer.objects("changes", changes) { change, writer in
        writer.member("entry", change.entry.description)
        writer.member("what", change.kind.rawValue)
        writer.member("reason", change.reason?.description)
      }
    }
    try output.print(json: json) { terminal in
      var lines = Table.wrapped(
        ["SNAPSHOT", "\(record.id)"],
        [
          ["feed", record.feed.description], ["accepted", record.acceptedAt.zonedText(in: zone)],
          ["last seen", record.checkedAt.zonedText(in: zone)],
          ["bytes", SnapshotList.size(record)], ["entries", "\(record.entries)"], ["set aside", "\(record.result.rejected)"],
          ["changes", SnapshotList.changes(record)], ["SHA-256", record.result.content],
          ["state", (record.isCurrent ? "current" : "replaced by a later one") + (record.isStream ? ", stream" : "")],
        ], on: terminal)
      if !replies.isEmpty {
        let rows = replies.map {
          [$0.label, "\($0.size)", $0.receivedAt?.zonedText(in: zone) ?? "unknown", $0.sha256, $0.url ?? "unknown"]
        }
        lines += [""] + Table.wrapped(["REPLY", "BYTES", "RECEIVED", "SHA-256", "ADDRESS"], rows, on: terminal)
      }
      if !record.result.notes.isEmpty { lines.append("") }
      for note in record.result.notes { lines += Paragraph.lines("\(note.code): \(note.detail)", width: terminal.width) }
      if !changes.isEmpty { lines.append("") }
      for change in changes {
        let reason = change.reason.map { " (\($0))" } ?? ""
        lines += Paragraph.lines("\(change.kind.rawValue) \(change.entry)\(reason)", width: terminal.width)
      }
      return lines
    }
  }
}
