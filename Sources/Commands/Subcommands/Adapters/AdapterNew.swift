import AdapterTesting
import AdapterWorkbench
import Aggregation
import ArgumentParser
import CatalogExport
import FeedMapping
import Foundation
import Glibc

struct AdapterNew: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Propose a mapping for a reply, and write it with a README and a recorded case.",
    usage: "aggregate adapters new NAME --from FILE [--zone NAME] [-o FOLDER]",
    discussion: """
      Finds the records in a reply (JSON, or CSV with a header row), and proposes a rule for each field with the reason for it. Nothing is
      fetched, and nothing is overwritten.

        aggregate adapters new lakeside --from reply.json --zone America/New_York
      """)

  enum Kind: String, ExpressibleByArgument, CaseIterable { case mapping }

  @Argument(help: ArgumentHelp("The name of the adapter: lower-case letters, digits and hyphens.", valueName: "name"))
  var name: String

  @Option(name: .customLong("from"), help: ArgumentHelp("A saved reply. - is stdin.", valueName: "file"))
  var reply: String?

  @Option(help: ArgumentHelp("An address to fetch; not supported yet.", visibility: .private))
  var url: String?

  @Option(help: ArgumentHelp("The kind of adapter: mapping.", valueName: "kind"))
  var kind: Kind = .mapping

  @Option(help: ArgumentHelp("The time zone of the campus (default: UTC).", valueName: "name"))
  var zone: String?

  @Option(
    name: [.customShort("o"), .customLong("output")], help: ArgumentHelp("The folder to write (default: ./NAME).", valueName: "folder"))
  var folder: String?

  func validate() throws {
    if url != nil { throw ValidationError("--url: addresses are not fetched; save the reply to a file, and name it with --from") }
    if reply == nil { throw ValidationError("name a saved reply with --from") }
    if AdapterID(name) == nil { throw ValidationError("\"\(name)\" is not a name; use lower-case letters, digits and hyphens") }
  }

  func run() async throws {
    let settings = try Settings.current()
    guard let zone = Zone(zone ?? "UTC") else {
      throw Failure(.usage, "--zone: \"\(zone ?? "")\" is not an IANA time zone such as America/New_York")
    }
    let target = folder ?? "./\(name)"
    try Self.refuseIfPresent(target)
    let file = reply ?? "-"
    let bytes = try InputFile.read(file, "the reply", otherwise: .usage)
    let scaffold: AdapterScaffold
    do throws(AdapterScaffold.Fault) {
      let stem = ((file as NSString).lastPathComponent as NSString).deletingPathExtension
      scaffold = try AdapterScaffold(
        name, request: AdapterID(stem).map { "\($0)" } ?? "places", reply: bytes, zone: zone, at: settings.environment.now)
    } catch {
      throw Failure(.data, "\(file): \(error.message)")
    }
    let files = try await scaffold.files()
    let adapter = scaffold.adapter
    let trial = await AdapterTrial(adapter, feed: scaffold.feed, bodies: [scaffold.request: bytes])
    let failures = trial.refusal == nil ? await trial.contract(adapter, feed: scaffold.feed).failures() : []
    try write(files, to: target, settings)
    try report(scaffold, trial, failures.map { "FAILED contract \($0.promise.rawValue): \($0.detail)" }, target, file)
  }

  private static func refuseIfPresent(_ folder: String) throws(Failure) {
    var status = stat()
    if lstat(folder, &status) == 0 { throw Failure(.usage, "\(folder) exists, and nothing is overwritten; name another folder with -o") }
  }

  private func write(_ files: [(path: String, bytes: [UInt8])], to target: String, _ settings: Settings) throws {
    do {
      // Creates the folder itself, so that two commands at the same time do not write into one.
      let parent = (InputFile.absolute(target) as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      guard mkdir(target, 0o777) == 0 else { throw SystemError(code: errno) }
      for (path, bytes) in files {
        let place = "\(target)/\(path)"
        try FileManager.default.createDirectory(
          atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: place), options: .withoutOverwriting)
      }
    } catch {
      throw Failure(.local, "\(target) cannot be written: \(SystemError(error).text)")
    }
  }

  private func report(
    _ scaffold: AdapterScaffold, _ trial: AdapterTrial, _ failures: [String], _ target: String, _ file: String
  ) throws {
    let terminal = Terminal.current(try Settings.current().environment.variables)
    var lines = Table.lines(
      ofProposal: scaffold.proposal.guesses.map { ($0.field, $0.rule, $0.confidence.rawValue, $0.evidence) }, on: terminal)
    lines.append("")
    if let refusal = trial.refusal {
      lines.append(PlainText.visible(AdapterTry.text(refusal)))
    } else {
      lines += Table.lines(ofTrial: Array(trial.draft.entries.prefix(8)), on: terminal)
      lines += ["", AdapterTry.summary(trial.draft)]
      lines += AdapterTry.noteLines(Array(trial.draft.notes.prefix(8)))
    }
    let findings = SanityCheck(trial.draft, at: nil).findings()
    if !failures.isEmpty || !findings.isEmpty { lines.append("") }
    lines += (failures + findings.map { "doubtful \($0)" }).map { PlainText.visible($0) }
    let zone = scaffold.feed.campus.timeZone.map { " --zone \($0.name)" } ?? ""
    let next = [
      "", "Written to \(target). Next:", "  correct \(target)/mapping.json where the table says medium or low",
      "  aggregate adapters try \(target)/mapping.json --from \(file)\(zone)",
      "  read \(target)/case/expected.ndjson, or remove it after a correction so that the test writes it again",
      "  aggregate adapters test \(target)/mapping.json --from \(file)\(zone) --case \(target)/case",
    ]
    lines += next.map { PlainText.visible($0) }
    try Console.write(lines.joined(separator: "\n") + "\n")
  }
}
