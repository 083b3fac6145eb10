import SimdJSON

/// Why a text is refused; nil when it is accepted.
func refusal(of bytes: [UInt8]) -> JSONError? {
  do {
    _ = try JSONDocument(parsing: bytes)
    return nil
  } catch {
    return error
  }
}

func refusal(of text: String) -> JSONError? { refusal(of: Array(text.utf8)) }

/// The text, read and written again canonically.
func rewritten(_ bytes: [UInt8]) throws -> String {
  let document = try JSONDocument(parsing: bytes)
  var writer = JSONWriter()
  writer.copy(document.root)
  return writer.text
}

func rewritten(_ text: String) throws -> String { try rewritten(Array(text.utf8)) }

/// SplitMix64: the same numbers for the same seed, on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
