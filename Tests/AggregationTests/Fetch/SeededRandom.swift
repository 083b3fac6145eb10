import Locking

/// SplitMix64: the same numbers for the same seed.
final class SeededRandom: Sendable {
  private let state: Guarded<UInt64>

  init(_ seed: UInt64) { state = Guarded(seed) }

  /// From 0 to 1.
  func next() -> Double {
    let bits = state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
    return Double(bits >> 11) / Double(1 << 53)
  }
}
