import AdapterTesting
import AdapterWorkbench
import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogExport
import ExecAdapter
import FeedKit
import OpeningHours
import SimdJSON

struct AdapterTest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Check an adapter: the contract, recorded cases, and whether the result is plausible.",
    usage: """
      aggregate adapters test ADAPTER --case FOLDER…
      aggregate adapters test ADAPTER --from REPLY… [--campus ID | --zone NAME]
      """,
    discussion: """
      A case is a folder with case.json, recorded replies (<campus>/<feed>/<request>.json) and expected.ndjson. A missing \
      expected.ndjson is written, to be read. The contract is checked with the replies of --from, or with those of the first case. \
      Exits with 1 if the contract is broken or a case has another result.

        aggregate adapters test lakeside/mapping.json --case lakeside/case
        aggregate adapters test mapping.json --from reply.json --zone UTC
        aggregate adapters test eateries --case Fixtures/eateries-by-date
      """)

  @OptionGroup var chosen: AdapterOptions
  @OptionGroup var config: RegistryOption

  @Option(name: .customLong("case"), help: ArgumentHelp("A folder with a recorded case. Repeatable.", valueName: "folder"))
  var cases: [String] = []

  @OptionGroup var output: FormatOption

  func validate() throws {
    if chosen.replies.isEmpty, cases.isEmpty { throw ValidationError("name a recorded reply with --from, or a case with --case") }
  }

  func run() async throws {
    let settings = try chosen.settings()
    let (adapter, feed) = try await chosen.adapter(settings, in: config.registry(settings))
    var failures: [(check: String, message: String)] = []
    var findings: [SanityFinding] = []
    var isRead = false
    func check(_ trial: AdapterTrial, of feed: Feed, at moment: Instant?) async {
      isRead = true
      Console.note(AdapterTry.summary(trial.draft))
      findings = SanityCheck(trial, at: moment).findings()
      failures += await Self.failures(of: trial.contract(adapter, feed: feed, samples: Self.samples(for: adapter))).map {
        ("contract \($0.promise.rawValue)", "\($0.detail)\n  \($0.promise.advice)")
      }
    }
    if !chosen.replies.isEmpty {
      let trial = await AdapterTrial(adapter, feed: feed, bodies: try chosen.bodies(adapter.manifest))
      if let refusal = trial.refusal { throw Failure(.data, AdapterTry.text(refusal, trial.draft.notes)) }
      await check(trial, of: feed, at: nil)
    }
    for folder in cases {
      let recorded = try RecordedCase(in: folder, settings.environment)
      if !isRead, let (feed, trial) = try await recorded.trial(of: adapter) {
        if let refusal = trial.refusal {
          // A case may expect that.
          Console.note("\(folder): \(AdapterTry.text(refusal, trial.draft.notes))")
        } else {
          await check(trial, of: feed, at: recorded.at)
        }
      }
      failures += try await Self.check(recorded, in: folder, adapter)
    }
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
    if failures.isEmpty { Console.note(success(findings, isRead: isRead).joined(separator: "; ")) }
    if !failures.isEmpty { throw Failure(.different) }
  }

  /// Checks a contract, and shows on a terminal what is being checked.
  static func failures(of contract: AdapterContract) async -> [ContractFailure] {
    guard Console.isTerminal else { return await contract.failures() }
    defer { Console.draw("\r\u{1B}[K") }
    return await contract.failures { Console.draw("\r\u{1B}[Kchecking the contract: \($0.rawValue) …") }
  }

  /// Returns how many damaged replies of a kind are read: all, but few by a program, which starts for each.
  static func samples(for adapter: any FeedAdapter) -> Int? { adapter is ExecAdapter ? 60 : nil }

  /// Reports the checks that passed.
  private func success(_ findings: [SanityFinding], isRead: Bool) -> [String] {
    var parts: [String] = []
    if isRead { parts.append("the contract is kept" + (findings.isEmpty ? ", and nothing looks doubtful" : "")) }
    if !cases.isEmpty { parts.append("\(cases.count.counted("case")) as expected") }
    return parts
  }

  /// Runs a case, and returns the lines that differ from the expectation.
  static func check(_ recorded: RecordedCase, in folder: String, _ adapter: any FeedAdapter) async throws -> [(
    check: String, message: String
  )] {
    let lines = RecordedCase.lines(of: try await recorded.run(adapter).catalog)
    guard let expected = try recorded.expected() else {
      let file = "\(folder)/expected.ndjson"
      try OutputFile.write(lines.joined(separator: "\n") + "\n", to: file, StoreGuard(try .current(), store: nil))
      return [("case \(folder)", "there was no expected.ndjson; it is written now: read it line by line, and run the test again")]
    }
    return RecordedCase.differences(lines, expected).map { ("case \(folder)", $0) }
  }
}
