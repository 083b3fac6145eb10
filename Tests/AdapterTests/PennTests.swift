import CampusCatalog
import OpeningHours
import Testing

@Suite struct PennTests {
  private static func venues(_ parts: String, status: String = "open", date: String = "2026-11-20") -> String {
    #"[{"name":"Hill House","address":"","days":[{"date":"\#(date)","status":"\#(status)","dayparts":[\#(parts)]}],"image":null,"id":636}]"#
  }

  private static func part(_ start: String, _ end: String, _ label: String = "Dinner") -> String {
    #"{"starttime":"\#(start)","endtime":"\#(end)","message":"","label":"\#(label)"}"#
  }

  @Test(arguments: [
    ("2026-11-20T17:00:00", "2026-11-20T21:00:00", "17:00-21:00 Dinner"),
    ("2026-11-20T20:00:00", "2026-11-20T02:20:00", "20:00-26:20 Dinner"),
    ("2026-11-20T20:00:00", "2026-11-21T02:20:00", "20:00-26:20 Dinner"),
    ("2026-11-20T11:00:00", "2026-11-20T23:59:00", "11:00-24:00 Dinner"),
    ("2026-11-20T11:00:00", "2026-11-20T23:59:59", "11:00-24:00 Dinner"),
    ("2026-11-20T11:00:00", "2026-11-20T00:00:00", "11:00-24:00 Dinner"),
    ("2026-11-20T00:00:00", "2026-11-20T00:00:00", "closed"),
    ("2026-11-20T11:30:00", "2026-11-20T11:30:00", "closed"),
    // Late 2022: times with offsets, read in the campus's zone.
    ("2026-11-20T22:30:00Z", "2026-11-21T02:00:00Z", "17:30-21:00 Dinner"),
    ("2026-11-20T17:30:00-05:00", "2026-11-20T21:00:00-05:00", "17:30-21:00 Dinner"),
  ])
  func timesOfADaypart(_ start: String, _ end: String, _ expected: String) async throws {
    let catalog = try await Reply.catalog("penn/dining", ["venues": Self.venues(Self.part(start, end))])
    #expect(try catalog.hours("penn/dining/636", "2026-11-20") == expected)
    #expect(try catalog.hours("penn/dining/636", "2026-11-19") == "unknown")
  }

  @Test func closuresInTheOlderShape() async throws {
    func meal(_ type: String, _ open: Int = 11, _ close: Int = 14) -> String {
      #"{"type": "\#(type)", "open": "\#(open):00:00", "close": "\#(close):00:00"}"#
    }
    let days = [[meal("Closed for break")], [meal("Closed for break"), meal("Lunch", 14, 16)], [meal("Closed")]].enumerated().map {
      #"{"date": "2016-11-2\#($0)", "meal": [\#($1.joined(separator: ", "))]}"#
    }
    let venue = #"{"id": 593, "name": "Commons", "venueType": "residential", "dateHours": [\#(days.joined(separator: ", "))]}"#
    let catalog = try await Reply.catalog("penn/dining", ["venues": #"{"document": {"venue": [\#(venue)]}}"#])
    let found = try (0...2).map { try catalog.hours("penn/dining/593", "2016-11-2\($0)") }
    #expect(found == ["unknown", "14:00-16:00 Lunch", "closed"])
    #expect(catalog.feeds.first?.notes.map { "\($0.code)" } == ["hours.unknown", "hours.unknown"])
  }

  /// A closure without times says nothing about the others of its day, and does not count as unreadable.
  @Test(arguments: ["", "null", "2026-11-20T"])
  func closuresWithoutTimes(_ time: String) async throws {
    let closure = Self.part(time, time, "Closed for holiday").replacing("\"null\"", with: "null")
    let alone = try await Reply.catalog("penn/dining", ["venues": Self.venues(closure)])
    #expect(try alone.hours("penn/dining/636", "2026-11-20") == "unknown")
    #expect(alone.feeds.first?.notes.map(\.code) == [.hoursUnknown])
    let dinner = Self.part("2026-11-20T17:00:00", "2026-11-20T21:00:00")
    let other = try await Reply.catalog("penn/dining", ["venues": Self.venues(closure + ", " + dinner)])
    #expect(try other.hours("penn/dining/636", "2026-11-20") == "17:00-21:00 Dinner")
  }

  /// Closures within an opening, and days that are listed twice.
  @Test(arguments: [
    ("Closed for lunch", "12:00", "08:00-12:00 Dining, 13:00-20:00 Dining"), ("Closed for holiday", "12:00", "unknown"),
    ("Closed for holiday", "07:00", "08:00-20:00 Dining"), ("Dining", "12:00", "unknown"),
    ("Grill", "12:00", "08:00-20:00 Dining, 12:00-13:00 Grill"),
  ])
  func contradictions(_ label: String, _ opens: String, _ expected: String) async throws {
    let hour = opens.prefix(2)
    let end = hour == "07" ? "08" : "13"
    func day(_ meal: String) -> String { #"{"date": "2016-11-20", "meal": [\#(meal)]}"# }
    let dining = #"{"type": "Dining", "open": "08:00:00", "close": "20:00:00"}"#
    let other = #"{"type": "\#(label)", "open": "\#(opens):00", "close": "\#(end):00:00"}"#
    let older = #"{"id": 593, "name": "Commons", "venueType": "residential", "dateHours": [\#(day(dining)), \#(day(other))]}"#
    let catalog = try await Reply.catalog("penn/dining", ["venues": #"{"document": {"venue": [\#(older)]}}"#])
    #expect(try catalog.hours("penn/dining/593", "2016-11-20") == expected)
    let days = [("08:00", "20:00", "Dining"), (opens, "\(end):00", label)].map { opens, closes, label in
      let part = Self.part("2026-11-20T\(opens):00", "2026-11-20T\(closes):00", label)
      return #"{"date":"2026-11-20","status":"open","dayparts":[\#(part)]}"#
    }
    let venue = #"[{"name":"Hill House","days":[\#(days.joined(separator: ","))],"id":636}]"#
    #expect(try await Reply.catalog("penn/dining", ["venues": venue]).hours("penn/dining/636", "2026-11-20") == expected)
  }

  @Test(arguments: ["null", #""2026-02-30""#, #""""#])
  func daysWithoutADateAreLeftOut(_ date: String) async throws {
    let day = #"{"date":\#(date),"status":"open","dayparts":[]},"#
    let venues = Self.venues(Self.part("2026-11-20T17:00:00", "2026-11-20T21:00:00")).replacing(#""days":["#, with: #""days":[\#(day)"#)
    let catalog = try await Reply.catalog("penn/dining", ["venues": venues])
    #expect(try catalog.hours("penn/dining/636", "2026-11-20") == "17:00-21:00 Dinner")
    #expect(catalog.feeds.first?.notes.map(\.code) == [.hoursUnknown])
  }

  @Test(arguments: [("closed", "closed"), ("", "closed"), ("CLOSED", "closed"), ("open", "unknown"), ("limited", "unknown")])
  func dayWithoutDayparts(_ status: String, _ expected: String) async throws {
    let catalog = try await Reply.catalog("penn/dining", ["venues": Self.venues("", status: status)])
    #expect(try catalog.hours("penn/dining/636", "2026-11-20") == expected)
    #expect(catalog.feeds.first?.notes.isEmpty == (expected == "closed"))
  }

  @Test(arguments: [
    "2026-02-30T11:00:00", "2026-11-20T25:61:00", "2026-11-20T23:59:60", "2026-11-20", "11:00:00", "2026-11-20T11:00:00+99:00",
    "2026-11-22T11:00:00",
  ])
  func impossibleTimeMakesTheDayUnknown(_ end: String) async throws {
    let venues = Self.venues(Self.part("2026-11-20T10:00:00", end) + ", " + Self.part("2026-11-20T17:00:00", "2026-11-20T19:00:00"))
    let catalog = try await Reply.catalog("penn/dining", ["venues": venues])
    #expect(try catalog.hours("penn/dining/636", "2026-11-20") == "unknown")
    let report = try #require(catalog.feeds.first)
    #expect((report.entries, report.rejected) == (1, 0))
    let note = try #require(report.notes.first)
    #expect(note.code.description == "hours.unknown")
    #expect(note.pointer?.hasPrefix("/0/days/0/dayparts/0") == true)
  }

  /// A message is shown with its service only.
  @Test func messagesBelongToTheirService() async throws {
    let day = { (date: Int, label: String, message: String) in
      let time = "2026-11-\(date)T"
      return """
        {"date":"2026-11-\(date)","status":"open","dayparts":[
          {"starttime":"\(time)17:00:00","endtime":"\(time)20:00:00","label":"\(label)","message":"\(message)"}]}
        """
    }
    let days = [
      day(23, "Dinner", ""), day(24, "Dinner", "Shabbat dinner\\nat sundown"), day(25, "", "Walk-in"), day(26, "Closed", "Holiday"),
    ]
    let body = #"[{"name":"Hill House","days":[\#(days.joined(separator: ","))],"id":636}]"#
    let catalog = try await Reply.catalog("penn/dining", ["venues": body])
    let found = try (23...26).map { try catalog.hours("penn/dining/636", "2026-11-\($0)") }
    #expect(found == ["17:00-20:00 Dinner", "17:00-20:00 Dinner: Shabbat dinner at sundown", "17:00-20:00 Walk-in", "closed"])
    #expect(catalog.entries.first?.notice == nil)
    #expect(catalog.feeds.first?.notes.first?.pointer == "/0/days/3/dayparts/0")
  }

  /// Offsets around a clock change: the local time of an instant differs.
  @Test func offsetsAcrossTheEndOfSummerTime() async throws {
    let parts = Self.part("2022-11-05T12:00:00Z", "2022-11-05T14:00:00Z", "Saturday")
    let later = Self.venues(Self.part("2022-11-06T13:00:00Z", "2022-11-06T15:00:00Z", "Sunday"), date: "2022-11-06")
    let saturday = try await Reply.catalog("penn/dining", ["venues": Self.venues(parts, date: "2022-11-05")])
    let sunday = try await Reply.catalog("penn/dining", ["venues": later])
    #expect(try saturday.hours("penn/dining/636", "2022-11-05") == "08:00-10:00 Saturday")
    #expect(try sunday.hours("penn/dining/636", "2022-11-06") == "08:00-10:00 Sunday")
  }
}
