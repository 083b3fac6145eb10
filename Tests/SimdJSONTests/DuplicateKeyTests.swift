import SimdJSON
import Testing

@Suite struct DuplicateKeyTests {
  @Test(arguments: [
    #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"\u0061":2}"#, #"{"\u0061":1,"a":2}"#, #"{"":0,"":0}"#, #"[{"x":{"a":1,"a":2}}]"#,
    #"{"o":{"k":[],"k":{}},"p":1}"#, #"{"é":1,"\u00e9":2}"#, #"{"😀":1,"\ud83d\ude00":2}"#, #"{"a\/b":1,"a/b":2}"#, #"{"\n":1,"\u000a":2}"#,
    #"{"a":{"a":1},"b":2,"a":[]}"#, #"{"longer-than-eight":1,"longer-than-eight":2}"#, #"{"\u0000":1,"\u0000":2}"#,
  ])
  func refused(text: String) { #expect(refusal(of: text)?.code == .duplicateKey) }

  @Test(arguments: [
    #"{"a":1,"A":2}"#, #"{"a":{"a":{"a":1}}}"#, #"[{"a":1},{"a":2}]"#, #"{"a":1,"a ":2," a":3}"#, #"{"a":1,"a\u0000":2}"#,
    #"{"a":"b","b":"a"}"#,
    #"{"\\u0061":1,"a":2}"#, #"{"abcdefgh1abcdefgh":1,"abcdefgh2abcdefgh":2,"abcdefgh1ibcdefgh":3}"#,
    #"{"":0,"\u0000":1,"\u0000\u0000":2}"#,
  ])
  func accepted(text: String) { #expect(refusal(of: text) == nil) }

  /// The way of checking changes with the number of keys; the answer does not.
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

  @Test func twoUnicodeFormsOfOneTextAreTwoKeys() throws {
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
