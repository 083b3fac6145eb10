import SimdJSON
import TestKit
import Testing

@Suite struct DuplicateKeyTests {
  @Test(arguments: [
    #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"\u0061":2}"#, #"{"\u0061":1,"a":2}"#, #"{"":0,"":0}"#, #"[{"x":{"a":1,"a":2}}]"#,
    #"{"o":{"k":[],"k":{}},"p":1}"#, #"{"é":1,"\u00e9":2}"#, #"{"😀":1,"\ud83d\ude00":2}"#, #"{"a\/b":1,"a/b":2}"#, #"{"\n":1,"\u000a":2}"#,
    #"{"a":{"a":1},"b":2,"a":[]}"#, #"{"longer-than-eight":1,"longer-than-eight":2}"#, #"{"\u0000":1,"\u0000":2}"#,
  ])
  func duplicateKeysAreRefused(text: String) { #expect(refusal(of: text)?.code == .duplicateKey) }

  @Test(arguments: [
    #"{"a":1,"A":2}"#, #"{"a":{"a":{"a":1}}}"#, #"[{"a":1},{"a":2}]"#, #"{"a":1,"a ":2," a":3}"#, #"{"a":1,"a\u0000":2}"#,
    #"{"a":"b","b":"a"}"#,
    #"{"\\u0061":1,"a":2}"#, #"{"abcdefgh1abcdefgh":1,"abcdefgh2abcdefgh":2,"abcdefgh1ibcdefgh":3}"#,
    #"{"":0,"\u0000":1,"\u0000\u0000":2}"#,
  ])
  func accepted(text: String) { #expect(refusal(of: text) == nil) }

  /// The algorithm depends on the number of keys; the answer does not.
  @Test(arguments: [2, 3, 8, 23, 24, 25, 26, 100, 1000])
  func amongManyKeys(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    var keys = (0..<count).map { number in number.isMultiple(of: 2) ? "k\(number)" : "a rather long key, number \(number)" }
    keys.shuffle(using: &generator)
    func text(_ keys: [String]) -> String { "{" + keys.map { "\"\($0)\":[{\"k0\":1}]" }.joined(separator: ",") + "}" }
    #expect(refusal(of: text(keys)) == nil, "seed \(count)")
    let original = Int.random(in: 0..<count - 1, using: &generator)
    let copy = Int.random(in: original + 1..<count, using: &generator)
    keys[copy] = keys[original]
    let fault = refusal(of: text(keys))
    #expect(fault?.code == .duplicateKey, "seed \(count)")
    let before = keys[..<copy].map { "\"\($0)\":[{\"k0\":1}]," }.joined()
    #expect(fault?.offset == 1 + before.utf8.count, "seed \(count)")
  }

  /// Records of a list mostly have the keys of the record before them: cached knowledge about one must never hide an error in the next.
  @Test(arguments: Budget.seeds(80))
  func amongRecordsOfFewShapes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pool = ["id", "name", "is_open", "a longer key", "a longer kez", "b longer key", "start_time", "end_time", "é", ""]
    let shapes = (0..<3).map { _ in Array(pool.shuffled(using: &generator).prefix(Int.random(in: 0...8, using: &generator))) }
    let values = [
      "1", "-2.5", "18446744073709551615", "true", "null", "\"id\"", "[]", "[\"id\",\"id\"]", "{}", "{\"id\":{\"id\":1},\"name\":2}",
    ]
    var hasRepeated = false
    func record(isNested: Bool) -> String {
      var keys = shapes.randomElement(using: &generator) ?? []
      if Int.random(in: 0..<12, using: &generator) == 0, let key = pool.randomElement(using: &generator) {
        keys.insert(key, at: Int.random(in: 0...keys.count, using: &generator))
      }
      if Set(keys).count < keys.count { hasRepeated = true }
      let members = keys.map { key in
        let isRecord = isNested && Int.random(in: 0..<4, using: &generator) == 0
        return "\"\(key)\":" + (isRecord ? record(isNested: false) : values.randomElement(using: &generator) ?? "0")
      }
      return "{" + members.joined(separator: ",") + "}"
    }
    let text = "[" + (0..<6).map { _ in record(isNested: true) }.joined(separator: ",") + "]"
    #expect(refusal(of: text)?.code == (hasRepeated ? .duplicateKey : nil), "\(text)")
  }

  @Test func unicodeFormsAreDifferentKeys() throws {
    let text = "{\"plain\":1,\"list\":[{},{\"caf\u{E9}\":1,\"cafe\u{301}\":2}],\"a/b\":{\"\u{212B}\":0,\"\u{C5}\":1,\"A\u{30A}\":2}}"
    let document = try JSONDocument(parsing: Array(text.utf8))
    let lookalikes = document.lookalikeKeys
    #expect(lookalikes == ["/list/1", "/a~1b"])
    let root = document.root
    let composed = root.member(named: "a/b")?.member(named: "\u{C5}")?.integer
    let decomposed = root.member(named: "a/b")?.member(named: "A\u{30A}")?.integer
    #expect(composed == 1)
    #expect(decomposed == 2)
    let plain = try JSONDocument(parsing: Array("{\"é\":1,\"è\":2,\"ab\":3}".utf8))
    let none = plain.lookalikeKeys
    #expect(none == [])
  }

  @Test(arguments: [3, 30])
  func lookalikesAreFoundAmongFewAndManyKeys(count: Int) throws {
    let fill = (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
    let document = try JSONDocument(parsing: Array("{\"\u{E9}\":1,\(fill),\"e\u{301}\":2}".utf8))
    let lookalikes = document.lookalikeKeys
    #expect(lookalikes == [""])
  }
}
