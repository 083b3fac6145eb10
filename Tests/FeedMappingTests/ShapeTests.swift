import FeedKit
import FeedMapping
import Testing

/// Shapes of hours, and of the records around them. 23 November 2026 is a Monday.
@Suite struct ShapeTests {
  private let closed = "closed"
  private let unknown = "unknown"

  private static func remarks(_ draft: FeedDraft) throws -> [String] {
    let hours = try #require(draft.entries.first?.place?.hours, "\(draft.notes)")
    return hours.layers.flatMap { zip($0.notes.dates, $0.notes.texts).map { "\($0) \($1)" } }
  }

  // MARK: - The date of receipt

  @Test func datesOfReceipt() async throws {
    let mapping = """
      {"records": "", "id": {"text": "a"}, "name": {"text": "A"}, "hours": {"dates": [
        {"each": {"one": ""}, "date": {"received": 0}, "opens": "/from", "closes": "/to"},
        {"each": "/tomorrow", "date": {"date": {"received": 1}}, "opens": "/from", "closes": "/to"}]}}
      """
    let body = #"[{"from": "8am", "to": "5pm", "tomorrow": [{"from": "9am", "to": "1pm"}]}]"#
    let test = try MappingCase(mapping)
    // 23:00 in New York.
    let hours = try #require(try await test.read(body, receivedAt: "2026-11-24T04:00:00Z").entries.first?.place?.hours)
    #expect(hours.layers.count == 1)
    #expect(
      try (22...25).map { hours.plan(on: try #require(LocalDate("2026-11-\($0)"))).services.first?.opens.description } == [
        nil, "08:00", "09:00", nil,
      ])
    let draft = try await test.read(body)
    #expect(draft.entries.first?.place?.hours?.layers == [])
    #expect(draft.notes.map(\.code) == [.hoursUnknown])
    #expect(draft.notes.first?.detail.contains("metadata") == true)
  }

  // MARK: - Windows

  @Test(arguments: [
    (#""days": 3"#, #"[{"on": "2026-11-24", "o": "8am", "c": "5pm"}]"#, ["closed", "08:00-17:00", "closed", "unknown"]),
    (#""to": "/last""#, #"[{"on": "2026-11-24", "o": "8am", "c": "5pm"}]"#, ["closed", "08:00-17:00", "unknown", "unknown"]),
    (
      #""days": 3, "else": "unknown""#, #"[{"on": "2026-11-24", "o": "8am", "c": "5pm"}]"#,
      ["unknown", "08:00-17:00", "unknown", "unknown"]
    ),
    (#""days": 3"#, "[]", ["closed", "closed", "closed", "unknown"]),
    (#""days": 3"#, "null", ["unknown", "unknown", "unknown", "unknown"]),
    // The rows are of another shape.
    (#""days": 3"#, #"[{"kind": "week", "o": "8am", "c": "5pm"}]"#, ["unknown", "unknown", "unknown", "unknown"]),
    // The row could be about any day.
    (#""days": 3"#, #"[{"on": "soon", "o": "8am", "c": "5pm"}]"#, ["unknown", "unknown", "unknown", "unknown"]),
  ])
  func daysWithoutRow(_ window: String, _ rows: String, _ expected: [String]) async throws {
    let drop = #""drop": {"at": "/kind", "is": "week"}"#
    let rule =
      #"{"dates": {"each": "/rows", \#(drop), "date": "/on", "opens": "/o", "closes": "/c", "window": {"from": "/first", \#(window)}}}"#
    let record = #"{"first": "2026-11-23", "last": "2026-11-24", "rows": \#(rows)}"#
    #expect(try await MappingCase.hours(rule, record).prefix(4) == expected[...])
  }

  /// A window has at most 400 days, whether a mapping file or a record gives its end.
  @Test func windowsAreLimited() async throws {
    func rule(_ end: String) -> String {
      #"{"dates": {"each": "/rows", "date": "/on", "opens": "/o", "closes": "/c", "window": {"from": "/first", \#(end)}}}"#
    }
    func record(_ last: String) -> String { #"{"first": "2026-11-23", "last": "\#(last)", "rows": []}"# }
    #expect(try await MappingCase.hours(rule(#""days": 400"#), record(""))[0] == closed)
    await #expect(throws: (any Error).self) { try await MappingCase.hours(rule(#""days": 401"#), record("")) }
    #expect(try await MappingCase.hours(rule(#""to": "/last""#), record("2027-12-27"))[0] == closed)
    #expect(try await MappingCase.hours(rule(#""to": "/last""#), record("2027-12-28"))[0] == unknown)
  }

  @Test func weekdaysWithoutRow() async throws {
    func rule(_ other: String) -> String { #"{"week": {"each": "/h", "day": {"key": true}, "opens": "/o", "closes": "/c"\#(other)}}"# }
    let record = #"{"h": {"mon": {"o": "8am", "c": "5pm"}, "tue": {}}}"#
    #expect(try await MappingCase.hours(rule(""), record) == ["08:00-17:00"] + Array(repeating: closed, count: 6))
    let others = try await MappingCase.hours(rule(#", "else": "unknown""#), record)
    #expect(others == ["08:00-17:00"] + Array(repeating: unknown, count: 6))
  }

  @Test func timesOfWeekdays() async throws {
    let day = { (name: String, key: String) in
      #""\#(name)": {"opens": "/\#(key)1", "closes": "/\#(key)2", "closed": {"at": "/\#(key)off"}, "always": {"at": "/\#(key)all"}, "unknown": {"at": "/\#(key)on"}}"#
    }
    let rule =
      #"{"week": {\#(zip(["mon", "tue", "wed", "thu", "fri", "sat"], ["a", "b", "c", "d", "e", "f"]).map(day).joined(separator: ", "))}}"#
    let record =
      #"{"a1": "20:00:00", "a2": "02:00:00", "b1": "8am", "b2": "5pm", "boff": true, "call": true, "don": true, "e1": "8am", "f1": 25, "f2": "x"}"#
    #expect(try await MappingCase.hours(rule, record) == ["20:00-26:00", closed, "00:00-24:00", unknown, unknown, unknown, closed])
    #expect(try await MappingCase.hours(rule, "{}").allSatisfy { $0 == unknown })
  }

  // MARK: - Remarks

  @Test func remarksOnDays() async throws {
    let mapping = """
      {"records": "", "id": {"text": "a"}, "name": {"text": "A"}, "hours": {
        "dates": {"each": "/days", "date": "/on", "services": "/at", "opens": "/o", "closes": "/c", "unknown": {"at": "/state", "is": ["text", "ByApp"]},
                  "note": [{"html": "/text"}, {"words": {"By appointment": "byapp"}, "of": "/state"}]},
        "specials": {"each": "/closures", "from": "/from", "to": "/to", "unknown": {"at": "/open", "is": null}, "note": "/message"}}}
      """
    let body = """
      [{"days": [{"on": "2026-11-23", "state": "text", "text": "<b>Chat</b> only"}, {"on": "2026-11-24", "state": "ByApp"},
                 {"on": "2026-11-25", "state": "open", "at": [{"o": "8am", "c": "5pm"}]}, {"on": "2026-11-26", "state": "text"}],
        "closures": [{"from": "2026-12-24", "to": "2026-12-25", "message": "Call ahead"}, {"from": "2026-12-31", "open": false, "message": "Closed"}]}]
      """
    let draft = try await MappingCase(mapping).read(body)
    #expect(
      try Self.remarks(draft) == [
        "2026-11-23 Chat only", "2026-11-24 By appointment", "2026-12-24 Call ahead", "2026-12-25 Call ahead",
      ])
    let hours = try #require(draft.entries.first?.place?.hours)
    for day in ["11-23", "11-24", "11-26", "12-24", "12-25"] { #expect(hours.plan(on: try #require(LocalDate("2026-\(day)"))) == .unknown) }
    // The last special schedule has no second date.
    #expect(draft.notes.map { $0.pointer } == ["/0/closures/1"])
    // They are written and read.
    let entry = try #require(draft.entries.first)
    var writer = JSONWriter()
    entry.write(to: &writer)
    #expect(writer.text.contains(#""notes":{"2026-11-23":"Chat only","2026-11-24":"By appointment"}"#))
    let document = try JSONDocument(parsing: writer.bytes)
    #expect(try Entry(reading: document.root) == entry)
  }

  // MARK: - Joined records

  private static let joined = """
    {"records": "", "join": "id", "id": "/hall", "name": "/name",
     "hours": {"week": {"each": {"one": ""}, "day": "/day", "opens": "/from", "closes": "/to", "label": "/meal"}}}
    """

  @Test func recordsWithTheSameID() async throws {
    let rows = [
      #"{"hall": 1, "name": "North", "day": "mon", "from": "7am", "to": "10am", "meal": "Breakfast"}"#,
      #"{"hall": 2, "name": "South", "day": "mon-fri", "from": "5pm", "to": "8pm", "meal": "Dinner"}"#,
      #"{"hall": 1, "name": "North", "day": "tue", "from": "7am", "to": "10am", "meal": "Breakfast"}"#,
      #"{"hall": 1, "name": "North", "day": "mon", "from": "11am", "to": "2pm", "meal": "Lunch"}"#, #"{"name": "West"}"#,
    ]
    let test = try MappingCase(Self.joined)
    let draft = try await test.read("[\(rows.joined(separator: ","))]")
    #expect(draft.entries.map { "\($0.id)" } == ["town/feed/1", "town/feed/2"])
    let monday = try #require(LocalDate("2026-11-23"))
    let north = try #require(draft.entries.first?.place?.hours)
    #expect(north.plan(on: monday).services.map { $0.label } == ["Breakfast", "Lunch"])
    #expect(north.plan(on: try #require(monday.adding(days: 1))).services.count == 1)
    #expect(north.plan(on: try #require(monday.adding(days: 2))) == .closed)
    #expect(draft.rejected == 1)
    #expect(draft.notes.map { "\($0.code) \($0.pointer ?? "")" } == ["schema.missing /4", "record.skipped "])
    // Records may be in any order.
    let others = try await test.read("[\(rows.reversed().joined(separator: ","))]")
    #expect(others.entries == draft.entries)
  }

  /// Keys of records may be in any order, too, and pages may begin with the same id.
  @Test func joinedRecordsInAnyOrder() async throws {
    let mapping = #"{"records": "", "join": "id", "id": "/id", "name": "/name", "paging": {"page": "p"}}"#
    let (first, second) = (#"[{"name": "B", "id": 1, "a": 2}]"#, #"[{"id": 1, "name": "A", "a": 3}]"#)
    let test = try MappingCase(mapping)
    let drafts = [
      try await test.read(first, second), try await test.read(second, first),
      try await test.read(#"[{"a": 2, "id": 1, "name": "B"}]"#, second),
    ]
    #expect(drafts.map { $0.entries.map(\.name) } == [["B"], ["B"], ["B"]])
    #expect(drafts.flatMap(\.notes).map(\.code.description) == Array(repeating: "record.skipped", count: 3))
  }

  @Test(arguments: [
    (#"{"records": ["/a", "/b"], "join": "id", "id": "/x", "name": "/x"}"#, "/join"),
    (#"{"records": "", "join": "name", "id": "/x", "name": "/x"}"#, "/join"),
  ])
  func invalidJoin(_ mapping: String, _ pointer: String) {
    #expect(throws: FileError.self) { try Mapping(Array(mapping.utf8), file: "mapping.json") }
  }

  // MARK: - Values elsewhere

  @Test func valuesOfOuterRows() async throws {
    let mapping = """
      {"records": ["/areas", "/places"], "id": "/id", "name": {"join": [{"outer": "/area"}, "/name"], "with": ", "},
       "hours": {"week": {"each": ["/schedules", "/hours"], "drop": {"at": {"outer": "/door"}, "is": false},
                          "day": "/day", "opens": "/from", "closes": "/to", "label": {"outer": "/title"}}}}
      """
    let body = """
      {"areas": [{"area": "North", "places": [{"id": 1, "name": "Hall", "title": "Hall", "schedules": [
        {"title": "Office", "hours": [{"day": "mon", "from": "8am", "to": "noon"}]},
        {"title": "Phone", "door": false, "hours": [{"day": "mon-sun", "from": "12am", "to": "11pm"}]},
        {"hours": [{"day": "tue", "from": "8am", "to": "noon", "title": "own"}]}]}]}]}
      """
    let draft = try await MappingCase(mapping).read(body)
    let entry = try #require(draft.entries.first)
    #expect(entry.name == "North, Hall")
    let hours = try #require(entry.place?.hours)
    let monday = try #require(LocalDate("2026-11-23"))
    #expect(hours.plan(on: monday).services.map(\.label) == ["Office"])
    // The closest value around the row: the schedule has no title, but the record has one.
    #expect(hours.plan(on: try #require(monday.adding(days: 1))).services.map(\.label) == ["Hall"])
    #expect(hours.plan(on: try #require(monday.adding(days: 2))) == .closed)
  }

  /// Rows that are dropped close no days: a place with no other rows has no hours.
  @Test func droppedRowsStateNothing() async throws {
    let rule = #"{"week": {"each": "/h", "drop": {"at": "/kind", "is": "phone"}, "day": "/d", "opens": "/o", "closes": "/c"}}"#
    let phone = #"{"kind": "phone", "d": "mon", "o": "8am", "c": "5pm"}"#
    #expect(try await MappingCase.hours(rule, #"{"h": [\#(phone)]}"#).allSatisfy { $0 == unknown })
    let door = #"{"d": "tue", "o": "8am", "c": "5pm"}"#
    #expect(try await MappingCase.hours(rule, #"{"h": [\#(phone), \#(door)]}"#).prefix(2) == [closed, "08:00-17:00"])
  }

  @Test func valuesOfOtherRecords() async throws {
    let parent = #"{"other": "/name", "where": "/lid", "is": "/parent"}"#
    let mapping = """
      {"records": "/list", "id": "/lid", "name": {"join": [\(parent), "/name"], "with": ", "}, "paging": {"page": "p"},
       "location": {"building": {"other": "/title", "where": "/code", "is": "/at", "in": "/buildings"}},
       "skip": {"at": \(parent), "is": "Online"}}
      """
    let first =
      #"{"list": [{"lid": 2, "name": "Desk", "parent": 1, "at": "m"}, {"lid": 5, "name": "Chat", "parent": 4}], "buildings": {"x": {"code": "M", "title": "No"}, "y": {"code": "m", "title": "Main"}}}"#
    let second = #"{"list": [{"lid": 1, "name": "Library"}, {"lid": 3, "name": "Lab", "parent": 9}, {"lid": 4, "name": "Online"}]}"#
    let draft = try await MappingCase(mapping).read(first, second)
    #expect(draft.entries.map(\.name) == ["Library", "Library, Desk", "Lab", "Online"])
    #expect(draft.entries.map { $0.place?.location.building } == [nil, "Main", nil, nil])
    #expect(draft.skipped == 1)
  }

  // MARK: - Times

  @Test(arguments: [
    (#""opens": {"seconds": "/s"}, "closes": {"seconds": "/e"}"#, #""s": 28800, "e": 93600"#, "08:00-26:00"),
    (#""opens": "/s", "closes": {"duration": "/e"}"#, #""s": "8am", "e": 90"#, "08:00-09:30"),
    (#""opens": "/s", "closes": {"duration": "/e", "unit": "hours"}"#, #""s": "20:00", "e": "6.5""#, "20:00-26:30"),
    (#""opens": "/s", "closes": {"duration": "/e"}"#, #""s": "20:00", "e": "PT2H30M""#, "20:00-22:30"),
    (#""opens": "/s", "closes": {"duration": "/e"}"#, #""s": "20:00", "e": "long""#, "unknown"),
    (#""opens": "/s", "closes": {"duration": "/e"}"#, #""s": "20:00", "e": 100000"#, "unknown"),
    (
      #""opens": "/s", "closes": "/e", "break": {"from": "/f", "to": "/t"}"#, #""s": "8am", "e": "5pm", "f": "noon", "t": "1pm""#,
      "08:00-12:00, 13:00-17:00"
    ),
    (#""opens": "/s", "closes": "/e", "break": {"from": "/f", "to": "/t"}"#, #""s": "8am", "e": "5pm""#, "08:00-17:00"),
    (#""opens": "/s", "closes": "/e", "break": {"from": "/f", "to": "/t"}"#, #""s": "8am", "e": "5pm", "f": "noon""#, "unknown"),
    (#""opens": "/s", "closes": "/e", "break": {"from": "/f", "to": "/t"}"#, #""s": "8am", "e": "5pm", "f": "4pm", "t": "6pm""#, "unknown"),
    (
      #""opens": "/s", "closes": "/e", "break": {"from": "/f", "to": "/t"}"#, #""s": "8am", "e": "5pm", "f": "1pm", "t": "noon""#, "unknown"
    ),
  ])
  func times(_ rule: String, _ values: String, _ expected: String) async throws {
    let week = #"{"week": {"each": "/h", "day": "/d", \#(rule)}}"#
    #expect(try await MappingCase.hours(week, #"{"h": [{"d": "mon", \#(values)}]}"#)[0] == expected)
    let dates = #"{"dates": {"each": "/h", "date": {"year": "/y", "month": "/m", "day": "/n"}, \#(rule)}}"#
    #expect(try await MappingCase.hours(dates, #"{"h": [{"y": 2026, "m": "11", "n": 23, \#(values)}]}"#)[0] == expected)
  }

  @Test func datesThatDoNotExist() async throws {
    let dates = #"{"dates": {"each": "/h", "date": {"year": "/y", "month": "/m", "day": "/n"}, "opens": "/s", "closes": "/e"}}"#
    #expect(
      try await MappingCase.hours(dates, #"{"h": [{"y": 2026, "m": 2, "n": 30, "s": "8am", "e": "5pm"}]}"#).allSatisfy { $0 == unknown })
  }

  @Test func openingsOfSeveralDays() async throws {
    let rule = #""dates": {"each": "/h", "opens": "/s", "closes": "/e", "continuous": true}"#
    let record =
      #"{"h": [{"s": "2026-11-23T11:00:00", "e": "2026-11-26T20:00:00"}, {"s": "2026-11-28T08:00:00", "e": "2026-11-28T17:00:00"}]}"#
    #expect(
      try await MappingCase.hours("{\(rule)}", record) == [
        "11:00-24:00", "00:00-24:00", "00:00-24:00", "00:00-20:00", unknown, "08:00-17:00", unknown,
      ])
    let mapping = #"{"records": "", "id": {"text": "a"}, "name": {"text": "A"}, "hours": {\#(rule)}}"#
    let hours = try #require(try await MappingCase(mapping).read("[\(record)]").entries.first?.place?.hours)
    let status = hours.status(at: try #require(Instant("2026-11-23T17:00:00Z")))
    #expect(status.isOpen)
    #expect(status.until == Instant("2026-11-27T01:00:00Z"))
  }

  // MARK: - Pages

  @Test(arguments: [
    (#"<https://example.edu/api?page=2>; rel="next""#, "https://example.edu/api?page=2"),
    (#"</api?page=2>; rel=next"#, "https://example.edu/api?page=2"),
    (#"<https://example.edu/1>; rel="first prev"; title="a, <b>", <https://example.edu/3>; REL="Next last""#, "https://example.edu/3"),
    (#"<https://example.edu/1>; rel="prev""#, nil), ("", nil), ("<", nil), (#"<https://example.edu/2>; title="rel=next""#, nil),
  ])
  func linkHeaders(_ header: String, _ expected: String?) async throws {
    let test = try MappingCase(#"{"records": "", "id": "/id", "name": "/id", "paging": {"link": "next"}}"#)
    #expect(try await test.next(after: #"[{"id": "a"}]"#, headers: ["link": header]) == expected)
  }
}
