import CampusCatalog
import FeedKit
import Testing

/// Comma-separated values are read as text of their encoding, row by row.
@Suite struct CSVTests {
  private static let mapping = #"{"format": "csv", "records": "", "id": {"slug": ["/Name"]}, "name": "/Name"}"#

  private func read(_ bytes: [UInt8], type: String? = nil) async throws -> FeedDraft {
    try await MappingCase(Self.mapping).read([bytes], headers: type.map { ["content-type": $0] } ?? [:])
  }

  @Test func commaSeparatedValues() async throws {
    let mapping = #"{"format": "csv", "records": "", "id": "/Id", "name": "/Name", "description": "/About, long"}"#
    let csv = "\u{FEFF}Id,Name,\"About, long\"\r\n1,\"Joe \"\"The\"\" Café\",\"two\nlines\"\r\n\r\n2,Plain,\r\n"
    let draft = try await MappingCase(mapping).read(csv)
    #expect(draft.entries.map { [$0.name, $0.description] } == [["Joe \"The\" Café", "two\nlines"], ["Plain", nil]])
    #expect(draft.pointers.map(\.pointer) == ["/0", "/1"])
    #expect(
      try await MappingCase(mapping.replacing(", long", with: "")).read("Id;Name;About\n1;Semi;colon").entries.map(\.name) == ["Semi"])
    for (wrong, line) in [("", 1), ("Id,Id\n", 1), ("Id,Name\n1,\"open\n", 2), ("Id,Name\n\n1,\"a\"b\n", 3)] {
      let error = await #expect(throws: AdapterError.self) { try await MappingCase(mapping).read(wrong) }
      #expect(error?.advice.contains("line \(line):") == true, "\(String(describing: error))")
    }
  }

  // MARK: - Encodings

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    "\u{FEFF}\(text)".utf16.flatMap { unit in
      let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
      return isBigEndian ? bytes.reversed() : bytes
    }
  }

  /// "Café Münze" with a dash in Windows-1252: E9, FC and 96.
  private static let western =
    Array("Name\nCaf".utf8) + [0xE9] + Array(" M".utf8) + [0xFC] + Array("nze ".utf8) + [0x96] + Array(" 1\n".utf8)

  @Test(arguments: [
    (western, "text/csv; charset=windows-1252"), (western, "text/csv;header=present; Charset=\"ISO-8859-1\""),
    (Array("Name\nCafé Münze – 1\n".utf8), "text/csv; charset=utf-8"),
    (Array("\u{FEFF}Name\nCafé Münze – 1\n".utf8), "text/csv; charset=cp1252"),
    (utf16("Name\r\nCafé Münze – 1\r\n", isBigEndian: false), nil), (utf16("Name\nCafé Münze – 1", isBigEndian: true), "text/csv"),
  ])
  func textIsDecoded(_ bytes: [UInt8], _ type: String?) async throws {
    let draft = try await read(bytes, type: type)
    #expect(draft.entries.map(\.name) == ["Café Münze – 1"])
    #expect(draft.entries.map(\.id.record) == ["cafe-munze-1"])
  }

  @Test(arguments: [
    (western, nil, "records.csv, line 2: the text is not UTF-8; another charset must be declared"),
    (western, "text/csv; charset=utf-8", "line 2: the text is not UTF-8"),
    (western, "text/csv; charset=koi8-r", "the charset \"koi8-r\" is not supported"),
    (Array("Name\na".utf8) + [0x81], "text/csv; charset=windows-1252", "0x81"),
    (Array(utf16("Name\nReed", isBigEndian: false).dropLast()), nil, "not UTF-16"),
    (utf16("Name\nReed", isBigEndian: false) + [0, 0xD8], nil, "not UTF-16"),
    (Array(utf16("Name\nReed", isBigEndian: false).dropFirst(2)), nil, "needs a byte order mark"),
  ])
  func textInAnotherEncodingIsRefused(_ bytes: [UInt8], _ type: String?, _ advice: String) async throws {
    let error = await #expect(throws: AdapterError.self) { try await read(bytes, type: type) }
    #expect(error?.code.description == "json.encoding")
    #expect(error?.advice.contains(advice) == true, "\(String(describing: error))")
  }

  @Test func unknownCharsetOfASCIITextDoesNotMatter() async throws {
    #expect(try await read(Array("Name\nReed".utf8), type: "text/csv; charset=koi8-r").entries.map(\.name) == ["Reed"])
  }

  // MARK: - Rows

  @Test func rowsWithoutTextAreIgnored() async throws {
    let draft = try await MappingCase(#"{"format": "csv", "records": "", "id": "/Id", "name": "/Name"}"#)
      .read(",,\n\nId,Name,\"Open\"\n,,\n1,Reed,\n \t, ,\"\"\r\n2,Mill,x\n,,\n")
    #expect(draft.entries.map(\.name) == ["Reed", "Mill"])
    #expect((draft.rejected, draft.notes.count) == (0, 0))
    #expect(draft.pointers.map(\.pointer) == ["/0", "/1"])
  }

  @Test func rowsOfAnotherLengthAreSetAside() async throws {
    let draft = try await MappingCase(#"{"format": "csv", "records": "", "id": "/Id", "name": "/Name"}"#)
      .read("Id,Name\n1,Reed\n2\n3,Mill,x\n4,Hall\n")
    #expect(draft.entries.map(\.name) == ["Reed", "Hall"])
    #expect(draft.rejected == 2)
    #expect(draft.notes.map { "\($0.code) \($0.pointer ?? "")" } == ["schema.value /1", "schema.value /2"])
    #expect(draft.notes.map(\.detail) == ["1 field, which is not the number of columns", "3 fields, which is not the number of columns"])
    #expect(draft.pointers.map(\.pointer) == ["/0", "/3"])
  }

  // MARK: - Limits

  /// The rows share the names of the columns: 2 GB of names would take minutes and all memory.
  @Test(.timeLimit(.minutes(15)))
  func longColumnNamesAreNotRepeated() async throws {
    let header = "Name,\(String(repeating: "h", count: 100_000))"
    let draft = try await read(Array("\(header)\n\((0..<20_000).map { "Place \($0),x" }.joined(separator: "\n"))".utf8))
    #expect(draft.entries.count == 20_000)
    #expect(draft.notes.isEmpty)
  }

  @Test func textOfARowIsLimitedWithoutItsColumnNames() async throws {
    let long = String(repeating: "x", count: 5 << 20)
    let draft = try await MappingCase(#"{"format": "csv", "records": "", "id": "/Id", "name": "/Id"}"#).read("Id,Text\n1,a\n2,\(long)\n3,b")
    #expect(draft.entries.map(\.name) == ["1", "3"])
    #expect(draft.notes.map { "\($0.code) \($0.pointer ?? "")" } == ["limit.record /1"])
  }

  @Test func valuesAreLimited() throws {
    let bytes = Array("Name,B\n\(String(repeating: "a,b\n", count: 20))".utf8)
    // (In one expression, the compiler frees the document even if it was never made.)
    func count(_ maximumValues: Int) throws(CSVTable.Failure) -> Int {
      let document = try CSVTable.document(bytes, maximumValues: maximumValues)
      return document.root.count
    }
    #expect(try count(61) == 20)
    #expect(throws: CSVTable.Failure.self) { try count(60) }
  }

  @Test func oddCharactersAreNoted() async throws {
    let marks = "e" + String(repeating: "\u{301}", count: 40)
    let draft = try await read(Array("Name,\u{E9},e\u{301}\nReed\u{1B} \(marks),,\n".utf8))
    #expect(draft.entries.first?.name?.unicodeScalars.count == 36)
    #expect(draft.notes.map(\.code.description) == ["json.lookalike_keys", "text.controls", "text.marks"])
  }
}
