import CLinux
import ExecAdapter
import Foundation
import TestKit
import Testing

/// An adapter that is a script written by a test.
struct Script {
  let folder: TemporaryFolder
  let adapter: any FeedAdapter
  let path: String

  static let launcher: String = {
    if let path = ProcessInfo.processInfo.environment["AGGREGATE_PROGRAM"] { return path }
    return URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("aggregate").path
  }()

  /// The ways to confine a program that this kernel has: with namespaces, and without.
  static let ways: [Bool] = {
    let found = clinux_mechanisms()
    guard found.is_enough else { return [] }
    return found.has_namespaces ? [true, false] : [false]
  }()

  static let reason: Comment = "programs cannot be confined here: there is no Landlock or no seccomp"

  /// - Parameters:
  ///   - text: the script after its first line, which is that of the interpreter.
  ///   - milliseconds: the time for each verb.
  init(
    _ text: String, interpreter: String = "/bin/sh", namespaces: Bool = true, milliseconds: Int = 5000, isExecutable: Bool = true,
    environment: [String: String] = [:], limits: ProgramLimits = ProgramLimits()
  ) throws {
    folder = try TemporaryFolder()
    chmod(folder.url.path, 0o755)
    path = folder.url.appendingPathComponent("script").path
    try Data("#!\(interpreter)\n\(text)\n".utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, isExecutable ? 0o755 : 0o644)
    let program = Program(
      path: path, arguments: [], environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }, readable: [path], version: 1)
    let command = ExecutableCommand(words: [path], environment: [], requests: ["list"], timeout: nil)
    let runner = ConfinedRunner(launcher: Self.launcher, limits: limits, usesNamespaces: namespaces)
    adapter = ExecAdapter(command, program: program, runner: runner).limited(to: { .milliseconds(milliseconds) })
  }

  static let address = FeedAddress("https://town.example/food.json")

  static let feed: Feed = {
    guard let id = FeedID("town/food"), let adapter = AdapterID("exec") else { preconditionFailure("ids are valid") }
    let campus = Campus(id: id.campus, name: "Town", timeZone: Zone("Europe/Berlin"), country: "DE", location: nil, calendar: [])
    return Feed(id: id, campus: campus, adapter: adapter, addresses: ["list": [address]])
  }()

  static func reply(_ text: String = "{}") -> FeedReply {
    FeedReply(to: FeedRequest("list", addresses: [address]), body: Array(text.utf8))
  }

  /// Returns the entries that the script makes of a reply.
  func entries(of text: String = "{}") async throws(AdapterError) -> [Entry] {
    var draft = FeedDraft(for: Self.feed, replies: 1)
    try await adapter.normalize([Self.reply(text)], of: Self.feed, into: &draft)
    try draft.finish()
    return draft.entries
  }

  /// Returns the error of the script.
  func failure() async -> AdapterError? {
    do throws(AdapterError) { _ = try await entries() } catch { return error }
    return nil
  }
}

extension Script {
  /// Returns the launcher of this script once it has started the script.
  func runningLauncher() async throws -> pid_t {
    var launcher: pid_t?
    try await eventually {
      let found = processes(with: path)
      let launchers = Set(processes(with: "__confine"))
      guard found.contains(where: { !launchers.contains($0) }) else { return false }
      launcher = found.first { launchers.contains($0) }.flatMap { pid_t($0) }
      return launcher != nil
    }
    return try #require(launcher)
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
