import Foundation
import TestKit
import Testing

/// A run of the program with its peak memory.
struct MeasuredRun: Sendable {
  let result: LiveResult
  let peakBytes: Int

  var status: Int32 { result.status }

  /// The entries of one feed as written, one per line.
  func entries(of feed: String) -> [Substring] { result.entries.split(separator: "\n").filter { $0.contains("\"id\":\"\(feed)/") } }

  /// The log records with this name.
  func records(_ event: String) -> [[String: Any]] { result.records.filter { $0["event"] as? String == event } }

  /// Checks the invariants of the log: only records, one final record per feed, no secrets.
  func expectSoundLog(feeds: [String], secret: String, _ location: SourceLocation = #_sourceLocation) {
    #expect(result.error.hasSuffix("\n"), "a line has no end", sourceLocation: location)
    let lines = result.error.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    #expect((records("run.nothing").count == 1) == (status == 4), sourceLocation: location)
    #expect(result.records.count == lines.count, "\(result.error)", sourceLocation: location)
    #expect(result.endings == Dictionary(uniqueKeysWithValues: feeds.map { ($0, 1) }), sourceLocation: location)
    #expect(result.error.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A }, sourceLocation: location)
    #expect(!result.error.contains(secret) && !result.out.contains(secret), "\(result.error)", sourceLocation: location)
  }
}

extension LiveProgram {
  private static let gate = Gate(10)
  private static let meter = Program.helper("PeakMemory").path

  /// Runs on a separate thread.
  func measured(_ arguments: [String]) async throws -> MeasuredRun {
    nonisolated(unsafe) let program = self
    return try await Self.gate.run {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try program.runMeasured(arguments) }) }
      }
    }
  }

  private func runMeasured(_ arguments: [String]) throws -> MeasuredRun {
    let result = try run(arguments, through: [Self.meter, path("peak")])
    let kibibytes = Int(try folder.read("peak").trimmingCharacters(in: .newlines)) ?? .max
    return MeasuredRun(result: result, peakBytes: kibibytes << 10)
  }
}
