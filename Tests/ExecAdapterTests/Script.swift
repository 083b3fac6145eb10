import ExecAdapter
import FeedKit
import Foundation
import TestKit
import Testing

/// An adapter that is a script written by a test.
struct Script {
  let folder: TemporaryFolder
  let adapter: any FeedAdapter
  let path: String

  /// The seconds for a verb that should end: other tests may use all processors for more than the usual time.
  static let longEnough = 300

  /// Only runs tests where programs can be confined.
  static let isPossible: ConditionTrait = .enabled("programs cannot be confined here") { await ConfinedRunner().obstacle() == nil }

  /// - Parameters:
  ///   - text: the script after its first line, which is that of the interpreter.
  ///   - milliseconds: the time for each verb.
  init(
    _ text: String, interpreter: String = "/bin/sh", milliseconds: Int = longEnough * 1000, isExecutable: Bool = true,
    environment: [String: String] = [:], limits: ProgramLimits = ProgramLimits()
  ) throws {
    folder = try TemporaryFolder()
    chmod(folder.url.path, 0o755)
    path = folder.url.appendingPathComponent("script").path
    try Data("#!\(interpreter)\n\(text)\n".utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, isExecutable ? 0o755 : 0o644)
    let program = Program(
      path: path, arguments: [], environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }, readable: [path], version: 1)
    adapter = ExecAdapter(program, requests: ["list"], timeout: Self.longEnough, runner: ConfinedRunner(limits: limits))
      .limited(to: { .milliseconds(milliseconds) })
  }

  static let address = FeedAddress("https://town.example/food.json")

  static let feed: Feed = {
    guard let id = FeedID("town/food"), let adapter = AdapterID("exec") else { preconditionFailure("ids are valid") }
    let campus = Campus(id: id.campus, name: "Town", timeZone: Zone("Europe/Berlin"), country: "DE", location: nil, calendar: [])
    return Feed(id: id, campus: campus, adapter: adapter, addresses: ["list": [address]])
  }()

  static func reply(_ text: String = "{}", _ format: FeedRequest.Format = .json) -> FeedReply {
    FeedReply(to: FeedRequest("list", addresses: [address], format: format), body: Array(text.utf8))
  }

  /// Returns the entries that the script makes of a reply.
  func entries(of text: String = "{}", _ format: FeedRequest.Format = .json) async throws(AdapterError) -> [Entry] {
    var draft = FeedDraft(for: Self.feed, replies: 1)
    try await adapter.normalize([Self.reply(text, format)], of: Self.feed, into: &draft)
    try draft.finish()
    return draft.entries
  }

  /// Returns the error of the script.
  func failure(_ format: FeedRequest.Format = .json) async -> AdapterError? {
    do throws(AdapterError) { _ = try await entries(of: "{}", format) } catch { return error }
    return nil
  }
}

extension Script {
  /// Returns the process of bubblewrap once the script has been started.
  func runningSandbox() async throws -> pid_t {
    var sandbox: pid_t?
    try await eventually {
      let found = processes(with: path)
      guard found.count >= 3 else { return false }
      // The outermost process is the parent of the first process of the namespaces.
      sandbox = found.compactMap { pid_t($0) }.min()
      return true
    }
    return try #require(sandbox)
  }
}

/// Waits until a condition holds that other processes bring about.
///
/// - Throws: CancellationError after 30 s.
func eventually(_ condition: () -> Bool) async throws {
  for _ in 0..<3000 {
    if condition() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  throw CancellationError()
}

/// Returns the processes whose command line contains a text, besides this one.
func processes(with text: String) -> [String] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return names.filter { name in
    guard let id = Int32(name), id != getpid(), let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
    else { return false }
    return String(decoding: line, as: UTF8.self).contains(text)
  }
}
