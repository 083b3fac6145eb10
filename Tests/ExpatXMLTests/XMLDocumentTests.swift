import ExpatXML
import SimdJSON
import Testing

@Suite struct XMLDocumentTests {
  private static let feed = """
    <?xml version="1.0" encoding="UTF-8"?>
    <?xml-stylesheet href="a.css"?>
    <om:feed xmlns:om="http://example.edu/feed" xmlns:x="http://example.edu/other" version="2.1" x:mode="a &amp; b">
      <!-- a comment -->
      <om:canteen><om:name>Mensa &lt;Süd&gt;</om:name><x:name>other</x:name></om:canteen>
      <om:canteen id="2"><om:name><![CDATA[<b> & ]]>c</om:name>
        <om:day date="2026-11-24"/><om:day date="2026-11-25"><om:closed/></om:day></om:canteen>
    </om:feed>

    """

  private func root(_ text: String) throws -> XMLElement { try XMLDocument(parsing: Array(text.utf8)).root }

  @Test func elementsAreReadByName() throws {
    let document = try XMLDocument(parsing: Array(Self.feed.utf8))
    #expect(document.namespace == "http://example.edu/feed")
    let root = document.root
    #expect(root.name == "feed")
    #expect(root.attribute("version") == "2.1")
    #expect(root.attribute("x:mode") == "a & b")
    #expect(root.attribute("mode") == nil)
    #expect(root.attribute("none") == nil)
    #expect(root.elements("canteen").count == 2)
    #expect(root.elements("canteen").map { $0.elements("name").first?.text } == ["Mensa <Süd>", "<b> & c"])
    #expect(root.elements("canteen").first?.children.map(\.name) == ["name", "x:name"])
    #expect(root.elements("none").first == nil)
    #expect(root.attributes.map(\.name) == ["version", "x:mode"])
    // Nine elements and five attributes.
    #expect(document.valueCount == 14)
    #expect(root.valueCount == 14)
  }

  @Test func pointersNameElements() throws {
    let document = try XMLDocument(parsing: Array(Self.feed.utf8))
    let canteen = try #require(Array(document.root.elements("canteen")).last)
    let closed = try #require(Array(canteen.elements("day")).last?.elements("closed").first)
    #expect(closed.pointer == "/canteen/1/day/1/closed")
    #expect(document.root.pointer == "")
    let record = canteen.anchored
    let day = try #require(Array(record.elements("day")).last)
    #expect(day.pointer == "/day/1")
    #expect(day.pointer(ofAttribute: "date") == "/day/1/@date")
    #expect(record.elements("name").first?.pointer == "/name")
  }

  @Test func pointersFindElements() throws {
    let root = try root("<a><b/><c><d>1</d><d>2</d></c><c/></a>")
    #expect(root.element(at: "/c/0/d/1")?.text == "2")
    #expect(root.element(at: "/c/d")?.text == "1")
    #expect(root.element(at: "/b/0")?.name == "b")
    #expect(root.element(at: "")?.name == "a")
    for pointer in ["/b/1", "/e", "/c/1/d", "/c/0/d/2"] { #expect(root.element(at: pointer)?.name == nil) }
  }

  @Test func sizeIsThatOfElementAndThoseInsideIt() throws {
    let root = try root("<a><b c='12'>345<d>67</d>8</b><b/></a>")
    #expect(root.elements("b").map(\.valueCount) == [3, 1])
    #expect(root.elements("b").map(\.textBytes) == [8, 0])
    #expect(root.textBytes == 8)
  }

  @Test func textIsThatOfElementItself() throws {
    #expect(try root("<a>x<b>y</b>z</a>").text == "xz")
    #expect(try root("<a>x\r\ny&#10;&#233;</a>").text == "x\ny\né")
    #expect(try root("<a b='x\ny'/>").attribute("b") == "x y")
  }

  @Test(arguments: [
    "<?xml version='1.0' encoding='ISO-8859-1'?><a>ü</a>", "<?xml version='1.0' encoding='UTF-8'?><a>ü</a>", "<a>ü</a>",
  ])
  func encodingsAreDecoded(_ text: String) throws {
    let isLatin = text.contains("8859")
    let bytes = isLatin ? text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(text.utf8)
    #expect(try XMLDocument(parsing: bytes).root.text == "ü")
  }

  @Test func utf16IsDecoded() throws {
    let bytes: [UInt8] = [0xFE, 0xFF] + "<a>ü</a>".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(try XMLDocument(parsing: bytes).root.text == "ü")
  }

  @Test(arguments: [
    "", " ", "text", "<a>", "<a></b>", "<a/>x", "<a/><b/>", "<a b='1' b='2'/>", "<a>&none;</a>", "<a>&#0;</a>", "<a>\u{1}</a>",
    "<a>\u{0}</a>", "<a>]]></a>", "<a b=1/>", "<a b='<'/>", "<a>& b</a>", "<x:a/>", "<a x:b='1'/>", "<a/><!-- x", "<?xml version='1.0'",
    " <?xml version='1.0'?><a/>", "<?xml version='1.0' encoding='UTF-7'?><a/>", "<?xml version='1.0' encoding='UTF-16'?><a/>",
    "<a><?xml version='1.0'?></a>", "<a>&#xD800;</a>", "<a xmlns:x='u&#10;v' x:b='1'/>", "<?p?><a><!-- -- --></a>",
  ])
  func textThatIsNotWellFormedIsRejected(_ text: String) {
    let error = #expect(throws: XMLError.self) { try XMLDocument(parsing: Array(text.utf8)) }
    #expect(error?.code == .syntax)
  }

  @Test func bytesThatAreNotUTF8AreRejected() {
    for bytes in [[0x3C, 0x61, 0x3E, 0xFF, 0x3C, 0x2F, 0x61, 0x3E], [0x3C, 0x61, 0x3E, 0xC3, 0x3C, 0x2F, 0x61, 0x3E]] as [[UInt8]] {
      #expect(throws: XMLError.self) { try XMLDocument(parsing: bytes) }
    }
  }

  @Test func everyTruncationIsRejected() throws {
    let bytes = Array(Self.feed.utf8)
    let end = try #require(bytes.lastIndex { $0 > 0x20 })
    for length in 0...end {
      #expect(throws: XMLError.self, "\(length)") { try XMLDocument(parsing: Array(bytes.prefix(length))) }
    }
  }

  @Test func errorsHavePositions() {
    let error = #expect(throws: XMLError.self) { try XMLDocument(parsing: Array("<a>\n  <b>ü</c>\n</a>".utf8)) }
    #expect(error?.line == 2)
    #expect(error?.column == 9)
    #expect(error?.offset == 13)
    #expect(error?.description == "xml.syntax at line 2, column 9 (byte 13): mismatched tag")
  }
}
