import Aggregation
import ArgumentParser
import CampusCatalog
import FeedKit
import FeedMapping
import Fetching
import SimdJSON

struct FeedShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show everything about one feed.", usage: "aggregate feeds show penn/dining",
    discussion: "Shows the names of headers, but their values only where these are variables of the environment.")

  @Argument(help: ArgumentHelp("A feed; `aggregate feeds` lists them.", valueName: "feed"), completion: .custom(Candidates.feeds))
  var feed: String

  @OptionGroup var config: RegistryOption
  @OptionGroup var output: FormatOption
  @OptionGroup var destination: OutputFileOption

  func run() throws {
    let settings = try Settings.current()
    let registry = try config.registry(settings)
    let id = try FeedID(known: feed, in: registry)
    guard let feed = registry.feed(id), let manifest = registry.adapter(of: feed)?.manifest else { return }
    let mapping = (registry.adapter(of: feed) as? MappingAdapter)?.mapping
    let evidence = registry.evidence(of: id)
    let files = try settings.list("config", flags: config.configs).filter {
      try RegistryDraft($0).item(id.description, of: "feeds") != nil
    }
    let isBuiltIn = try Registry().feed(id) != nil && !files.contains { try RegistryDraft($0).replaces(id) }
    let program = registry.program(of: id)
    let subjects = registry.trustSubjects(of: id)
    let untrusted = subjects.first { $0.refusal != nil }
    let origins = (isBuiltIn ? ["built in"] : []) + files
    let json = JSONWriter.document("campus-feed/1") { writer in
      FeedList.write(feed, to: &writer)
      writer.list("headers", feed.headers) { $1.string("\($0.name): \(Self.shown($0))") }
      if let program {
        writer.list("command", program.command.words) { $1.string($0) }
        writer.list("environment", program.command.environment) { $1.string($0) }
      }
      if !subjects.isEmpty { writer.member("trusted", untrusted == nil) }
      writer.list("from", origins) { $1.string($0) }
      if !evidence.isEmpty { writer.objects("evidence", evidence) { $0.writeMembers(to: &$1) } }
    }
    try output.print(json: json) { terminal in
      var rows = [("feed", id.description), ("campus", Self.text(feed.campus)), ("adapter", "\(manifest.id): \(manifest.title)")]
      rows.append(
        (
          "enabled",
          feed.isEnabled ? "yes" : "no\(feed.because.map { ", because \($0)" } ?? ""); to read it, run: aggregate feeds enable \(id)"
        ))
      rows.append(("read", "every \(FeedList.duration(feed.cadence))"))
      rows.append(("priority", String(feed.priority)))
      if feed.readsCatalogs { rows.append(("campuses", feed.campuses.map(\.description).joined(separator: ", "))) }
      for request in manifest.requests {
        for (index, address) in (feed.addresses[request] ?? []).enumerated() {
          let dates = address.dates ?? (index == 0 ? mapping?.dates : nil)
          let facts = [address.isFrozen ? "frozen" : nil, dates?.description].compactMap { $0 }
          rows.append((request, PublicAddress.withoutSecrets(address.url) + (facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))")))
        }
      }
      for subject in subjects { rows += subject.rows(feed) }
      if !subjects.isEmpty {
        rows.append(("trusted", untrusted.map { "no; to trust it, run: \(RegistryProgram.advice($0.registry))" } ?? "yes"))
      }
      for header in feed.headers { rows.append(("header", "\(header.name): \(Self.shown(header))")) }
      if !feed.facts.isEmpty { rows.append(("facts", "about \(feed.facts.count.counted("entry", "entries"))")) }
      if let license = feed.license { rows.append(("license", license)) }
      rows.append(("from", origins.joined(separator: ", ")))
      for item in evidence { rows.append(("evidence", item.description)) }
      let width = rows.map(\.0.count).max() ?? 0
      return rows.map { PlainText.visible("\($0.padded(to: width))  \($1)", isOneLine: true) }
    }
  }

  private static func text(_ campus: Campus) -> String {
    let place = campus.location.map { "\($0.latitude),\($0.longitude)" }
    return ["\(campus.name) (\(campus.id))", campus.timeZone?.name, campus.country, place].compactMap(\.self).joined(separator: ", ")
  }

  /// Returns the value of a header if it is a variable; others may be secrets.
  private static func shown(_ header: Feed.Header) -> String { header.value.contains("${") ? header.value : "…" }
}
