import SimdJSON
import Testing

/// `JSONLocator.position`: the line and column of a pointer's value.
@Suite struct JSONLocatorTests {
  private static let text = """
    {
      "é😀": 1, "feeds": [
        {"id": "a/b", "x~y": [10, {"k": "]}\\"{"}, 20]},
        {"id":\t"b"}
      ],
      "a/b": {"~": null, "": {"": true}},
      "\\u0061": -1.5e3
    }
    """

  @Test(arguments: [
    ("", 1, 1), ("/é😀", 2, 3), ("/feeds", 2, 12), ("/feeds/0", 3, 5), ("/feeds/0/id", 3, 6), ("/feeds/0/x~0y", 3, 19),
    ("/feeds/0/x~0y/0", 3, 27),
    ("/feeds/0/x~0y/1", 3, 31), ("/feeds/0/x~0y/1/k", 3, 32), ("/feeds/0/x~0y/2", 3, 47), ("/feeds/1", 4, 5), ("/feeds/1/id", 4, 6),
    ("/a~1b", 6, 3),
    ("/a~1b/~0", 6, 11), ("/a~1b/", 6, 22), ("/a~1b//", 6, 27), ("/a", 7, 3),
  ])
  func place(pointer: String, line: Int, column: Int) {
    let place = JSONLocator.position(of: pointer, in: Array(Self.text.utf8))
    #expect(place == (line, column))
  }

  @Test(arguments: [
    ("/none", 1, 1), ("/feeds/7", 2, 12), ("/feeds/0/none", 3, 5), ("/feeds/0/id/x", 3, 6), ("/feeds/x", 2, 12), ("/a~1b/ ", 6, 3),
  ])
  func unresolvablePointerStopsEarly(pointer: String, line: Int, column: Int) {
    let place = JSONLocator.position(of: pointer, in: Array(Self.text.utf8))
    #expect(place == (line, column))
  }

  @Test func spaceAndByteOrderMarkBeforeFirstValue() {
    #expect(JSONLocator.position(of: "", in: Array("\n  [1]".utf8)) == (2, 3))
    #expect(JSONLocator.position(of: "/1", in: Array("\n  [1,\n2]".utf8)) == (3, 1))
    #expect(JSONLocator.position(of: "/0", in: [0xEF, 0xBB, 0xBF] + Array("\n[1]".utf8)) == (2, 2))
    #expect(JSONLocator.position(of: "", in: Array("7".utf8)) == (1, 1))
  }

  /// The location of a value matches that in the parser's errors.
  @Test func locationsMatchErrors() throws {
    for index in 0..<10 {
      let parts = (0..<10).map { number in "{\n\"key\": [\"é\", \(number == index ? "1e999" : "1")]}" }
      let fault = try #require(refusal(of: "[\(parts.joined(separator: ",\n"))]"))
      let valid = "[\(parts.joined(separator: ",\n"))]".replacing("1e999", with: "1e99 ")
      let place = JSONLocator.position(of: "/\(index)/key/1", in: Array(valid.utf8))
      #expect(place == (fault.line, fault.column))
    }
  }
}
