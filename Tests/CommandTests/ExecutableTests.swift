import Foundation
import TestKit
import TestTraits
import Testing

/// Feeds whose adapter is an executable, from registry file to catalog.
@Suite(.waitsForPrograms) struct ExecutableTests {
  private static let example = Program.root.appendingPathComponent("Docs/examples/python")

  /// Returns a folder with the example in Python, its registry file and its reply as a recording.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    chmod(folder.url.path, 0o755)
    for (name, target) in [("town.py", "town.py"), ("registry.json", "registry.json"), ("list.json", "replay/town/food/list.json")] {
      let path = try folder.write(try String(contentsOf: example.appendingPathComponent(name), encoding: .utf8), to: target)
      chmod(path, 0o755)
    }
    try folder.trustRegistry()
    return folder
  }

  private static func collect(_ folder: TemporaryFolder) throws -> Program.Result {
    try Program.run(
      ["--config", folder.path("registry.json"), "--campus", "town", "--replay", folder.path("replay")], environment: folder.trust)
  }

  private static let canRun: Bool = (try? Program.run(["doctor"]).out.contains("cannot run here")) == false

  @Test(.enabled(if: canRun, "programs cannot be confined here")) func theExampleBecomesACatalog() throws {
    let folder = try Self.folder()
    let result = try Self.collect(folder)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.out.contains(#""id":"town/food/7""#) && result.out.contains(#""id":"town/food/8""#))
    // The same replies give the same bytes.
    #expect(try Self.collect(folder).out.contains(result.out.suffix(100)))
  }

  /// Returns a program that runs `aggregate` where some system calls are refused.
  private static func aggregate(without calls: [String: Int], in folder: TemporaryFolder) throws -> URL {
    let path = try folder.write(
      """
      #!/usr/bin/python3
      import ctypes, os, platform, struct, sys
      call = {"x86_64": \(calls["x86_64"] ?? 0), "aarch64": \(calls["aarch64"] ?? 0)}[platform.machine()]
      code = [(0x20, 0, 0, 0), (0x15, 0, 1, call), (6, 0, 0, 0x50001), (6, 0, 0, 0x7FFF0000)]
      code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in code))
      filter = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", 4, ctypes.addressof(code)))
      assert ctypes.CDLL(None).prctl(38, 1, 0, 0, 0) == 0
      assert ctypes.CDLL(None).prctl(22, 2, ctypes.c_void_p(ctypes.addressof(filter)), 0, 0) == 0
      os.execv("\(Program.url.path)", ["aggregate"] + sys.argv[1:])

      """, to: "refusing")
    chmod(path, 0o755)
    return URL(fileURLWithPath: path)
  }

  // I7
  @Test(.enabled(if: canRun, "programs cannot be confined here")) func withoutASandboxProgramsAreRefusedOrAllowed() throws {
    let folder = try Self.folder()
    // As in a container: `mount`.
    let refusing = try Self.aggregate(without: ["x86_64": 165, "aarch64": 40], in: folder)
    let doctor = try Program.run(["doctor"], executable: refusing)
    #expect(doctor.out.contains("executables cannot run here: bubblewrap failed: bwrap: "), "\(doctor.out)")
    let arguments = ["--config", folder.path("registry.json"), "--campus", "town", "--replay", folder.path("replay")]
    let refused = try Program.run(arguments, environment: folder.trust, executable: refusing)
    #expect(refused.status == 4 && refused.error.contains("plugin.unconfined"), "\(refused.error)")
    #expect(refused.error.contains("--allow-unconfined"))
    let allowed = try Program.run(arguments + ["--allow-unconfined"], environment: folder.trust, executable: refusing)
    #expect(allowed.status == 0 && allowed.out.contains(#""id":"town/food/8""#), "\(allowed.error)")
  }

  /// Even if the program that runs it is killed, and has no time to stop it.
  @Test(.enabled(if: canRun, "programs cannot be confined here")) func aProgramEndsWithTheOneThatRunsIt() throws {
    let folder = try Self.folder()
    let mark = "\(UInt32.random(in: 1_000_000...UInt32.max))"
    chmod(try folder.write("#!/bin/sh\nsetsid sleep \(mark) & sleep \(mark)\n", to: "town.py"), 0o755)
    try folder.trustRegistry()
    let process = Process()
    process.executableURL = Program.url
    process.arguments = ["--config", folder.path("registry.json"), "--campus", "town", "--replay", folder.path("replay")]
    process.environment = ProcessInfo.processInfo.environment.merging(folder.trust) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    func sleepers() -> Int {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      let lines = names.compactMap { FileManager.default.contents(atPath: "/proc/\($0)/cmdline") }
      return lines.filter { String(decoding: $0, as: UTF8.self).contains(mark) }.count
    }
    // Blocks its thread: between two steps of a task, other tests might take so long that the program's time is over.
    func wait(for count: Int) {
      for _ in 0..<1000 {
        if sleepers() == count { return }
        Thread.sleep(forTimeInterval: 0.01)
      }
      Issue.record("there are \(sleepers()) processes, not \(count)")
    }
    wait(for: 2)
    kill(process.processIdentifier, SIGKILL)
    wait(for: 0)
    process.waitUntilExit()
  }

  private static let hasUnshare: Bool =
    (try? Program.run(["-Ur", "true"], executable: URL(fileURLWithPath: "/usr/bin/unshare")).status) == 0

  @Test(.enabled(if: canRun && hasUnshare, "there are no user namespaces")) func aContainerMayHaveNoOtherUserThanItsRoot() throws {
    let folder = try Self.folder()
    let result = try Program.run(
      [
        "-Ur", Program.url.path, "--config", folder.path("registry.json"), "--campus", "town", "--replay", folder.path("replay"),
      ], environment: folder.trust, executable: URL(fileURLWithPath: "/usr/bin/unshare"))
    #expect(result.status == 0, "\(result.error)")
  }

  /// If only root can read the program, it is copied.
  @Test(.enabled(if: canRun && geteuid() == 0, "only for root")) func nobodyMustBeAbleToEnterTheTemporaryFolder() throws {
    let (folder, temporary) = (try Self.folder(), try TemporaryFolder())
    for folder in [folder, temporary] { chmod(folder.url.path, 0o700) }
    let arguments = ["--config", folder.path("registry.json"), "--campus", "town", "--replay", folder.path("replay")]
    let result = try Program.run(arguments, environment: folder.trust.merging(["TMPDIR": temporary.url.path]) { $1 })
    #expect(result.error.contains("who cannot read \(temporary.url.path)") && result.error.contains("set TMPDIR"), "\(result.error)")
    #expect(temporary.names == [])
    let copied = try Program.run(arguments, environment: folder.trust)
    #expect(copied.status == 0, "\(copied.error)")
  }

  @Test(.enabled(if: canRun, "programs cannot be confined here")) func foldersOfRunsThatWereKilledAreRemoved() throws {
    let (folder, temporary) = (try Self.folder(), try TemporaryFolder())
    chmod(temporary.url.path, 0o755)
    for name in ["aggregate-run-aaaaaa", "aggregate-run-bbbbbb", "aggregate-backup"] {
      for file in ["status", "scratch/a/b"] { try temporary.write("", to: "\(name)/\(file)") }
    }
    for name in ["aggregate-run-aaaaaa", "aggregate-backup"] { #expect(utimes(temporary.path(name), [timeval(), timeval()]) == 0) }
    let result = try Program.run(
      ["--config", folder.path("registry.json"), "--campus", "town", "--replay", folder.path("replay")],
      environment: folder.trust.merging(["TMPDIR": temporary.url.path]) { $1 })
    #expect(result.status == 0, "\(result.error)")
    #expect(temporary.names == ["aggregate-backup", "aggregate-run-bbbbbb"])
  }

  @Test(
    .enabled(if: canRun, "programs cannot be confined here"),
    arguments: ["", "other", "home", "home/x/..", "link", "home/x"])
  func filesBesideAProgramCannotBeReadWhateverTheHomeFolder(_ home: String) throws {
    let folder = try Self.folder()
    let link = folder.url.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url.appendingPathComponent("home"))
    for name in ["other/x", "home/x/x"] { try folder.write("", to: name) }
    try folder.write("hidden", to: "home/key")
    let program = try folder.write("#!/bin/sh\ncat \(folder.path("home/key")) >&2; exit 1\n", to: "home/town.py")
    chmod(program, 0o755)
    try folder.write(try folder.read("registry.json"), to: "home/registry.json")
    try folder.trustRegistry(of: "home/registry.json")
    let result = try Program.run(
      ["--config", folder.path("home/registry.json"), "--campus", "town", "--replay", folder.path("replay")],
      environment: folder.trust.merging(["HOME": home.isEmpty ? "" : folder.path(home)]) { $1 })
    #expect(!result.error.contains("hidden") && result.error.contains("No such file"), "\(result.error)")
  }

  @Test func aMissingProgramIsAProblemOfItsFeedOnly() throws {
    let folder = try Self.folder()
    try FileManager.default.removeItem(atPath: folder.path("town.py"))
    let result = try Self.collect(folder)
    #expect(result.status == 4)
    #expect(result.error.contains("plugin.spawn") && result.error.contains("there is no program \(folder.path("town.py"))"))
    // The others are read, and the exit code says that one is not.
    let all = try Program.run(["open", "--sample", "--config", folder.path("registry.json"), "--json"])
    #expect(all.status == 3 && all.out.contains("penn/dining/"))
  }

  @Test(arguments: [
    (#""adapter": "exec""#, #""command" is missing"#), (#""adapter": "exec", "command": []"#, "names no program"),
    (#""adapter": "exec", "command": "x""#, "expected an array"), (#""adapter": "penn", "command": ["x"]"#, "only a feed with the adapter"),
    (#""adapter": "exec", "command": ["x"]"#, #""addresses" is missing"#),
    (#""adapter": "exec", "command": ["x"], "environment": ["A B"]"#, "environment variable"),
    (#""adapter": "exec", "command": ["x"], "addresses": {"a": []}, "timeout": "PT2M""#, "at most a minute"),
  ]) func errorsOfCommandsHaveAPosition(_ keys: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(#"{"feeds": [\#n  {"id": "penn/own", \#(keys)}\#n]}"#, to: "r.json")
    let result = try Program.run(["feeds", "--config", path])
    #expect(result.status == 78)
    #expect(result.error.contains("r.json:2:") && result.error.contains(message), "\(result.error)")
  }
}
