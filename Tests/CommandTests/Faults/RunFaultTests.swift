import Foundation
import Testing

/// Whatever happens to a run, the store and the output file are those of before or those of after.
@Suite struct RunFaultTests {
  @Test func killedAtRandomMoments() throws { try FaultScript.run("kill_loop", ["60"]) }

  @Test(
    .enabled(if: FaultScript.canTrace, FaultScript.noTrace),
    arguments: [
      ["--begin", "kept", "--error", "ENOSPC", "--step", "16"], ["--begin", "kept", "--error", "EINTR", "--step", "24"],
      ["--begin", "kept", "--error", "KILL", "--step", "24"],
      ["--begin", "new", "--error", "EIO", "--step", "32"], ["--begin", "log", "--error", "EIO", "--step", "24"],
    ])
  func aFailingCall(_ options: [String]) throws {
    try FaultScript.run("failing_calls", options)
  }

  @Test(.enabled(if: FaultScript.canTrace, FaultScript.noTrace)) func aWatchThatAddsToAFile() throws {
    try FaultScript.run("watch_output", [])
  }

  @Test(.enabled(if: FaultScript.canMount, FaultScript.noMount)) func withoutRoom() throws {
    try FaultScript.run("small_disks", ["--kilobytes", "2400"])
  }
}
