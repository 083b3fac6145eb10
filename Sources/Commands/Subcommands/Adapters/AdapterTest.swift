import AdapterTesting
import AdapterWorkbench
import Aggregation
import ArgumentParser
import CampusCatalog
import ExecAdapter
import FeedKit
import OpeningHours
import SimdJSON

struct AdapterTest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Check an adapter: the contract, recorded cases, and whether the result is plausible.",
    usage: """
      aggregate adapters test ADAPTER --case FOLDER… [--update]
      aggregate adapters test ADAPTER --from REPLY… [--url URL] [--campus ID | --zone NAME]
      """,
    discussion: """
      A case is a folder with case.json, recorded replies (<campus>/<feed>/<request>.json) and expected.ndjson. A missing \
      expected.ndjson is written, to be read; with --update, it is written anew if the result is different, and the differences are \
      shown. A feed that its adapter refuses is never written as expected. The contract is checked with the replies of --from, or with those of the first case. \
      Exits with 1 if the contract is broken or a case has another result.

        aggregate adapters test lakeside/mapping.json --case lakeside/case
        aggregate adapters test lakeside/mapping.json --case lakeside/case --update
        aggregate adapters test mapping.json --from reply.json --zone UTC
        aggregate adapters test eateries --case Fixtures/eateries-by-date
      """)

  @OptionGroup var chosen: AdapterOptions
  @OptionGroup var config: RegistryOption

  @Option(name: .customLong("case"), help: ArgumentHelp("A folder with a recorded case. Repeatable.", valueName: "folder"))
  var cases: [String] = []

  @Flag(help: "Write the results of the cases as what is expected, and show the differences.")
  var update = false

  @OptionGroup var output: FormatOption
  @OptionGroup var destination: OutputFileOption

  func validate() throws {
    if update, cases.isEmpty { throw ValidationError("--update is for cases; name one with --case") }
    if chosen.replies.isEmpty, cases.isEmpty { throw ValidationError("name a recorded reply with --from, or a case with --case") }
  }

  func run() async throws {
    let settings = try chosen.settings()
    let (adapter, feed) = try await chosen.adapter(settings, in: config.registry(settings))
    var failures: [Failed] = []
    var updates: [(folder: String, difference: String)] = []
    var findings: [SanityFinding] = []
    var isRead = false
    func check(_ trial: AdapterTrial, of feed: Feed, at moment: Instant?) async {
      isRead = true
      Console.note(AdapterTry.summary(trial.draft))
      findings = SanityCheck(trial, at: moment).findings() + trial.emptyMenuRules(of: adapter).map { SanityFinding(.emptyRule, $0) }
      failures += await Self.failures(of: trial.contract(adapter, feed: feed, samples: Self.samples(for: adapter))).map {
        Failed(check: "contract \($0.promise.rawValue)", message: "\($0.detail)\n  \($0.promise.advice)")
      }
    }
    if !chosen.replies.isEmpty {
      let trial = try await chosen.trial(adapter, of: feed, settings)
      if let failure = trial.failure { throw Failure(.data, AdapterTry.text(failure)) }
      if let refusal = trial.refusal { throw Failure(.data, AdapterTry.text(refusal, trial.draft.notes)) }
      await check(trial, of: feed, at: nil)
    }
    for folder in cases {
      let recorded = try RecordedCase(in: folder, settings.environment)
      if !isRead, let (feed, trial) = await recorded.trial(of: adapter) {
        // A case may expect both.
        if let failure = trial.failure {
          Console.note("\(folder): \(AdapterTry.text(failure))")
        } else if let refusal = trial.refusal {
          Console.note("\(folder): \(AdapterTry.text(refusal, trial.draft.notes))")
        } else {
          await check(trial, of: feed, at: recorded.at)
        }
      }
      let check = try await Check.run(recorded, in: folder, adapter, updates: update)
      failures += check.failures
      updates += check.updates.map { (folder, $0) }
    }
    let text =
      updates.map { "updated case \($0.folder): \($0.difference)" } + failures.map { "FAILED \($0.check): \($0.message)" }
      + findings.map { "doubtful \($0)" }
    let json = JSONWriter.document("campus-adapter-test/1") { writer in
      writer.member("adapter", adapter.manifest.id.description)
      writer.objects("failures", failures) { failure, writer in
        writer.member("check", failure.check)
        writer.member("message", failure.message)
      }
      writer.objects("updates", updates) { update, writer in
        writer.member("case", update.folder)
        writer.member("difference", update.difference)
      }
      writer.objects("findings", findings) { finding, writer in
        writer.member("code", finding.code.rawValue)
        writer.member("message", finding.message)
      }
    }
    try output.print(json: json) { _ in text.map { PlainText.visible($0) } }
    if failures.isEmpty {
      Console.note(success(findings, isRead: isRead, updated: Set(updates.map(\.folder)).count).joined(separator: "; "))
    }
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
  private func success(_ findings: [SanityFinding], isRead: Bool, updated: Int) -> [String] {
    var parts: [String] = []
    if isRead { parts.append("the contract is kept" + (findings.isEmpty ? ", and nothing looks doubtful" : "")) }
    if updated > 0 { parts.append("\(updated.counted("case")) updated") }
    if cases.count > updated { parts.append("\((cases.count - updated).counted("case")) as expected") }
    return parts
  }

  /// A check that failed.
  struct Failed {
    let check: String
    let message: String
  }

  /// The result of a case, compared with what is expected.
  struct Check {
    var failures: [Failed] = []
    /// The differences from what was expected before.
    var updates: [String] = []

    /// Runs a case, and writes what is expected if it is missing or to be updated, unless a feed is refused.
    static func run(_ recorded: RecordedCase, in folder: String, _ adapter: any FeedAdapter, updates: Bool) async throws -> Check {
      let catalog = try await recorded.run(adapter).catalog
      let lines = RecordedCase.lines(of: catalog)
      let expected = try recorded.expected()
      let differences = expected.map { RecordedCase.differences(lines, $0) } ?? ["there was no expected.ndjson; it is written now"]
      func failed(_ messages: [String]) -> Check { Check(failures: messages.map { Failed(check: "case \(folder)", message: $0) }) }
      if differences.isEmpty || expected != nil && !updates { return failed(differences) }
      let refusals = RecordedCase.refusals(in: catalog)
      guard refusals.isEmpty else {
        return failed(
          refusals.map { feed in
            let reason = feed.reason.map { " (\($0))" } ?? ""
            return "\(feed.id) is refused\(reason), which is not written as expected; correct the adapter, or the recorded reply"
          })
      }
      let text = lines.joined(separator: "\n") + "\n"
      try OutputFile.write(text, to: "\(folder)/expected.ndjson", StoreGuard(try .current(), store: nil))
      return updates ? Check(updates: differences) : failed(["\(differences[0]): read it line by line, and run the test again"])
    }
  }
}
