import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogSession
import FeedKit
import OpeningHours
import SimdJSON
import SnapshotStore
import StoreInterface

/// Reads stored replies again and compares the result with the stored entries.
struct SnapshotReplay: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Read stored replies with the current adapters, and compare the result with the stored entries.",
    usage: "aggregate snapshots replay [--feed ID]… [--campus ID]… [--snapshot ID] [--since TIME] [--config FILE]…",
    discussion: """
      Nothing is written. Exits with 0 when every snapshot with replies gives the same entries, and with 1 otherwise. Streams are \
      skipped, since only their last replies are stored.
      """)

  @OptionGroup var filter: SnapshotFilter

  @Option(help: ArgumentHelp("Only this snapshot.", valueName: "id"))
  var snapshot: Int?

  @Option(help: ArgumentHelp("Only snapshots accepted since then: a time, or an age such as 7d.", valueName: "time"))
  var since: String?

  @OptionGroup var config: RegistryOption

  @Option(help: ArgumentHelp("text or json.", valueName: "format"))
  var format: ListFormat = .text

  @OptionGroup var options: StoreOption

  func run() async throws {
    let environment = try CommandEnvironment.current()
    let store = try options.open(environment)
    let rereading = Rereading(registry: try config.registry(environment))
    var comparisons: [RereadSnapshot] = []
    for record in try await records(store, environment).reversed() {
      guard let comparison = try await RereadSnapshot(record, in: store, by: rereading) else {
        Console.error("\(record.id) \(record.feed): no stored replies")
        continue
      }
      comparisons.append(comparison)
      if format == .text { try Console.write(PlainText.visible(Self.text(comparison))) }
    }
    if format == .json { try Console.write(Self.json(comparisons)) }
    if comparisons.isEmpty { Console.error("No matching snapshots with replies.") }
    if !comparisons.allSatisfy(\.isSame) { throw Failure(.different) }
  }

  private func records(_ store: SnapshotStore, _ environment: CommandEnvironment) async throws -> [SnapshotRecord] {
    if let snapshot { return [try await store.existingSnapshot(snapshot)] }
    var first: Instant?
    if let since {
      let point = try Failure.reading("--since") { () throws(SessionError) in
        try PointInTime.parse(since, zones: [], now: environment.now)
      }
      if PointInTime.isReadInUTC(since, zones: []) { Console.error(SessionNotice.readInUTC("--since", since)) }
      guard case .moment(let moment) = point else {
        throw Failure(.usage, "--since must be a time, or an age such as 7d")
      }
      first = moment
    }
    return try await store.snapshots(since: first).filter { filter.includes($0.feed) }
  }

  private static func text(_ comparison: RereadSnapshot) -> String {
    let head = "\(comparison.record.id) \(comparison.record.feed) \(comparison.record.acceptedAt): "
    if let refusal = comparison.refusal { return "\(head)can no longer be read: \(refusal.detail) (\(refusal.reason))\n" }
    if comparison.isSame { return "\(head)same\n" }
    return "\(head)\(comparison.changes.count) entries differ\n"
      + comparison.changes.map { "  \($0.kind.rawValue) \($0.id)\n" }.joined()
  }

  private static func json(_ comparisons: [RereadSnapshot]) -> String {
    JSONList.text("campus-replay/1", "snapshots", comparisons) { comparison, writer in
      writer.key("id")
      writer.integer(comparison.record.id)
      writer.key("feed")
      writer.string(comparison.record.feed.description)
      writer.key("same")
      writer.bool(comparison.isSame)
      if let refusal = comparison.refusal {
        writer.key("reason")
        writer.string(refusal.reason.description)
      }
      for kind in [EntryLineChange.Kind.added, .changed, .gone] {
        let ids = comparison.changes.filter { $0.kind == kind }.map(\.id.description)
        if ids.isEmpty { continue }
        writer.key(kind.rawValue)
        writer.beginArray()
        for id in ids { writer.string(id) }
        writer.endArray()
      }
    }
  }
}
