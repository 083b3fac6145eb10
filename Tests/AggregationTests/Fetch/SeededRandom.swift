import Basics
import TestKit

/// Seeded random numbers from 0 to 1 that several tasks can draw.
final class SeededRandom: Sendable {
  private let generator: Guarded<SeededGenerator>

  init(_ seed: UInt64) { generator = Guarded(SeededGenerator(seed: seed)) }

  func next() -> Double { Double(generator.withLock { $0.next() } >> 11) / Double(1 << 53) }
}
