import TestKit
import Testing

/// The whole fault matrix, over plain connections and over TLS. The seed decides sizes, positions, pieces, pauses and the order of the feeds.
@Suite(.enabled(if: TestCertificates.shared != nil, TestCertificates.reason)) struct ConversationTests {
  private static let batchSize = 40

  @Test(arguments: Wire.allCases, Budget.seeds(1)) func eachServerHasItsOutcome(_ wire: Wire, seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let all = Conversation.all(&random, over: wire).shuffled(using: &random)
    // The slow ones wait at the same time.
    let sorted = all.filter(\.isSlow) + all.filter { !$0.isSlow }
    try await withThrowingTaskGroup { group in
      for start in stride(from: 0, to: sorted.count, by: Self.batchSize) {
        let batch = ConversationBatch(
          conversations: Array(sorted[start..<min(start + Self.batchSize, sorted.count)]), wire: wire, seed: seed)
        group.addTask { try await batch.run() }
      }
      try await group.waitForAll()
    }
    if Budget.isSoak { print("\(all.count) conversations over \(wire) with seed \(seed)") }
  }
}
