import Dispatch
import Foundation
import Testing

/// The scripts of `Tests/Faults`, which stop runs, let their system calls fail and take away their room. `Scripts/kill-loop` and
/// `Scripts/check-faults` start them for longer.
enum FaultScript {
  static let canTrace =
    (try? Program.run(["-f", "-D", "-q", "-o", "/dev/null", "true"], executable: URL(fileURLWithPath: "/usr/bin/strace")))?.status == 0
  static let noTrace: Comment = "strace is not there, or may not trace here"

  static let canMount =
    (try? Program.run(["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], executable: URL(fileURLWithPath: "/usr/bin/unshare")))?.status == 0
  static let noMount: Comment = "namespaces cannot be made here (`unshare -rm mount -t tmpfs` fails)"

  /// Fails with what the script says, when it finds something broken.
  ///
  /// They take long: they are waited for on a thread that other tests do not need.
  static func run(_ name: String, _ arguments: [String]) async throws {
    let script = Program.root.appendingPathComponent("Tests/Faults/\(name).py").path
    let result = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            try Program.run(
              ["python3", "-B", script, Program.url.path] + arguments, executable: URL(fileURLWithPath: "/usr/bin/env"))
          })
      }
    }
    #expect(result.status == 0, "\(result.out)\(result.error)")
  }
}
