/// Numbers that look random and are the same each time: they depend on what they are about, not on how often they were asked for.
struct Chance {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(_ about: Int...) {
    for value in about {
      state ^= UInt64(bitPattern: Int64(value))
      state = next()
    }
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Made-up words of syllables, about as long as those of English.
  mutating func words(_ count: Int) -> String {
    (0..<count).map { _ in pick(Self.vocabulary) }.joined(separator: " ")
  }

  private static let vocabulary: [String] = {
    let (heads, tails) = (
      ["ba", "co", "di", "fer", "gal", "he", "in", "lo", "mor", "nu", "pre", "sti"], ["n", "ter", "le", "sing", "", "man"]
    )
    return heads.flatMap { head in tails.flatMap { tail in ["", "ve", "ra", "ti"].map { head + $0 + tail } } }
  }()
}
