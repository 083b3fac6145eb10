import Basics
import CampusCatalog
import FeedKit
import Testing

/// The guarantees of a draft that reads XML, for any adapter.
@Suite struct XMLDraftTests {
  private func draft(_ change: (inout FeedLimits) -> Void = { _ in }, isOver: @escaping @Sendable () -> Bool = { false }) throws
    -> FeedDraft
  {
    var limits = FeedLimits()
    change(&limits)
    let id = try #require(FeedID("here/list"))
    let feed = Feed(
      id: id, campus: Campus(id: id.campus, name: "Here"), adapter: try #require(AdapterID("list")), addresses: [:])
    return FeedDraft(for: feed, limits: limits, replies: 1, isOver: isOver)
  }

  private func reply(_ text: String) -> FeedReply {
    FeedReply(to: FeedRequest("list", addresses: [], format: .xml), body: Array(text.utf8))
  }

  /// Reads rows with a key, an address and a position.
  private func read(_ rows: String, into draft: inout FeedDraft) throws {
    let reply = reply("<list>\(rows)</list>")
    let document = try draft.openXML(reply)
    let feed = draft.feed
    draft.readRecords("row", of: document.root, in: reply) { (row, notes) throws(FieldError) in
      let key = try row.requiredLine("key")
      guard let id = EntryID(feed: feed.id, record: key) else { throw row.fault(.value, "no usable key") }
      var entry = Entry(
        id: id, campus: feed.campus.id, name: try row.line("name"), sources: [SourceReference(feed: feed.id, record: key)],
        details: .place(Place(category: .other)))
      if let page = try row.address("page", noting: &notes) { entry.links = [Link(.website, page)] }
      if let coordinate = try row.element("at")?.coordinate("lat", "lon", noting: &notes) {
        entry.details = .place(Place(category: .other, location: Location(coordinate: coordinate)))
      }
      return entry
    }
    try draft.finish()
  }

  @Test func badRecordsAreSetAside() throws {
    var draft = try draft()
    try read(
      """
      <row><key>a</key></row><other/><row/><row><key>b</key><key>c</key></row><row><key><b>d</b></key></row>
      <row><key> e
      f </key><name></name></row><row><key>a</key></row>
      """, into: &draft)
    #expect(draft.ids.map(\.record) == ["a", "e%20f"])
    #expect(draft.rejected == 4)
    #expect(draft.duplicates == 1)
    let notes = draft.notes.map { "\($0.code) \($0.pointer ?? ""): \($0.detail)" }
    #expect(
      notes == [
        "schema.missing /row/1: <key> is missing or empty", "schema.value /row/2/key: expected one <key>, found several",
        "schema.type /row/3/key: expected text, found <b>", "record.duplicate /row/5: another record has the same id",
      ])
  }

  @Test func badValuesAreLeftOutWithNotes() throws {
    var draft = try draft()
    try read(
      """
      <row><key>a</key><page>javascript:alert(1)</page><at lat="91" lon="1"/></row>
      <row><key>b</key><page>https://example.edu/b</page><at lat=" 1.5 " lon="-2"/></row>
      <row><key>c</key><page/><at/></row><row><key>d</key><at lat="1"/></row><row><key>e</key><at lat="inf" lon="0x1"/></row>
      """, into: &draft)
    #expect(draft.entries.map { $0.links.count } == [0, 1, 0, 0, 0])
    #expect(draft.entries.compactMap { $0.place?.location.coordinate } == [try #require(Coordinate(latitude: 1.5, longitude: -2))])
    #expect(
      draft.notes.map { "\($0.code) \($0.pointer ?? "") \($0.entry?.record ?? "")" } == [
        "field.url /row/0/page a", "location.odd /row/0/at/@lat a", "location.odd /row/3/at/@lat d", "location.odd /row/4/at/@lat e",
      ])
  }

  @Test func limitsApply() throws {
    let row = "<row><key>a</key></row>"
    var tooLong = try draft { $0.recordText = 10 }
    try read(row + "<row><key>b</key><name>12345678901</name></row>", into: &tooLong)
    #expect(tooLong.notes.map(\.code.description) == ["limit.record"])
    var tooMany = try draft { $0.recordValues = 5 }
    try read(row + "<row><key>b</key><x y='1'/><z/><z/></row>", into: &tooMany)
    #expect(tooMany.notes.map(\.code.description) == ["limit.record"])
    for (code, change) in [("limit.values", { $0.values = 4 }), ("limit.bytes", { $0.bytes = 20 })]
      as [(String, (inout FeedLimits) -> Void)]
    {
      var limited = try draft(change)
      let error = #expect(throws: AdapterError.self) { try read(row + row, into: &limited) }
      #expect(error?.code.description == code)
    }
  }

  @Test func valuesOfAllRepliesCount() throws {
    var draft = try draft { $0.values = 5 }
    _ = try draft.openXML(reply("<a><b/><c/></a>"))
    let error = #expect(throws: AdapterError.self) { try draft.openXML(reply("<a><b/><c/></a>")) }
    #expect(error?.code.description == "limit.values")
    #expect(error?.advice == "list.xml has more than 2 elements and attributes")
  }

  @Test func readingStopsAtDeadline() throws {
    let checks = Guarded(0)
    var draft = try draft { _ in
    } isOver: {
      checks.withLock { count in
        count += 1
        return count > 1
      }
    }
    let rows = (0..<40_000).map { "<row><key>\($0)</key></row>" }.joined()
    let error = #expect(throws: AdapterError.self) { try read(rows, into: &draft) }
    #expect(error == .timeOver)
    #expect(draft.records < 40_000)
  }

  @Test func errorsNameFileAndPosition() throws {
    var draft = try draft()
    let error = #expect(throws: AdapterError.self) { try draft.openXML(reply("<a>\n<b></a>")) }
    #expect(error?.advice == "list.xml is not valid XML at line 2, column 6 (byte 9): mismatched tag")
    #expect(error?.offset == 9)
  }
}
