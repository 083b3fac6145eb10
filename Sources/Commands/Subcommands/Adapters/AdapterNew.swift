import AdapterTesting
public import AdapterWorkbench
import Aggregation
public import ArgumentParser
import Basics
import CampusCatalog
import FeedKit
import Foundation
import Glibc
import OpeningHours

struct AdapterNew: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Propose an adapter for a reply, and write it with a README and a recorded case.",
    usage: """
      aggregate adapters new NAME --url URL [--zone NAME]
      aggregate adapters new NAME --from FILE [--url URL] --kind exec
      """,
    discussion: """
      Requests the address once, or reads a saved reply (JSON, XML, or CSV with a header row); the case then has the address of --url. Finds the records, proposes a rule for each \
      field with the reason for it, writes the adapter, and tests it. On a terminal, asks about uncertain rules. Overwrites nothing.

        aggregate adapters new lakeside --zone America/New_York \\
          --url https://dining.lakeside.example.edu/places.json
        aggregate adapters new lakeside --from reply.json --zone America/New_York --kind exec
      """)

  @Argument(help: ArgumentHelp("The name of the adapter: lower-case letters, digits and hyphens.", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("The address to request, once; with --from, the address of the saved reply.", valueName: "url"))
  var url: String?

  @Option(name: .customLong("from"), help: ArgumentHelp("A saved reply. - is stdin.", valueName: "file"))
  var file: String?

  @Option(help: ArgumentHelp("mapping (a JSON file), or a template: swift (a package) or exec (a Python program).", valueName: "kind"))
  var kind: AdapterScaffold.Kind = .mapping

  @Option(help: ArgumentHelp("The time zone of the campus (default: UTC).", valueName: "name"))
  var zone: String?

  @OptionGroup var headers: HeaderOption

  @Option(
    name: [.customShort("o"), .customLong("output")], help: ArgumentHelp("The folder to write (default: ./NAME).", valueName: "folder"))
  var folder: String?

  @Flag(name: [.customShort("y"), .customLong("yes")], help: "Ask no questions, and write the proposal as it is.")
  var yes = false

  @Flag(help: "Allow requests to private and loopback addresses.")
  var allowPrivate = false

  func validate() throws {
    if url == nil, file == nil { throw ValidationError("name an address with --url, or a saved reply with --from") }
    if !headers.texts.isEmpty, file != nil { throw ValidationError("--header is for a request, and --from sends none") }
    if CampusID(name) == nil { throw ValidationError("\"\(name)\" is not a name; use lower-case letters, digits and hyphens") }
  }

  func run() async throws {
    let settings = try Settings.current()
    let target = folder ?? "./\(name)"
    try Self.refuseIfPresent(target)
    var interview = Interview()
    let zone = try zone(&interview)
    guard let places = FeedID("\(name)/places"), let menus = FeedID("\(name)/menus") else {
      throw Failure(.usage, "\"\(name)\" is not a name")
    }
    let source = ReplySource(url: url, file: file, zone: zone, headers: try headers.headers(), allowsPrivate: allowPrivate)
    let reply = try await source.reply(of: places, settings)
    if let known = await KnownReply.adapter(
      for: reply.body, from: reply.address, among: Registry().adapters, zone: zone, receivedAt: reply.receivedAt ?? settings.environment.now
    ) {
      let place = (known.address.map { " --url \(Failure.quoted($0))" } ?? "") + (allowPrivate ? " --allow-private" : "")
      Console.note(
        "the adapter \(known.id) reads \(known.entries.counted("entry", "entries")) of this reply, without a new mapping: aggregate feeds add \(name)/feed --adapter \(known.id)\(place)"
      )
    } else if let platform = KnownReply.platform(of: reply.body) {
      Console.note(
        "this is a feed of \(platform.title), which the adapter \(platform.adapter) reads; but it finds no menus or hours in this reply alone"
      )
    }
    let proposal = try proposal(of: reply, zone, &interview)
    let feed = proposal.entries == "menu" ? menus : places
    let request = proposal.entries == "menu" && reply.request == "places" ? "menus" : reply.request
    let named = AdapterScaffold.Reply(
      reply.body, request: request, address: reply.address, headers: reply.headers, sent: reply.sent, receivedAt: reply.receivedAt)
    let scaffold: AdapterScaffold
    do throws(MappingProposal.Fault) {
      scaffold = try AdapterScaffold(
        feed, kind, proposal, named, zone: zone, at: settings.environment.now, repository: Self.repository ?? "../aggregate")
    } catch {
      throw Failure(.data, "\(file ?? url ?? "-"): \(error.message)")
    }
    try write(scaffold.files, to: target)
    try await report(scaffold, proposal, named, zone, target, settings)
  }

  private func proposal(of reply: AdapterScaffold.Reply, _ zone: Zone, _ interview: inout Interview) throws(Failure) -> MappingProposal {
    let proposal: MappingProposal
    do throws(MappingProposal.Fault) {
      proposal = try MappingProposal(of: reply.body, zone: zone, address: reply.address, headers: reply.headers)
    } catch {
      throw Failure(.data, "\(file ?? url ?? "-"): \(error.message)")
    }
    guard interview.isPossible, !yes else { return proposal }
    var questions = ProposalInterview(about: proposal)
    try questions.ask(&interview)
    return questions.proposal
  }

  private func zone(_ interview: inout Interview) throws(Failure) -> Zone {
    if let zone { return try Zone(known: zone, "--zone: ") }
    guard interview.isPossible, !yes else { return try Zone(known: "UTC") }
    return try interview.ask("Time zone of the campus, such as America/New_York") { (text) throws(Failure) in try Zone(known: text) }
  }

  /// The folder of the repository from which this program was built, if it still is where it was built.
  private static var repository: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    let program = String(cString: path)
    return program.range(of: "/.build/").map { String(program[..<$0.lowerBound]) }
  }

  private static func refuseIfPresent(_ folder: String) throws(Failure) {
    var status = stat()
    if lstat(folder, &status) == 0 { throw Failure(.usage, "\(folder) exists, and nothing is overwritten; name another folder with -o") }
  }

  private func write(_ files: [AdapterScaffold.File], to target: String) throws(Failure) {
    do throws(SystemCallError) {
      // Creates the folder itself, so that two concurrent commands do not write to the same one.
      let parent = PartFile.folder(of: InputFile.absolute(target))
      try DurableFolder.create(parent)
      guard mkdir(target, 0o777) == 0 else { throw SystemCallError(code: errno) }
      for file in files { try PartFile.write(file.bytes, to: "\(target)/\(file.path)", mode: file.isExecutable ? 0o777 : 0o666) }
      try DurableFolder.sync(parent)
    } catch {
      throw Failure(.local, "\(target) cannot be written: \(SystemError(code: error.code).text)")
    }
  }

  // MARK: - The report

  private func report(
    _ scaffold: AdapterScaffold, _ proposal: MappingProposal, _ reply: AdapterScaffold.Reply, _ zone: Zone, _ target: String,
    _ settings: Settings
  ) async throws {
    let terminal = Terminal.current(settings.environment.variables)
    var lines = Table.lines(
      ofProposal: proposal.guesses.map { ($0.field, $0.rule, $0.confidence.rawValue, $0.evidence) }, on: terminal)
    let adapter = "\(target)/\(scaffold.adapterPath)"
    if kind != .mapping { lines += ["", "The template reads ids and names; \(target)/README.md lists the other values."] }
    var failure: Failure?
    if kind == .swift {
      lines += ["", "Written to \(target). Next:", "  swift build --package-path \(target)"]
    } else {
      do {
        lines += [""] + (try await tested(adapter, ["--zone", zone.name], "\(target)/case", settings, terminal))
      } catch let error as Failure {
        failure = error
      }
      lines += ["", "Written to \(target). Next:"]
      lines.append(kind == .mapping ? "  correct \(adapter) where the table says medium or low" : "  add the other values to \(adapter)")
    }
    lines += [
      "  aggregate adapters try \(adapter) --case \(target)/case",
      "  aggregate adapters test \(adapter) --case \(target)/case",
      "  read \(target)/case/expected.ndjson; after a correction, --update writes it again",
    ]
    if proposal.entries == "menu" { lines.append("  say which place the menus belong to, as on the page Docs/add-menus.md") }
    if self.zone == nil, zone.name == "UTC" {
      lines.append("Times are read as UTC: state the time zone of the campus in \(target)/case/registry.json, or start again with --zone.")
    }
    try Console.write(lines.map { PlainText.visible($0) }.joined(separator: "\n") + "\n")
    if let failure { throw failure }
  }

  /// Reads the reply with the adapter, writes the expected result of its case, and returns the result with failures and doubts.
  ///
  /// - Throws: a failure if the adapter cannot read the reply.
  private func tested(
    _ adapter: String, _ zone: [String], _ folder: String, _ settings: Settings, _ terminal: Terminal
  ) async throws -> [String] {
    let adapter = try await AdapterOptions.parse([adapter] + zone).adapter(
      settings, in: Registry(adding: settings.registryFiles([]))
    ).adapter
    let recorded = try RecordedCase(in: folder, settings.environment)
    guard let (feed, trial) = await recorded.trial(of: adapter) else { return [] }
    if let refusal = trial.refusal { throw Failure(.data, AdapterTry.text(refusal, trial.draft.notes)) }
    _ = try await AdapterTest.Check.run(recorded, in: folder, adapter, updates: true)
    let entries = Array(trial.draft.entries.prefix(Self.shownEntries))
    var lines = Table.lines(ofTrial: entries, on: terminal) + ["", AdapterTry.summary(trial.draft)]
    lines += AdapterTry.noteLines(Array(trial.draft.notes.prefix(Self.shownEntries)))
    let contract = trial.contract(adapter, feed: feed, samples: AdapterTest.samples(for: adapter))
    let failures = await AdapterTest.failures(of: contract).map {
      "FAILED contract \($0.promise.rawValue): \($0.detail)\n  \($0.promise.advice)"
    }
    let findings = SanityCheck(trial, at: nil).findings().map { "doubtful \($0)" }
    return lines + (failures.isEmpty && findings.isEmpty ? [] : [""]) + failures + findings
  }

  private static let shownEntries = 8
}

extension AdapterScaffold.Kind: ExpressibleByArgument {}
