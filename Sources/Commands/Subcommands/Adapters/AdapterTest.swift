import AdapterTesting
import AdapterWorkbench
import Aggregation
import ArgumentParser
import CatalogExport
import ExecAdapter

struct AdapterTest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Check an adapter: the contract, recorded cases, and what a person would doubt.",
    usage: "aggregate adapters test ADAPTER [--from REPLY]… [--case FOLDER]… [--campus ID | --zone NAME] [--format text|json]",
    discussion: """
      A case is a folder with case.json, recorded replies (<campus>/<feed>/<request>.json) and expected.ndjson; a missing expected.ndjson is
      written, to be read. Exits with 1 if the contract is broken or a case has another result.

        aggregate adapters test mapping.json --from reply.json --zone America/New_York
        aggregate adapters test eateries --case Fixtures/eateries-by-date
      """)

  @OptionGroup var chosen: AdapterOptions

  @Option(name: .customLong("case"), help: ArgumentHelp("A folder with a recorded case. Repeatable.", valueName: "folder"))
  var cases: [String] = []

  @OptionGroup var output: FormatOption

  func validate() throws {
    if chosen.replies.isEmpty, cases.isEmpty { throw ValidationError("name a recorded reply with --from, or a case with --case") }
  }

  func run() async throws {
    let settings = try Settings.current()
    let (adapter, feed) = try await chosen.adapter(settings)
    var failures: [(check: String, message: String)] = []
    var findings: [SanityFinding] = []
    if !chosen.replies.isEmpty {
      let bodies = try chosen.bodies(adapter.manifest)
      let trial = await AdapterTrial(adapter, feed: feed, bodies: bodies)
      if let refusal = trial.refusal { throw Failure(.data, AdapterTry.text(refusal)) }
      Console.note(AdapterTry.summary(trial.draft))
      findings = SanityCheck(trial.draft, at: nil).findings()
      failures += await trial.contract(adapter, feed: feed, samples: Self.samples(for: adapter)).failures().map {
        ("contract \($0.promise.rawValue)", $0.detail)
      }
    }
    for folder in cases { failures += try await Self.check(folder, adapter, settings.environment) }
    let text = failures.map { "FAILED \($0.check): \($0.message)" } + findings.map { "doubtful \($0)" }
    let json = JSONWriter.document("campus-adapter-test/1") { writer in
      writer.member("adapter", adapter.manifest.id.description)
      writer.objects("failures", failures) { failure, writer in
        writer.member("check", failure.check)
        writer.member("message", failure.message)
      }
      writer.objects("findings", findings) { finding, writer in
        writer.member("code", finding.code.rawValue)
        writer.member("message", finding.message)
      }
    }
    try output.print(json: json) { _ in text.map { PlainText.visible($0) } }
    if failures.isEmpty { Console.note(success(findings).joined(separator: "; ")) }
    if !failures.isEmpty { throw Failure(.different) }
  }

  /// Returns how many damaged replies of a kind are read: all, but few by a program, which starts for each.
  static func samples(for adapter: any FeedAdapter) -> Int? { adapter is ExecAdapter ? 60 : nil }

  /// Says what was checked and is as it should be.
  private func success(_ findings: [SanityFinding]) -> [String] {
    var parts: [String] = []
    if !chosen.replies.isEmpty { parts.append("the contract is kept" + (findings.isEmpty ? ", and nothing looks doubtful" : "")) }
    if !cases.isEmpty { parts.append("\(cases.count.counted("case")) as expected") }
    return parts
  }

  /// Runs a case, and returns the lines that differ from the expectation.
  static func check(_ folder: String, _ adapter: any FeedAdapter, _ environment: CommandEnvironment) async throws -> [(
    check: String, message: String
  )] {
    let recorded: RecordedCase
    do throws(RecordedCase.Fault) {
      recorded = try RecordedCase { (path) throws(MappingFileError) in
        try MappingFile.open(path, beside: "\(folder)/registry.json")
      } executable: { command in
        ExecutableFile.adapter(command, beside: "\(folder)/registry.json", environment)
      } file: { path in
        try InputFile.readIfPresent("\(folder)/\(path)", limit: 1 << 28)
      }
    } catch {
      throw Failure(.data, "\(folder): \(error.message)")
    }
    let lines = RecordedCase.lines(of: try await recorded.run(adapter).catalog)
    guard let expected = try recorded.expected() else {
      let file = "\(folder)/expected.ndjson"
      try OutputFile.write(lines.joined(separator: "\n") + "\n", to: file, StoreGuard(try .current(), store: nil))
      return [("case \(folder)", "there was no expected.ndjson; it is written now: read it line by line, and run the test again")]
    }
    var failures: [(check: String, message: String)] = []
    for (line, wanted) in zip(lines, expected) where line != wanted {
      failures.append(("case \(folder)", "got \(line)\n  expected \(wanted)"))
    }
    if lines.count != expected.count { failures.append(("case \(folder)", "\(lines.count) lines, expected \(expected.count)")) }
    return failures
  }
}
