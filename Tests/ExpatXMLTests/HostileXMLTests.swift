import ExpatXML
import TestKit
import Testing

/// Texts designed to harm a parser: entities, references to files, and texts of an unusual shape and size.
@Suite struct HostileXMLTests {
  private func error(_ text: String, maximumValues: Int = .max) -> XMLError? {
    do throws(XMLError) { _ = try XMLDocument(parsing: Array(text.utf8), maximumValues: maximumValues) } catch { return error }
    return nil
  }

  /// Ten entities, each of them ten times the one before: a gigabyte of text in 700 bytes.
  private static let bomb =
    "<!DOCTYPE a [<!ENTITY e0 \"ha\">"
    + (1...9).map { "<!ENTITY e\($0) \"" + String(repeating: "&e\($0 - 1);", count: 10) + "\">" }.joined() + "]><a>&e9;</a>"

  @Test(arguments: [
    bomb, "<!DOCTYPE a><a/>", "<!DOCTYPE html><html></html>", "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
    "<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><a>&e;</a>",
    "<!DOCTYPE a [<!ENTITY % p SYSTEM \"http://localhost/x.dtd\"> %p;]><a/>",
    "<!DOCTYPE a [<!ATTLIST a b CDATA \"default\">]><a/>",
    "<?xml version='1.0' standalone='no'?><!-- --><!DOCTYPE a PUBLIC \"p\" \"s\"><a/>",
  ])
  func documentTypesAreRejected(_ text: String) {
    #expect(error(text)?.code == .documentType)
  }

  /// The declaration is found in every encoding that the parser reads.
  @Test func documentTypeInUTF16IsRejected() {
    let bytes: [UInt8] = [0xFE, 0xFF] + "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let error = #expect(throws: XMLError.self) { try XMLDocument(parsing: bytes) }
    #expect(error?.code == .documentType)
  }

  @Test func depthIsLimited() throws {
    func nested(_ depth: Int) -> String { String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth) }
    #expect(error(nested(XMLDocument.maximumDepth)) == nil)
    #expect(error(nested(XMLDocument.maximumDepth + 1))?.code == .depth)
    #expect(error(nested(1_000_000))?.code == .depth)
    #expect(error(String(repeating: "<a>", count: 1_000_000))?.code == .depth)
  }

  @Test func valuesAreLimited() {
    let text = "<a b='1' c='2'>" + String(repeating: "<d/>", count: 10) + "</a>"
    #expect(error(text, maximumValues: 13) == nil)
    #expect(error(text, maximumValues: 12)?.code == .values)
    #expect(error("<a b='1' c='2'/>", maximumValues: 2)?.code == .values)
  }

  @Test func namesAreLimited() {
    let name = String(repeating: "n", count: 1_000)
    #expect(error("<\(name)/>") == nil)
    #expect(error("<\(name)n/>")?.code == .size)
    #expect(error("<a \(name)n='1'/>")?.code == .size)
  }

  /// The position is that after the tag or the name at fault, not the end of the text.
  @Test(arguments: [
    ("<?xml version='1.0'?>\n <!DOCTYPE a>\n<a/>\n", "xml.document_type at line 2, column 13 (byte 34)"),
    (String(repeating: "<a>\n", count: 70), "limit.depth at line 65, column 4 (byte 259)"),
    ("<a>\n<b/>\n <c/>\n<d/>\n</a>\n", "limit.values at line 3, column 6 (byte 14)"),
    ("<a>\n<\(String(repeating: "n", count: 1_001))/>\n</a>\n", "limit.size at line 2, column 1005 (byte 1008)"),
  ])
  func rejectedTagsHaveAPosition(_ text: String, _ position: String) throws {
    let found = try #require(error(text, maximumValues: text.contains("<c/>") ? 2 : .max))
    #expect(found.description.hasPrefix("\(position): "), "\(found)")
  }

  @Test func runsOfMarksAreShortened() throws {
    let marks = String(repeating: "\u{301}\u{327}", count: 5_000)
    let document = try XMLDocument(parsing: Array("<a b='e\(marks)'>e\(marks)x</a>".utf8))
    #expect(document.root.text.unicodeScalars.count == 32)
    #expect(document.root.attribute("b")?.unicodeScalars.count == 31)
    #expect(document.removedMarkCount == 2 * 9_970)
  }

  /// Large texts and attributes, in pieces, are whole.
  @Test func largeTextsAreWhole() throws {
    let long = String(repeating: "ü", count: 1 << 20)
    let document = try XMLDocument(parsing: Array("<a b='\(long)'>\(long)<!--\(long)--><c>x</c></a>".utf8))
    #expect(document.root.text == long)
    #expect(document.root.attribute("b") == long)
    #expect(document.root.elements("c").first?.text == "x")
  }

  /// Twice the text takes about twice the time, regardless of the repeated part.
  @Test(arguments: [
    ("x", "elements"), ("", "attributes"), ("&amp;", "references"), ("<!---->", "comments"), ("<?p?>", "instructions"),
    ("<![CDATA[]]>", "sections"), ("x", "one attribute"), ("<b xmlns:p='u'/>", "namespaces"),
  ])
  func timeIsProportional(_ unit: String, _ what: String) throws {
    func text(_ count: Int) -> [UInt8] {
      let body =
        switch what {
        case "elements": "<a>" + (0..<count).map { "<b\($0)>x</b\($0)>" }.joined() + "</a>"
        case "attributes": "<a " + (0..<count).map { "b\($0)='x'" }.joined(separator: " ") + "/>"
        case "one attribute": "<a b='" + String(repeating: unit, count: count) + "'/>"
        default: "<a>" + String(repeating: unit, count: count) + "</a>"
        }
      return Array(body.utf8)
    }
    let (small, large) = (text(10_000), text(80_000))
    func time(_ bytes: [UInt8]) throws -> Duration { try processorTime { _ = try XMLDocument(parsing: bytes) } }
    // Quadratic growth is a factor of 64. Other programs take turns with the caches, so the best of several measurements counts.
    let ratios = try (0..<4).map { _ in try time(large) / max(try time(small), .milliseconds(1)) }
    #expect(ratios.min() ?? 0 < 30, "\(what): \(ratios)")
  }
}
