/// SplitMix64: the same numbers for the same seed, on every machine.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

package struct BadTestData: Error {
  package let text: String

  package init(text: String) { self.text = text }
}

/// The value, or an error that names the text it should be made of.
package func made<Value>(_ text: String, _ make: (String) -> Value?) throws -> Value {
  guard let value = make(text) else { throw BadTestData(text: text) }
  return value
}
