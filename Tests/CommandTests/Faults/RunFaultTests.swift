import Foundation
import TestKit
import TestTraits
import Testing

/// Whatever happens to a run, the store and the output file are in the state before it or after it.
@Suite(.waitsForPrograms) struct RunFaultTests {
  @Test func programsKilledAtRandomMoments() async throws {
    try await FaultScript.run("kill_loop", ["\(Budget.count(20))"])
  }

  @Test(.enabled(if: FaultScript.canTrace, FaultScript.noTrace)) func powerLosses() async throws {
    try await FaultScript.run("power_loss", ["--losses", "\(Budget.count(12))", "--seed", "\(Budget.seeds(1).lowerBound)"])
  }

  /// The checks notice what a disk that ignores `fsync` loses.
  @Test(.enabled(if: FaultScript.canTrace, FaultScript.noTrace)) func lossesOfUnsyncedDiskAreFound() async throws {
    try await FaultScript.run("power_loss", ["--losses", "16", "--of", "pruning", "--seed", "1", "--ignore-syncs"], findsFaults: true)
  }

  @Test(
    .enabled(if: FaultScript.canTrace, FaultScript.noTrace),
    arguments: [
      ["--begin", "kept", "--error", "ENOSPC", "--step", "32"], ["--begin", "kept", "--error", "EINTR", "--step", "64"],
      ["--begin", "kept", "--error", "KILL", "--step", "24"],
      ["--begin", "new", "--error", "EIO", "--step", "64"], ["--begin", "log", "--error", "EIO", "--step", "64"],
    ])
  func everyFailingSystemCall(_ options: [String]) async throws {
    try await FaultScript.run("failing_calls", options)
  }

  @Test(.enabled(if: FaultScript.canTrace, FaultScript.noTrace)) func failingCallsOfWatch() async throws {
    try await FaultScript.run("watch_output", [])
  }

  @Test func unwritableFileIsLogged() throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(["--sample", "--log-format", "json", "-o", "none/out.json"], directory: folder.url)
    #expect(result.status == 5 && result.error.contains(#""level":"error","event":"export.io""#), "\(result.error)")
    #expect(folder.names == [])
  }

  @Test(.enabled(if: FaultScript.canMount, FaultScript.noMount)) func fullDisks() async throws {
    try await FaultScript.run("small_disks", ["--kilobytes", "2400"])
  }
}
