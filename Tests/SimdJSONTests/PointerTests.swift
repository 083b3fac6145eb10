import Basics
import SimdJSON
import Testing

@Suite struct PointerTests {
  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("a/b", "a~1b"), ("m~n", "m~0n"), ("~1", "~01"), ("/~/", "~1~0~1"), ("é", "é"), ("/\u{301}", "~1\u{301}"),
  ])
  func escaping(token: String, escaped: String) {
    #expect(Array(JSONPointer.escape(token).utf8) == Array(escaped.utf8))
  }

  /// Every value of a tree has its own pointer; the expectation is built while descending.
  @Test func everyValueKnowsItsPointer() throws {
    let text = #"{"":{"":[0]},"a/b":[[],[1,{"m~n":2,"last":[3.5,4]}],"x"],"~1":null,"é":18446744073709551615,"2":{"0":true}}"#
    let document = try JSONDocument(parsing: Array(text.utf8))
    var seen: [String] = []
    func walk(_ value: borrowing JSONValue, _ expected: String) {
      seen.append(expected)
      let pointer = value.pointer
      #expect(pointer == expected)
      var elements = value.elements
      var index = 0
      while let element = elements.next() {
        walk(element, "\(expected)/\(index)")
        index += 1
      }
      var members = value.members
      while let member = members.next() { walk(member.value, expected + "/" + JSONPointer.escape(member.key)) }
    }
    walk(document.root, "")
    #expect(seen.count == 18)
    #expect(seen.contains("/a~1b/1/1/m~0n"))
  }

  @Test func pointersAreRelativeToAnchor() throws {
    let document = try JSONDocument(parsing: Array(#"{"records":[{"id":0},{"id":1,"days":[{"open":[8]}]}]}"#.utf8))
    let root = document.root
    var elements = try root.requiredArray("records").elements
    _ = elements.next()
    let second = elements.next()
    let whole = second?.pointer
    #expect(whole == "/records/1")
    let anchored = second?.anchored
    let own = anchored?.pointer
    #expect(own == "")
    let below = anchored?["days"]?.pointer
    #expect(below == "/days")
    var days = anchored?["days"]?.elements
    let deep = days?.next()?["open"]?.pointer
    #expect(deep == "/days/0/open")
    // The later of two anchors counts; the value without an anchor does not change.
    let again = anchored?["days"]?.anchored.pointer
    #expect(again == "")
    let unchanged = second?["days"]?.pointer
    #expect(unchanged == "/records/1/days")
    let same = anchored?["id"]?.integer
    #expect(same == 1)
    let fault = anchored?["id"]?.fault(.value, "no such place")
    #expect(fault == JSONFieldError(.value, at: "/id", "no such place"))
  }
}
