import Foundation
import SimdJSON
import TestKit
import Testing

/// Python's `json`, made strict by `Tests/Oracles/strict_json.py`, accepts the same mutated texts as this parser.
@Suite struct OracleTests {
  private static let python: URL? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { URL(filePath: "\($0)/python3") }.first { FileManager.default.isExecutableFile(atPath: $0.path()) }
  }()

  private static let originals = [
    #"{"name":"Café 😀","n":[-12.5e-3,0,18446744073709551615,1e308],"o":{"t":true,"f":false,"z":null,"e":{},"a":[]}}"#,
    #"[{"id":1,"k":"\u00e9\ud83d\ude00\n\\"},{"id":1,"k":"\"","a":[[1],[2,[3]]]}]"#,
    #"{"a":1,"b":{"a":1,"b":[0.1,-0,9007199254740993]},"\u0063":"\uD834\uDD1E","d":"é€","e":"/"}"#,
    " [ \"x\" , { \"y\" : -9223372036854775808 } , \"\u{2028}\" ]\n",
  ].map { Array($0.utf8) }

  private static let splices: [[UInt8]] =
    ["\"", "\\", ",", ":", "[", "]", "{", "}", "0", "-", ".", "e", "9", "a", " ", "\n", "null", "\\u", "d8", "\"a\"", "\"a\":1,", "é"].map {
      Array($0.utf8)
    }
    + [[0x00], [0x80], [0xC3], [0xED, 0xA0, 0x80], [0xEF, 0xBB, 0xBF], [0xFF]]

  private static func mutated(_ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = originals[Int.random(in: 0..<originals.count, using: &generator)]
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 0..<max(bytes.count, 1), using: &generator)
      let splice = splices[Int.random(in: 0..<splices.count, using: &generator)]
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes.insert(contentsOf: splice, at: place)
      case 1: bytes.replaceSubrange(place..<min(place + 1, bytes.count), with: splice)
      case 2: bytes.removeSubrange(place..<min(place + Int.random(in: 1...3, using: &generator), bytes.count))
      case 3: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
      default:
        let end = min(place + Int.random(in: 1...12, using: &generator), bytes.count)
        bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &generator))
      }
      if bytes.isEmpty { bytes = [0x20] }
    }
    return bytes
  }

  @Test(.enabled(if: python != nil, "needs python3"))
  func mutatedTextsAreAcceptedAndRefusedAlike() async throws {
    let texts = Budget.seeds(1000).map { seed in
      var generator = SeededGenerator(seed: seed)
      return Self.mutated(&generator)
    }
    let python = try #require(Self.python)
    let script = URL(filePath: #filePath).appending(path: "../../Oracles/strict_json.py").standardized.path()
    let lines = texts.map { hexadecimal($0) + "\n" }.joined()
    let answers = try await Command.run([python.path(), script], input: Data(lines.utf8)).out.split(separator: "\n")
    try #require(answers.count == texts.count)
    for (seed, text) in texts.enumerated() {
      let fault = refusal(of: text)
      #expect(
        (fault == nil) == (answers[seed] == "1"), "seed \(seed): \(String(decoding: text, as: UTF8.self)): \(String(describing: fault))")
    }
    let accepted = answers.count { $0 == "1" }
    #expect((texts.count / 20...texts.count - texts.count / 20).contains(accepted), "the mutations should give valid and invalid texts")
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
