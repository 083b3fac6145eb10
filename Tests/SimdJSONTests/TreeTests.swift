import Basics
import SimdJSON
import Testing

/// JSON values that can be changed.
@Suite struct TreeTests {
  private let text = #"{"b":[1,2.5,[]],"a":{"x":"\u0001é","y":null},"long":["\#(String(repeating: "m", count: 98))"],"none":{}}"#

  @Test func textIsKept() throws {
    let tree = try #require(JSONTree(parsing: Array(text.utf8)))
    #expect(tree.text == text)
    #expect(JSONTree(parsing: Array("{\"a\":".utf8)) == nil)
  }

  /// A text longer than a line has a line for each value.
  @Test func layoutForPeople() throws {
    let tree = try #require(JSONTree(parsing: Array(text.utf8)))
    let long = """
      "long": [
          "\(String(repeating: "m", count: 98))"
        ],
        "none": {}
      }
      """
    #expect(tree.pretty() == "{\n  \"b\": [1, 2.5, []],\n  \"a\": {\"x\": \"\\u0001é\", \"y\": null},\n  " + long)
    #expect(
      tree.pretty(levels: 2)
        == "{\n  \"b\": [\n    1,\n    2.5,\n    []\n  ],\n  \"a\": {\n    \"x\": \"\\u0001é\",\n    \"y\": null\n  },\n  " + long)
    #expect(JSONTree.object([]).pretty() == "{}")
  }

  @Test func replacedValues() throws {
    let tree = try #require(JSONTree(parsing: Array(text.utf8)))
    #expect(tree.replacing(JSONPointer.tokens("/b/2")[...], with: .string("z"))?.value(at: ["b"])?.text == #"[1,2.5,"z"]"#)
    #expect(tree.replacing(["c"], with: .literal("1")) == nil)
  }
}
