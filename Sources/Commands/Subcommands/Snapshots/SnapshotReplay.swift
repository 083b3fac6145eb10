import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogSession
import OpeningHours
import SimdJSON
import SnapshotStore

struct SnapshotReplay: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Read stored replies with the current adapters, and compare the result with the stored entries.",
    usage: """
      aggregate snapshots replay [--feed ID]… [--campus ID]… [--since TIME]
      aggregate snapshots replay --snapshot ID [--config FILE]…
      """,
    discussion: """
      Writes nothing. Exits with 0 if all snapshots give the same entries, and with 1 otherwise. Quotes are skipped, because only their \
      last replies are stored.
      """)

  @OptionGroup var filter: SnapshotFilter

  @Option(help: ArgumentHelp("Only this snapshot.", valueName: "id"), transform: { try parsedNumber($0, from: 1, such: 12) })
  var snapshot: Int?

  @Option(help: ArgumentHelp("Only snapshots accepted since then: a time, or an age such as 7d or 1mo.", valueName: "time"))
  var since: String?

  @OptionGroup var config: RegistryOption

  @Flag(help: ExecutableFile.unconfinedHelp)
  var allowUnconfined = false

  @OptionGroup var output: FormatOption
  @OptionGroup var destination: OutputFileOption
  @OptionGroup var options: StoreOption

  func run() async throws {
    let settings = try Settings.current()
    let store = try options.open(settings)
    let registry = try Registry(adding: try settings.registryFiles(config.configs), allowsUnconfined: allowUnconfined)
    let rereading = Rereading(registry: registry)
    var comparisons: [RereadSnapshot] = []
    for record in try await records(store, settings).reversed() {
      guard let comparison = try await RereadSnapshot(record, in: store, by: rereading) else {
        Console.note("snapshot \(record.id) of \(record.feed) has no stored replies; skipped")
        continue
      }
      comparisons.append(comparison)
      if output.format == .text { try Console.write(PlainText.visible(Self.text(comparison, in: registry.zone(of: record.feed)))) }
    }
    if output.format == .json {
      try Console.write(
        JSONWriter.list("campus-replay/1", "snapshots", comparisons) { comparison, writer in
          writer.member("id", comparison.record.id)
          writer.member("feed", comparison.record.feed.description)
          writer.member("same", comparison.isSame)
          writer.member("reason", comparison.refusal?.reason.description)
          for kind in [EntryLines.Change.Kind.added, .changed, .gone] {
            let ids = comparison.changes.filter { $0.kind == kind }.map(\.id.description)
            if ids.isEmpty { continue }
            writer.key(kind.rawValue)
            writer.array(ids) { $1.string($0) }
          }
        })
    }
    if comparisons.isEmpty { Console.note("no matching snapshots with replies") }
    if !comparisons.allSatisfy(\.isSame) { throw Failure(.different) }
  }

  private func records(_ store: SnapshotStore, _ settings: Settings) async throws -> [SnapshotRecord] {
    if let snapshot { return [try await store.existingSnapshot(snapshot)] }
    var first: Instant?
    if let since { first = try await store.moment(since: since, now: settings.environment.now) }
    return try await store.snapshots(since: first).filter { filter.includes($0.feed) }
  }

  private static func text(_ comparison: RereadSnapshot, in zone: Zone?) -> String {
    let head = "\(comparison.record.id) \(comparison.record.feed) \(comparison.record.acceptedAt.zonedText(in: zone)): "
    if let refusal = comparison.refusal { return "\(head)can no longer be read: \(refusal.detail) (\(refusal.reason))\n" }
    if comparison.isSame { return "\(head)same\n" }
    return "\(head)\(comparison.changes.count.counted("entry differs", "entries differ"))\n"
      + comparison.changes.map { "  \($0.kind.rawValue) \($0.id)\n" }.joined()
  }
}
