import SimdJSON
import Testing

@Suite struct ValueTests {
  private static let text =
    #"{"text":"é\n","int":-7,"big":18446744073709551615,"half":0.5,"one":1.0,"yes":true,"no":false,"null":null,"list":[1,"b",[]],"map":{"k":{}}}"#

  @Test(arguments: [
    ("text", JSONValue.Kind.string, "text"), ("int", .number, "a number"), ("big", .number, "a number"), ("half", .number, "a number"),
    ("yes", .true, "true or false"), ("no", .false, "true or false"), ("null", .null, "null"), ("list", .array, "an array"),
    ("map", .object, "an object"),
  ])
  func accessorsMatchKind(key: String, kind: JSONValue.Kind, words: String) throws {
    let document = try JSONDocument(parsing: Array(Self.text.utf8))
    let root = document.root
    let found = root.member(named: key)
    #expect(found?.kind == kind)
    #expect("\(kind)" == words)
    #expect((found?.string != nil) == (kind == .string))
    #expect((found?.utf8 != nil) == (kind == .string))
    #expect((found?.double != nil) == (kind == .number))
    #expect((found?.bool != nil) == (kind == .true || kind == .false))
    #expect(found?.isNull == (kind == .null))
    #expect(found?.isArray == (kind == .array))
    #expect(found?.isObject == (kind == .object))
    let (elements, members) = (found?.elements.remaining, found?.members.remaining)
    #expect(elements == (kind == .array ? 3 : 0))
    #expect(members == (kind == .object ? 1 : 0))
    #expect(found?.count == (kind == .array ? 3 : kind == .object ? 1 : 0))
  }

  /// The text of a number, and its value as `Int64`, as `UInt64` beyond that, and as a double.
  @Test(
    arguments: [
      ("0", 0, nil, 0), ("-0", 0, nil, 0), ("9007199254740993", 9_007_199_254_740_993, nil, 9_007_199_254_740_992),
      ("9223372036854775807", .max, nil, 0x1p63), ("-9223372036854775808", .min, nil, -0x1p63),
      ("9223372036854775808", nil, 0x8000_0000_0000_0000, 0x1p63),
      ("18446744073709551615", nil, .max, 0x1p64), ("1.0", nil, nil, 1), ("1e2", nil, nil, 100),
      ("12345678901234567.1", nil, nil, 12_345_678_901_234_567.1),
      ("-1.5", nil, nil, -1.5), ("1e-400", nil, nil, 0),
    ] as [(String, Int64?, UInt64?, Double)])
  func numbersAreExactOrNil(text: String, integer: Int64?, unsigned: UInt64?, double: Double) throws {
    let document = try JSONDocument(parsing: Array("[\(text)]".utf8))
    var elements = document.root.elements
    let value = elements.next()
    #expect(value?.integer == integer)
    #expect(value?.unsigned == unsigned)
    #expect(value?.double == double)
  }

  @Test func bothSignsOfZeroAreKept() throws {
    let document = try JSONDocument(parsing: Array("-0.0".utf8))
    let sign = document.root.double?.sign
    #expect(sign == .minus)
  }

  @Test func membersAreFoundByTheirBytes() throws {
    let document = try JSONDocument(parsing: Array("{\"a\":1,\"\":2,\"a\\u0000b\":3,\"caf\u{E9}\":4,\"inner\":{\"z\":5}}".utf8))
    let root = document.root
    let (first, empty, zero) = (root["a"]?.integer, root[""]?.integer, root.member(named: "a\u{0}b")?.integer)
    #expect(first == 1)
    #expect(empty == 2)
    #expect(zero == 3)
    let (composed, decomposed, outer) = (
      root.member(named: "caf\u{E9}")?.integer, root.member(named: "cafe\u{301}")?.integer, root["z"]?.integer
    )
    #expect(composed == 4)
    #expect(decomposed == nil)
    #expect(outer == nil, "a member of a member is not a member")
    let (inner, ofScalar) = (root["inner"]?["z"]?.integer, root["a"]?["z"]?.integer)
    #expect(inner == 5)
    #expect(ofScalar == nil)
  }

  @Test func elementsComeInOrderWithTheirIndex() throws {
    let document = try JSONDocument(parsing: Array(#"[10,[1,[2]],{"a":[3]},"x",1.5,null,40]"#.utf8))
    var elements = document.root.elements
    var kinds: [JSONValue.Kind] = []
    var indices: [Int] = []
    var last: Int64?
    while true {
      let index = elements.index
      guard let element = elements.next() else { break }
      indices.append(index)
      kinds.append(element.kind)
      last = element.integer
    }
    #expect(indices == Array(0..<7))
    #expect(kinds == [.number, .array, .object, .string, .number, .null, .number])
    #expect(last == 40)
    let after = elements.next()?.integer
    #expect(after == nil)
  }

  @Test func membersComeInTheOrderOfTheText() throws {
    let document = try JSONDocument(parsing: Array(#"{"z":1,"a":{"n":[1,2]},"é":"v","z2":-1.5,"last":4}"#.utf8))
    var members = document.root.members
    var seen: [String] = []
    var isZ: [Bool] = []
    while let member = members.next() {
      seen.append("\(member.key)=\(member.value.kind)")
      isZ.append(member.isKey("z"))
    }
    #expect(seen == ["z=a number", "a=an object", "é=text", "z2=a number", "last=a number"])
    #expect(isZ == [true, false, false, false, false])
  }

  @Test func isStringComparesBytes() throws {
    let document = try JSONDocument(parsing: Array("[\"caf\u{E9}\",\"open\",\"\",1]".utf8))
    var elements = document.root.elements
    let accented = elements.next()
    #expect(accented?.isString("caf\u{E9}") == true)
    #expect(accented?.isString("cafe\u{301}") == false)
    let open = elements.next()
    #expect(open?.isString("open") == true)
    #expect(open?.isString("opens") == false)
    #expect(open?.isString("ope") == false)
    let empty = elements.next()
    #expect(empty?.isString("") == true)
    let number = elements.next()
    #expect(number?.isString("1") == false)
  }
}

extension JSONElements {
  fileprivate var remaining: Int {
    var walk = self
    var count = 0
    while walk.next() != nil { count += 1 }
    return count
  }
}

extension JSONMembers {
  fileprivate var remaining: Int {
    var walk = self
    var count = 0
    while walk.next() != nil { count += 1 }
    return count
  }
}
