import AdapterWorkbench
import ArgumentParser
import Basics
import CampusCatalog
import FeedKit
import FeedMapping
import Fetching
import SimdJSON

struct AdapterTry: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "try", abstract: "Read a recorded reply with an adapter and show the result.",
    usage: """
      aggregate adapters try ADAPTER --case FOLDER [--record KEY]
      aggregate adapters try ADAPTER --from REPLY… [--url URL] [--record KEY] [--campus ID | --zone NAME]
      """,
    discussion: """
      Nothing is fetched, stored or built. --record shows one entry beside the raw values that it comes from.

        aggregate adapters try lakeside/mapping.json --case lakeside/case
        aggregate adapters try mapping.json --from reply.json --zone UTC
        aggregate adapters try mapping.json --from reply.json --record 12
        aggregate adapters try whats-open --from facilities=facilities.json --from alerts=alerts.json
      """)

  @OptionGroup var chosen: AdapterOptions
  @OptionGroup var config: RegistryOption

  @Option(name: .customLong("case"), help: ArgumentHelp("A folder with a recorded case, instead of --from.", valueName: "folder"))
  var folder: String?

  @Option(help: ArgumentHelp("Show the entry of this record, and its raw values.", valueName: "key"))
  var record: String?

  @OptionGroup var output: FormatOption
  @OptionGroup var destination: OutputFileOption

  func validate() throws {
    if chosen.replies.isEmpty, folder == nil { throw ValidationError("name a recorded reply with --from, or a case with --case") }
    if !chosen.replies.isEmpty, folder != nil { throw ValidationError("--from and --case cannot be used together") }
  }

  func run() async throws {
    let settings = try chosen.settings()
    let (adapter, feed, trial) = try await read(settings)
    if let failure = trial.failure { throw Failure(.data, Self.text(failure)) }
    if let refusal = trial.refusal { throw Failure(.data, Self.text(refusal, trial.draft.notes)) }
    let draft = trial.draft
    if let record {
      guard
        let entry = draft.entries.first(where: {
          $0.id.record == record || $0.sources.contains { $0.record == record } || "\($0.id)" == record
        })
      else {
        let near =
          SpellingSuggestion.of(record, among: draft.entries.flatMap(\.sources).map(\.record)).map { "; did you mean \($0)?" } ?? ""
        throw Failure(.usage, "there is no record \"\(record)\"\(near)")
      }
      try show(entry, of: adapter, trial)
    } else {
      let notes = draft.notes
      let json = JSONWriter.document("campus-trial/1") { writer in
        writer.member("feed", feed.id.description)
        writer.member("adapter", adapter.manifest.id.description)
        writer.member("rejected", draft.rejected)
        writer.member("skipped", draft.skipped)
        writer.list("notes", notes) { $0.write(to: &$1) }
        writer.list("entries", draft.entries) { $0.write(to: &$1) }
      }
      try output.print(json: json) { Table.lines(ofTrial: draft.entries, on: $0) + Self.noteLines(notes) }
      for message in trial.emptyMenuRules(of: adapter) { Console.note(PlainText.visible(message, isOneLine: true)) }
    }
    Console.note(Self.summary(draft))
  }

  private func read(_ settings: Settings) async throws -> (any FeedAdapter, Feed, AdapterTrial) {
    let (adapter, feed) = try await chosen.adapter(settings, in: config.registry(settings))
    guard let folder else {
      return (adapter, feed, try await chosen.trial(adapter, of: feed, settings))
    }
    guard let found = try await RecordedCase(in: folder, settings.environment).trial(of: adapter) else {
      throw Failure(.data, "\(folder) has no replies for a feed of the adapter \(adapter.manifest.id)")
    }
    return (adapter, found.feed, found.trial)
  }

  /// Returns "12 entries; 1 record set aside; 3 notes".
  static func summary(_ draft: FeedDraft) -> String {
    var parts = [draft.entries.count.counted("entry", "entries")]
    if draft.rejected > 0 { parts.append("\(draft.rejected.counted("record")) set aside") }
    if draft.skipped > 0 { parts.append("\(draft.skipped.counted("record")) joined or left out by a rule") }
    if !draft.notes.isEmpty { parts.append(draft.notes.count.counted("note")) }
    return parts.joined(separator: "; ")
  }

  /// Says why a reply cannot be used.
  static func text(_ failure: TransportFailure) -> String { "the feed has no result (\(failure.reason)): \(failure.detail)" }

  /// Says why the feed is refused, with the first notes on records that were set aside.
  static func text(_ refusal: AdapterError, _ notes: [Note] = []) -> String {
    let place = [refusal.request, refusal.pointer.isEmpty ? nil : refusal.pointer].compactMap { $0 }.joined(separator: " ")
    let reason = "the feed is refused (\(refusal.code)\(place.isEmpty ? "" : ", \(place)")): \(refusal.advice)"
    guard refusal.code == .drift else { return reason }
    return ([reason] + noteLines(Array(notes.prefix(5))).dropFirst(2)).joined(separator: "\n")
  }

  static func noteLines(_ notes: [Note]) -> [String] {
    guard !notes.isEmpty else { return [] }
    return ["", "Notes"]
      + notes.map { note in
        PlainText.visible("  \(note.code)\(note.location.isEmpty ? "" : " (\(note.location))"): \(note.detail)", isOneLine: true)
      }
  }

  private func show(_ entry: Entry, of adapter: any FeedAdapter, _ trial: AdapterTrial) throws(Failure) {
    let record = trial.record(of: entry.id)
    let values = RawValues(of: entry, from: record?.values ?? [], codes: trial.draft.feed.codes ?? (adapter as? MappingAdapter)?.codes)
    let pointer = record?.pointer
    let json = JSONWriter.document("campus-trial-record/1") { writer in
      writer.member("request", pointer?.request)
      writer.member("pointer", pointer?.pointer)
      writer.key("entry")
      entry.write(to: &writer)
      writer.objects("values", values.origins) { origin, writer in
        writer.member("field", origin.field)
        writer.member("value", origin.value)
        writer.objects("raw", origin.raw) { raw, writer in
          writer.member("pointer", raw.pointer)
          writer.member("value", raw.json)
        }
      }
      writer.objects("unused", values.unused) { raw, writer in
        writer.member("pointer", raw.pointer)
        writer.member("value", raw.json)
      }
    }
    var lines = ["\(entry.id)" + (pointer.map { "  from \($0.request) \($0.pointer)" } ?? "")]
    lines.append("")
    let width = values.origins.map(\.field.count).max() ?? 0
    for origin in values.origins {
      let from = origin.raw.map { "\($0.pointer) \($0.json)" }.joined(separator: ", ")
      lines.append("\(origin.field.padded(to: width))  \(origin.value)" + (from.isEmpty ? "" : "  ← \(from)"))
    }
    if let hours = entry.hours { lines.append("\("hours".padded(to: width))  \(Table.text(of: hours))") }
    if !values.unused.isEmpty { lines += ["", "Raw values without a counterpart"] + values.unused.map { "  \($0.pointer)  \($0.json)" } }
    try output.print(json: json) { _ in lines.map { PlainText.visible($0) } }
  }
}
