import Foundation
import TestKit
import Testing

/// The scripts of `Tests/Faults`, which kill programs, drop writes, make system calls fail and fill disks. `Scripts/kill-loop` and
/// `Scripts/check-faults` run them for longer.
enum FaultScript {
  static let canTrace =
    (try? Program.run(["-f", "-D", "-q", "-o", "/dev/null", "true"], executable: URL(fileURLWithPath: "/usr/bin/strace")))?.status == 0
  static let noTrace: Comment = "strace is not installed, or may not trace here"

  static let canMount =
    (try? Program.run(["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], executable: URL(fileURLWithPath: "/usr/bin/unshare")))?.status == 0
  static let noMount: Comment = "namespaces cannot be created here (`unshare -rm mount -t tmpfs` fails)"

  /// Fails with the script's output if it finds a fault; or, if it `findsFaults`, unless it finds some.
  static func run(_ name: String, _ arguments: [String], findsFaults: Bool = false) async throws {
    let script = Program.root.appendingPathComponent("Tests/Faults/\(name).py").path
    let result = try await Command.run(["python3", "-B", script, Program.url.path] + arguments)
    #expect(result.status == (findsFaults ? 1 : 0), "\(result.out)\(result.error)")
  }
}
