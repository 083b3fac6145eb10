/// The pseudorandom number generator SplitMix64 by Steele, Lea and Flood: <https://prng.di.unimi.it/splitmix64.c>.
enum SplitMix64 {
  /// Returns the first output for a seed.
  static func first(of seed: UInt64) -> UInt64 {
    var word = seed &+ 0x9E37_79B9_7F4A_7C15
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
