import TestKit

/// Reproducible random numbers that depend on a key, not on how often they were drawn.
struct Chance {
  private var generator: SeededGenerator

  init(_ about: Int...) {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for value in about {
      var next = SeededGenerator(seed: state ^ UInt64(bitPattern: Int64(value)))
      state = next.next()
    }
    generator = SeededGenerator(seed: state)
  }

  mutating func below(_ limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Random words of syllables, about as long as English ones.
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
