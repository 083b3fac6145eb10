import SimdJSON
import Testing

/// More marks than UAX #15 allows after one character make Unicode algorithms quadratic: they are left out.
@Suite struct CombiningMarkTests {
  private static let acute = "\u{301}"
  private static let cedilla = "\u{327}"

  @Test(arguments: [0, 1, 29, 30])
  func allowedMarksAreKept(count: Int) throws {
    let text = "a" + String(repeating: Self.acute, count: count) + "b"
    let document = try JSONDocument(parsing: Array("[\"\(text)\"]".utf8))
    var elements = document.root.elements
    let found = elements.next()?.string
    #expect(found.map { Array($0.utf8) } == Array(text.utf8))
    let marks = document.removedMarkCount
    #expect(marks == 0)
  }

  /// As bytes, as escapes, and as both alternately.
  @Test(arguments: ["\u{301}", "\\u0301", "\u{301}\\u0327", "\u{1D165}", "\\ud834\\udd65", "\u{301}\\u0301\\u0327"])
  func excessMarksAreCounted(pair: String) throws {
    let row = String(repeating: pair, count: 5000)
    let document = try JSONDocument(parsing: Array("{\"name\":\"x\(row) y e\(row)\",\"next\":\"after\"}".utf8))
    let name = document.root["name"]?.string ?? ""
    let runs = name.unicodeScalars.split { $0.properties.canonicalCombiningClass == .notReordered }
    #expect(runs.map(\.count) == [30, 30])
    let scalars = name.unicodeScalars.filter { $0.properties.canonicalCombiningClass == .notReordered }.map(String.init).joined()
    #expect(scalars == "x y e")
    let (next, marks) = (document.root["next"]?.string, document.removedMarkCount)
    #expect(next == "after")
    let sent = try rewritten(Array("\"\(row)\"".utf8))
    #expect(sent.unicodeScalars.count == 30 + 2)
    #expect(marks >= 2 * (5000 - 30))
  }

  /// The rows of marks that a sampling of bytes could miss: begun, interrupted or ended by escapes, at every distance.
  @Test(arguments: 0..<40)
  func excessMarksAreFoundAnywhere(shift: Int) throws {
    let front = String(repeating: "-", count: shift)
    for escapes in 0...3 {
      let row =
        String(repeating: Self.acute, count: 14) + String(repeating: "\\u0301", count: escapes)
        + String(repeating: Self.cedilla, count: 17 - escapes)
      let document = try JSONDocument(parsing: Array("[\"\(front)a\(row)\"]".utf8))
      let marks = document.removedMarkCount
      #expect(marks == 1, "\(escapes) escapes after \(shift) bytes")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func keysThatDifferOnlyInManyMarksAreComparedQuickly() throws {
    let row = String(repeating: Self.acute + Self.cedilla, count: 100_000)
    let document = try JSONDocument(parsing: Array("{\"a\(row)\":1,\"a\(row)b\":2,\"\(row)\":3}".utf8))
    let count = document.root.count
    #expect(count == 3)
  }

  @Test func otherScriptsAreUnchanged() throws {
    for text in ["営業時間は午前九時から午後五時までです。土曜日と日曜日は休みます。", "Мы открыты с девяти до пяти", "नमस्ते दुनिया", "👩‍👩‍👧‍👦🏳️‍🌈", "ệ ữ ǖ"] {
      let long = String(repeating: text, count: 50)
      let document = try JSONDocument(parsing: Array("[\"\(long)\"]".utf8))
      var elements = document.root.elements
      let (marks, found) = (document.removedMarkCount, elements.next()?.string)
      #expect(marks == 0)
      #expect(found.map { Array($0.utf8) } == Array(long.utf8))
    }
  }
}
