import CampusCatalog
import Crypto
import OpeningHours

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

struct BadTestData: Error { let text: String }

/// The value, or an error that names the text it should be made of.
func made<Value>(_ text: String, _ make: (String) -> Value?) throws -> Value {
  guard let value = make(text) else { throw BadTestData(text: text) }
  return value
}

/// The error with which a catalog is refused.
func refusal(of text: String) -> CatalogError? {
  do {
    _ = try CatalogReader.read(Array(text.utf8))
    return nil
  } catch {
    return error
  }
}

func text(of catalog: Catalog) -> String { String(decoding: CatalogWriter.bytes(of: catalog), as: UTF8.self) }

/// `contentHash` as the format defines it, from the text of a catalog alone: each campus line and each entry line without
/// its comma, each with one line feed.
func contentHash(ofLinesIn text: String) -> String {
  var section: Substring = ""
  var hash = SHA256()
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasSuffix(":[") {
      section = line
    } else if line.hasPrefix("]") {
      section = ""
    } else if section == "\"campuses\":[" || section == "\"entries\":[" {
      hash.update(data: Array((line.hasSuffix("},") ? line.dropLast() : line).utf8) + [0x0A])
    }
  }
  return "sha256:" + hash.finalize().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
}
