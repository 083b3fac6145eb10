import FeedKit
import FeedMapping
import Testing

/// Hours in every shape that a mapping reads. 23 November 2026 is a Monday.
@Suite struct HoursRuleTests {
  private let closed = "closed"
  private let unknown = "unknown"

  @Test func namesAndRangesOfWeekdays() async throws {
    let rule = #"{"week": {"each": "/hours", "day": "/day", "services": "/events", "opens": "/start", "closes": "/end", "label": "/what"}}"#
    let record = """
      {"hours": [{"day": "monday-wednesday", "events": [{"start": "7:30am", "end": "10am", "what": "Breakfast"}, {"start": "5pm", "end": "12:30 a.m."}]},
                 {"day": "Thurs", "events": []}, {"day": "fri, sun", "events": [{"start": "noon", "end": "midnight"}]}]}
      """
    let monday = "07:30-10:00 Breakfast, 17:00-24:30"
    #expect(try await MappingCase.hours(rule, record) == [monday, monday, monday, closed, "12:00-24:00", closed, "12:00-24:00"])
  }

  /// Times with a label that says "closed" are no opening. If the label says more, it says nothing about other times of the day.
  @Test func labelsOfClosures() async throws {
    let service = #""opens": "/from", "closes": "/to", "label": "/what""#
    let lunch = #"{"from": "11:00", "to": "14:00", "what": "Closed for lunch"}"#
    let (closedAlone, phrase) = (lunch.replacing(" for lunch", with: ""), lunch.replacing("Closed for", with: "Bar closed for"))
    let dinner = #"{"from": "17:00", "to": "20:00", "what": "Dinner"}"#
    func days(_ services: String...) -> String {
      services.enumerated().map { #"{"day": \#($0 + 1), "on": "2026-11-\#(23 + $0)", "at": [\#($1)]}"# }.joined(separator: ", ")
    }
    let record = #"{"days": [\#(days("\(lunch), \(dinner)", lunch, closedAlone, phrase))]}"#
    let expected = ["17:00-20:00 Dinner", unknown, closed, "11:00-14:00 Bar closed for lunch"]
    let day = #""day": {"at": "/day", "numbers": {"1": "monday"}}"#
    let week = #"{"week": {"each": "/days", \#(day), "services": "/at", \#(service)}}"#
    #expect(try await MappingCase.hours(week, record).prefix(4) == expected[...])
    let dates = #"{"dates": {"each": "/days", "date": "/on", "services": "/at", \#(service)}}"#
    #expect(try await MappingCase.hours(dates, record).prefix(4) == expected[...])

    // Rows that are one opening each.
    func row(_ day: Int, _ service: String) -> String { #"{"day": \#(day), "on": "2026-11-\#(22 + day)", "# + service.dropFirst() }
    let rows = [row(1, lunch), row(1, dinner), row(2, lunch), row(3, closedAlone), row(4, phrase)].joined(separator: ", ")
    let each = #"{"week": {"each": "/rows", \#(day), \#(service)}}"#
    #expect(try await MappingCase.hours(each, #"{"rows": [\#(rows)]}"#).prefix(4) == expected[...])
    let contradiction = [row(1, dinner), row(1, closedAlone)].joined(separator: ", ")
    #expect(try await MappingCase.hours(each, #"{"rows": [\#(contradiction)]}"#)[0] == unknown)
    let listed = #"{"dates": {"each": "/rows", "date": "/on", \#(service)}}"#
    #expect(try await MappingCase.hours(listed, #"{"rows": [\#(rows)]}"#).prefix(4) == expected[...])
  }

  @Test(arguments: [
    (#"{"1": "monday"}"#, "[1, 7]", [0, 6]), (#"{"0": "monday"}"#, "[0, 6]", [0, 6]), (#"{"1": "sunday"}"#, "[1, 2]", [6, 0]),
    (#"{"0": "sunday"}"#, "[0, 3]", [6, 2]), (#"{"3": "wednesday"}"#, "\"2\"", [1]),
  ])
  func numbersOfWeekdays(_ numbers: String, _ days: String, _ open: [Int]) async throws {
    let rule = #"{"week": {"each": "/hours", "day": {"at": "/days", "numbers": \#(numbers)}, "opens": "/from", "closes": "/to"}}"#
    let found = try await MappingCase.hours(rule, #"{"hours": [{"days": \#(days), "from": "08:00:00", "to": "23:59:59"}]}"#)
    #expect(found == (0..<7).map { open.contains($0) ? "08:00-24:00" : "closed" })
  }

  /// Rows that are valid at different times apply together where their validity overlaps. Outside of all, hours are unknown.
  @Test func rowsWithValidity() async throws {
    let rule = """
      {"week": {"each": "/rows", "day": {"at": "/days", "numbers": {"1": "monday"}}, "from": "/start", "to": "/end",
                "opens": {"hours": "/h1", "minutes": "/m1"}, "closes": {"hours": "/h2"}}}
      """
    let record = """
      {"rows": [{"days": [1, 2, 3, 4], "h1": 8, "m1": 30, "h2": 18, "start": "2026-09-01T04:00:19-04:00", "end": "2026-11-25T15:00:19-05:00"},
                {"days": [5], "h1": "8", "m1": "0", "h2": "13", "start": "2026-11-25", "end": "2026-11-28T00:00:00Z"}]}
      """
    #expect(
      try await MappingCase.hours(rule, record) == ["08:30-18:00", "08:30-18:00", "08:30-18:00", closed, "08:00-13:00", closed, unknown])
  }

  // MARK: - Contradictions

  /// Rows about Monday alone, with the hours of that day.
  private static let rowsOfMonday: [(rows: String, monday: String)] = [
    (#"{"d": "mon", "o": "8am", "c": "5pm"}, {"d": "mon", "o": "8am", "c": "3pm"}"#, "unknown"),
    (#"{"d": "mon", "o": "8am", "c": "5pm"}, {"d": "mon", "closed": true}"#, "unknown"),
    (#"{"d": "mon", "closed": true}, {"d": "mon", "o": "8am", "c": "5pm"}"#, "unknown"),
    (#"{"d": "mon", "closed": true}, {"d": "mon", "closed": true}"#, "closed"),
    (#"{"d": "mon", "o": "8am", "c": "5pm"}, {"d": "mon"}"#, "08:00-17:00"),
    (#"{"d": "mon", "o": "8am", "c": "5pm"}, {"d": "mon", "o": "6am", "c": "6am"}"#, "08:00-17:00"),
    (#"{"d": "mon", "o": "1pm", "c": "5pm"}, {"d": "mon", "o": "8am", "c": "1pm"}"#, "08:00-13:00, 13:00-17:00"),
    (#"{"d": "mon", "o": "8am", "c": "5pm"}, {"d": "mon", "o": "8am", "c": "5pm"}"#, "08:00-17:00"),
    (#"{"d": "mon", "o": "8am", "c": "5pm"}, {"d": "mon", "o": "8am", "c": "3pm", "l": "Grill"}"#, "08:00-15:00 Grill, 08:00-17:00"),
    // A closure.
    (pause("12pm", "1pm", "Closed for lunch"), "08:00-12:00, 13:00-17:00"),
    (pause("12pm", "1pm", "CLOSED FOR CLEANING."), "08:00-12:00, 13:00-17:00"),
    (pause("4pm", "6pm", "Closed for dinner"), "unknown"), (pause("8am", "5pm", "Closed for lunch"), "unknown"),
    (pause("8am", "5pm", "Closed for holiday"), "unknown"), (pause("12pm", "1pm", "Closed if it rains"), "unknown"),
    (pause("12pm", "1pm", "Bar: closed for lunch"), "unknown"), (pause("5pm", "8pm", "Closed for holiday"), "08:00-17:00"),
    (#"{"d": "mon", "o": "12pm", "c": "1pm", "l": "Closed for lunch"}, {"d": "mon", "o": "noon", "c": "1am"}"#, "unknown"),
    (#"{"d": "mon", "o": "12pm", "c": "1pm", "l": "Closed for holiday"}, {"d": "mon", "closed": true}"#, "closed"),
    // More than 100 times at which it is closed.
    (
      (0...100).map { #"{"d": "mon", "o": "\#(9 + $0 / 50):\#(10 + $0 % 50)am", "c": "11:0\#($0 % 10)pm", "l": "Closed for event"}"# }
        .joined(separator: ", ") + #", {"d": "mon", "o": "6am", "c": "8am"}"#, "unknown"
    ),
  ]

  private static func pause(_ opens: String, _ closes: String, _ label: String) -> String {
    #"{"d": "mon", "o": "8am", "c": "5pm"}, {"d": "mon", "o": "\#(opens)", "c": "\#(closes)", "l": "\#(label)"}"#
  }

  private static let times = #""opens": "/o", "closes": "/c", "label": "/l", "skip": {"at": "/closed"}"#

  /// Checks the hours of Monday, and the note on contradictions.
  private func check(_ rule: String, _ rows: String, _ monday: String, day: String) async throws {
    #expect(try await MappingCase.hours(rule, #"{"h": [\#(rows)]}"#)[0] == monday)
    let mapping = #"{"records": "", "id": {"text": "a"}, "name": {"text": "A"}, "hours": \#(rule)}"#
    let notes = try await MappingCase(mapping).read(#"[{"h": [\#(rows)]}]"#).notes.filter { $0.detail.hasPrefix("contradictory") }
    #expect(notes.map(\.detail) == (monday == unknown ? ["contradictory hours on \(day)"] : []))
  }

  @Test(
    "Rows that contradict each other",
    arguments: rowsOfMonday + [
      (#"{"d": "mon-fri", "o": "8am", "c": "5pm"}, {"d": "sun-mon", "o": "8am", "c": "3pm"}"#, "unknown"),
      (#"{"d": "mon-fri", "o": "8am", "c": "5pm"}, {"d": "mon", "o": "8am", "c": "3pm"}"#, "08:00-15:00"),
      (#"{"d": "mon-fri", "closed": true}, {"d": "mon", "o": "8am", "c": "3pm"}"#, "08:00-15:00"),
      (#"{"d": "mon-fri", "o": "8am", "c": "5pm"}, {"d": "mon", "closed": true}"#, "closed"),
      (#"{"d": "mon-fri", "o": "8am", "c": "5pm"}, {"d": "mon"}"#, "closed"),
    ])
  func contradictoryRows(_ rows: String, _ monday: String) async throws {
    try await check(#"{"week": {"each": "/h", "day": "/d", \#(Self.times)}}"#, rows, monday, day: "Monday")
  }

  /// Rows about one date, and about the same range of dates, have the rule of rows about one weekday.
  @Test(arguments: rowsOfMonday) func contradictoryRowsOfDates(_ rows: String, _ monday: String) async throws {
    let dates = #"{"dates": {"each": "/h", "date": "/d", \#(Self.times)}}"#
    try await check(dates, rows.replacing("mon", with: "2026-11-23"), monday, day: "2026-11-23")
    let ranges = #"{"week": {"each": "/h", "day": {"at": "/d", "order": "month-first"}, \#(Self.times)}}"#
    try await check(ranges, rows.replacing("mon", with: "11/23/26"), monday, day: "2026-11-23")
    try await check(ranges, rows.replacing("mon", with: "11/22/26-11/24/26"), monday, day: "2026-11-22 to 2026-11-24")
  }

  @Test(
    "Lists of services of a date",
    arguments: [
      (#"{"d": "2026-11-23", "s": [\#(morning)]}, {"d": "2026-11-23", "s": [\#(evening)]}"#, "08:00-12:00, 18:00-22:00"),
      (#"{"d": "2026-11-23", "s": [\#(morning)]}, {"d": "2026-11-24", "s": []}, {"d": "2026-11-23", "s": [\#(morning)]}"#, "08:00-12:00"),
      (#"{"d": "2026-11-23", "s": [\#(morning)]}, {"d": "2026-11-23", "s": []}"#, "unknown"),
      (#"{"d": "2026-11-23", "s": [\#(morning), \#(evening)]}, {"d": "2026-11-23", "s": [\#(late)]}"#, "unknown"),
      (#"{"d": "2026-11-23", "s": [\#(noon)]}, {"d": "2026-11-23", "s": [\#(noon)]}"#, "08:00-17:00, 09:00-12:00"),
      (#"{"d": "2026-11-23", "s": [\#(night)]}, {"d": "2026-11-24", "s": [\#(inNight)]}"#, "unknown"),
      (#"{"d": "2026-11-23", "s": [\#(night)]}, {"d": "2026-11-24", "s": [\#(cleaning)]}"#, "18:00-26:00"),
      // All in one list.
      (#"{"d": "2026-11-23", "s": [\#(morning), \#(evening), \#(late)]}"#, "08:00-12:00, 18:00-22:00, 20:00-23:00"),
      (#"{"d": "2026-11-23", "s": [\#(late), {"o": "9pm", "c": "10pm", "l": "Closed for cleaning"}]}"#, "20:00-21:00, 22:00-23:00"),
    ])
  func contradictoryLists(_ rows: String, _ monday: String) async throws {
    try await check(#"{"dates": {"each": "/h", "date": "/d", "services": "/s", \#(Self.times)}}"#, rows, monday, day: "2026-11-23")
  }

  private static let noon = #"{"o": "8am", "c": "5pm"}, {"o": "9am", "c": "noon"}"#
  private static let night = #"{"o": "6pm", "c": "2am"}"#
  private static let inNight = #"{"o": "12:30am", "c": "1am", "l": "Closed for cleaning"}"#
  private static let morning = #"{"o": "8am", "c": "noon"}"#
  private static let evening = #"{"o": "6pm", "c": "10pm"}"#
  private static let late = #"{"o": "8pm", "c": "11pm"}"#

  @Test(
    "Intervals of a date",
    arguments: [("08:00", "15:00", "unknown"), ("08:00", "17:00", "08:00-17:00"), ("17:00", "19:00", "08:00-17:00, 17:00-19:00")])
  func contradictoryIntervals(_ opens: String, _ closes: String, _ monday: String) async throws {
    let rows = [("08:00", "17:00"), (opens, closes)].map { #"{"o": "2026-11-23T\#($0)", "c": "2026-11-23T\#($1)"}"# }
    try await check(#"{"dates": {"each": "/h", "opens": "/o", "closes": "/c"}}"#, rows.joined(separator: ", "), monday, day: "2026-11-23")
  }

  /// A date replaces the range around it, and ranges that overlap otherwise are equally narrow.
  @Test func rangesOfDates() async throws {
    let rule = #"{"week": {"each": "/h", "day": {"at": "/d", "order": "month-first"}, \#(Self.times)}}"#
    func days(_ rows: String...) async throws -> [String] {
      try await MappingCase.hours(rule, #"{"h": [\#(rows.joined(separator: ", "))]}"#)
    }
    let week = #"{"d": "11/23/26-11/26/26", "o": "8am", "c": "5pm"}"#
    let long = "08:00-17:00"
    #expect(
      try await days(week, #"{"d": "11/24/26", "o": "6pm", "c": "8pm"}"#) == [long, "18:00-20:00", long, long, unknown, unknown, unknown])
    #expect(try await days(week, #"{"d": "11/24/26"}"#)[1] == closed)
    #expect(try await days(week.replacing("8am", with: "?"), #"{"d": "11/24/26", "o": "8am", "c": "5pm"}"#).prefix(2) == [unknown, long])
    #expect(
      try await days(week, #"{"d": "11/26/26-11/28/26", "o": "8am", "c": "3pm"}"#)
        == [long, long, long, unknown, "08:00-15:00", "08:00-15:00", unknown])
    #expect(try await days(#"{"d": "mon-sun", "o": "8am", "c": "9am"}"#, week)[3...4] == [long, "08:00-09:00"])
  }

  @Test(
    "Special schedules of the same dates",
    arguments: [
      (nil, "8am-3pm", "unknown"), (nil, "8am-5pm", "08:00-17:00"), (nil, "6pm-8pm", "08:00-17:00, 18:00-20:00"),
      (nil, "closed", "unknown"),
      // Names decide first.
      ("A", "8am-3pm", "08:00-15:00"), ("Z", "8am-3pm", "08:00-17:00"),
    ])
  func contradictorySpecials(_ name: String?, _ hours: String, _ monday: String) async throws {
    let rows = [(name, hours), (name.map { _ in "M" }, "8am-5pm")].map { name, hours in
      #"{"n": \#(name.map { #""\#($0)""# } ?? "null"), "d": "2026-11-23", "t": "\#(hours)"}"#
    }
    let specials = #"{"each": "/h", "name": "/n", "from": "/d", "week": {"monday": "/t", "tuesday": "/t"}}"#
    let rule = #"{"week": {"monday": "/none"}, "specials": \#(specials)}"#
    try await check(rule, rows.joined(separator: ", "), monday, day: "2026-11-23")
    try await check(rule, rows.reversed().joined(separator: ", "), monday, day: "2026-11-23")
  }

  @Test(
    "Closures of other weekdays",
    arguments: [
      (#"{"d": "mon-fri", "s": [\#(morning)]}, {"d": "mon", "s": [\#(cleaning)]}"#, "08:00-09:00, 10:00-12:00"),
      (#"{"d": "mon-fri", "s": [\#(morning), \#(cleaning)]}, {"d": "mon", "s": [\#(morning)]}"#, "08:00-12:00"),
      (#"{"d": "mon", "s": [\#(night)]}, {"d": "tue", "s": [\#(inNight), \#(morning)]}"#, "unknown"),
      (#"{"d": "mon", "s": [\#(night)]}, {"d": "tue", "s": [\#(cleaning), \#(morning)]}"#, "18:00-26:00"),
      (#"{"d": "mon", "s": [\#(noon)]}, {"d": "mon", "s": [\#(noon)]}"#, "08:00-17:00, 09:00-12:00"),
      (#"{"d": "mon-fri", "s": [\#(cleaning)]}, {"d": "mon", "s": []}"#, "closed"), (#"{"d": "mon", "s": [\#(cleaning)]}"#, "unknown"),
    ])
  func closuresOfOtherWeekdays(_ rows: String, _ monday: String) async throws {
    let rule = #"{"week": {"each": "/h", "day": "/d", "services": "/s", \#(Self.times)}}"#
    #expect(try await MappingCase.hours(rule, #"{"h": [\#(rows)]}"#)[0] == monday)
  }

  private static let cleaning = #"{"o": "9am", "c": "10am", "l": "Closed for cleaning"}"#

  @Test(
    "Rows with and without validity",
    arguments: [
      (row(nil, nil, "5pm"), row("2026-11-20", "2026-11-30", "3pm"), "08:00-15:00"),
      (row("2026-11-01", nil, "5pm"), row("2026-11-20", nil, "3pm"), "08:00-15:00"),
      (row("2026-11-01", "2026-12-31", "5pm"), row("2026-11-20", "2026-11-30", "3pm"), "08:00-15:00"),
      (row("2026-11-01", "2026-11-25", "5pm"), row("2026-11-20", "2026-12-31", "3pm"), "unknown"),
      (row("2026-11-20", "2026-11-30", "5pm"), row("2026-11-20", "2026-11-30", "3pm"), "unknown"),
      (row(nil, nil, "5pm"), row("2026-12-01", "2026-12-31", "3pm"), "08:00-17:00"),
      (row(nil, nil, "5pm", "mon-fri"), row("2026-11-20", "2026-11-30", "3pm"), "08:00-15:00"),
      // Neither is a part of the other.
      (row(nil, nil, "5pm"), row("2026-11-20", "2026-11-30", "3pm", "mon-fri"), "unknown"),
      (row(nil, nil, "5pm"), row("2026-11-20", "2026-11-30", "5pm", "mon-fri"), "08:00-17:00"),
    ])
  func validityOfContradictoryRows(_ wide: String, _ narrow: String, _ monday: String) async throws {
    let rule = #"{"week": {"each": "/h", "day": "/d", "from": "/f", "to": "/t", \#(Self.times)}}"#
    try await check(rule, "\(wide), \(narrow)", monday, day: "Monday")
    try await check(rule, "\(narrow), \(wide)", monday, day: "Monday")
  }

  private static func row(_ from: String?, _ to: String?, _ closes: String, _ day: String = "mon") -> String {
    let dates = [("f", from), ("t", to)].compactMap { name, date in date.map { #""\#(name)": "\#($0)", "# } }.joined()
    return #"{\#(dates)"d": "\#(day)", "o": "8am", "c": "\#(closes)"}"#
  }

  @Test func closedRowsOfSeveralDays() async throws {
    let rule = """
      {"week": {"each": "/h", "day": "/d", "lastDay": "/e", "opens": "/o", "closes": "/c", "skip": {"at": "/closed"}}}
      """
    let record = #"{"h": [{"d": "mon", "e": "sun", "o": "8am", "c": "5pm"}, {"d": "sat", "e": "sun", "closed": true}]}"#
    #expect(try await MappingCase.hours(rule, record) == Array(repeating: "08:00-17:00", count: 5) + [closed, closed])
  }

  @Test func aListOfServicesIsOneStatement() async throws {
    let rule = #"{"week": {"each": "/h", "day": "/d", "lastDay": "/e", "services": "/s", "opens": "/o", "closes": "/c"}}"#
    let hours = try await MappingCase.hours(rule, #"{"h": [{"d": "mon", "e": "mon", "s": [\#(Self.noon)]}]}"#)
    #expect(hours[0] == "08:00-17:00, 09:00-12:00")
  }

  @Test func rowsAboutManyDates() async throws {
    let rule = #"{"week": {"each": "/h", "day": {"at": "/d", "order": "month-first"}, "opens": "/o", "closes": "/c"}}"#
    let dates = (0..<400).compactMap { LocalDate("2025-01-01")?.adding(days: $0) }
    let rows = dates.map { date in
      let (year, month, day) = (date.components.year, date.components.month, date.components.day)
      return #"{"d": "\#(month)/\#(day)/\#(year)", "o": "8am", "c": "noon"}"#
    }
    let hours = try await MappingCase.hours(rule, #"{"h": [{"d": "mon", "o": "8am", "c": "5pm"}, \#(rows.joined(separator: ", "))]}"#)
    #expect(hours[0] == "08:00-17:00")
  }

  @Test func rowsThatEndOnAnotherDay() async throws {
    let rule = """
      {"week": {"each": "/rows", "day": {"at": "/d1", "numbers": {"0": "monday"}}, "lastDay": {"at": "/d2", "numbers": {"0": "monday"}},
                "opens": "/t1", "closes": "/t2"}}
      """
    let record = """
      {"rows": [{"d1": 0, "t1": "06:00:00", "d2": 3, "t2": "00:00:00"}, {"d1": 4, "t1": "17:00:00", "d2": 5, "t2": "02:00:00"},
                {"d1": 6, "t1": "09:00:00", "d2": 6, "t2": "00:00:00"}]}
      """
    let day = "06:00-24:00"
    #expect(try await MappingCase.hours(rule, record) == [day, day, day, day, "17:00-26:00", closed, "09:00-24:00"])
  }

  /// A row that ends at the same time on the next day is open around the clock.
  @Test func rowsOfADayAndANight() async throws {
    let rule = #"{"week": {"each": "", "day": "/d1", "lastDay": "/d2", "opens": "/t1", "closes": "/t2"}}"#
    let row = { (last: String) in #"{"a": {"d1": "mon", "t1": "06:00", "d2": "\#(last)", "t2": "06:00"}}"# }
    #expect(try await MappingCase.hours(rule, row("tue"))[0] == "06:00-30:00")
    #expect(try await MappingCase.hours(rule, row("mon"))[0] == closed)
  }

  @Test(arguments: [
    ("Mon-Fri: 8am-5pm; Sat 10:00-14:00; Sun closed", "08:00-17:00", "08:00-17:00", "10:00-14:00", "closed"),
    ("M-Th 7:30 AM – 10 PM, F 7:30am to 6pm", "07:30-22:00", "07:30-18:00", "closed", "closed"),
    (
      "Monday, Tuesday, Wednesday & Thursday 8am-noon, 1pm-5pm\nfri/sat 9am-noon", "08:00-12:00, 13:00-17:00", "09:00-12:00", "09:00-12:00",
      "closed"
    ),
    ("Mon - Thu 8:00 am - 5:00 pm Fri: 8am-noon Sat & Sun closed", "08:00-17:00", "08:00-12:00", "closed", "closed"),
    ("Daily: 6am-2am", "06:00-26:00", "06:00-26:00", "06:00-26:00", "06:00-26:00"),
    ("Weekdays open 24 hours; weekends: closed", "00:00-24:00", "00:00-24:00", "closed", "closed"),
    ("24/7", "00:00-24:00", "00:00-24:00", "00:00-24:00", "00:00-24:00"), ("Closed", "closed", "closed", "closed", "closed"),
    ("8am-5pm", "unknown", "unknown", "unknown", "unknown"), ("Mon-Fri by appointment", "unknown", "unknown", "unknown", "unknown"),
    ("Mon-Fri 8am-5pm (closed for lunch)", "unknown", "unknown", "unknown", "unknown"),
    ("Mon-Fri", "unknown", "unknown", "unknown", "unknown"),
  ])
  func textsOfAWeek(_ text: String, _ monday: String, _ friday: String, _ saturday: String, _ sunday: String) async throws {
    let quoted = text.replacing("\n", with: "\\n")
    let found = try await MappingCase.hours(#"{"week": {"text": "/open"}}"#, #"{"open": "\#(quoted)"}"#)
    #expect(found == Array(repeating: monday, count: 4) + [friday, saturday, sunday])
  }

  @Test func lettersOfWeekdays() async throws {
    let found = try await MappingCase.hours(#"{"week": {"text": "/open"}}"#, #"{"open": "MWF 7:30a-9p; TTh 6am-10pm; Sa closed"}"#)
    #expect(found == ["07:30-21:00", "06:00-22:00", "07:30-21:00", "06:00-22:00", "07:30-21:00", closed, closed])
    let other = try await MappingCase.hours(#"{"week": {"text": "/open"}}"#, #"{"open": "MTMW 8am-9am"}"#)
    #expect(other == Array(repeating: unknown, count: 7))
  }

  /// Special hours that cannot be read are not "closed".
  @Test(arguments: [#"{"text": "/hours"}"#, #"{"list": "/days", "first": "monday"}"#])
  func unreadableSpecialsAreUnknown(_ week: String) async throws {
    let rule = """
      {"week": {"tuesday": "/tue", "friday": "/tue"}, "specials": {"each": "/terms", "from": "/from", "to": "/to", "week": \(week)}}
      """
    let term = #"{"from": "2026-11-24", "to": "2026-11-25", "hours": "by appointment", "days": ["9am-5pm"]}"#
    #expect(
      try await MappingCase.hours(rule, #"{"tue": "08:00-16:00", "terms": [\#(term)]}"#)
        == [closed, unknown, unknown, closed, "08:00-16:00", closed, closed])
  }

  @Test(arguments: [
    ("CLOSED-CLOSED", "closed"), ("7:30a-9p", "07:30-21:00"), ("8am to noon", "08:00-12:00"), ("Open 24 hours", "00:00-24:00"),
    ("24/7", "00:00-24:00"), ("8am to", "unknown"),
  ])
  func textsOfADay(_ text: String, _ result: String) async throws {
    #expect(try await MappingCase.hours(#"{"week": {"monday": "/mon"}}"#, #"{"mon": "\#(text)"}"#)[0] == result)
  }

  @Test func textsOfAWeekInAnArray() async throws {
    let found = try await MappingCase.hours(#"{"week": {"text": "/open"}}"#, #"{"open": ["Monday: 8:00 AM – 5:30 PM", "Sunday: Closed"]}"#)
    #expect(found == ["08:00-17:30"] + Array(repeating: closed, count: 6))
  }

  @Test(arguments: [
    (#""/o""#, #""0730""#, #""2400""#, "07:30-24:00"), (#""/o""#, "800", "1700", "08:00-17:00"),
    (#"{"minutes": "/o"}"#, "480", #""1020""#, "08:00-17:00"), (#"{"minutes": "/o"}"#, "1080", "1560", "18:00-26:00"),
    (#"{"minutes": "/o"}"#, "0", "480", "00:00-08:00"), (#"{"seconds": "/o"}"#, "0", #""28800""#, "00:00-08:00"),
  ])
  func timesInDigitsAndMinutes(_ clock: String, _ opens: String, _ closes: String, _ result: String) async throws {
    let rule = #"{"week": {"each": "/h", "day": "/d", "opens": \#(clock), "closes": \#(clock.replacing("/o", with: "/c"))}}"#
    #expect(try await MappingCase.hours(rule, #"{"h": [{"d": "mon", "o": \#(opens), "c": \#(closes)}]}"#)[0] == result)
  }

  @Test(arguments: ["1260x", "2460", "0860", "25", "12345"])
  func digitsThatAreNoTime(_ digits: String) async throws {
    let mapping = """
      {"records": "", "id": "/id", "name": "/id", "hours": {"week": {"each": "/h", "day": "/d", "opens": "/o", "closes": "/c"}}}
      """
    let draft = try await MappingCase(mapping).read(#"[{"id": "a", "h": [{"d": "mon", "o": "0700", "c": "\#(digits)"}]}, {"id": "b"}]"#)
    #expect(draft.rejected == 0)
    #expect(draft.notes.map(\.code) == [.hoursUnknown])
  }

  @Test func rowsAroundTheClock() async throws {
    let always = #""always": {"at": "/status", "is": "24hours"}"#
    let times = #""services": "/hours", "opens": "/from", "closes": "/to", \#(always)"#
    let rows = #"{"2026-11-23": {"status": "24hours"}, "2026-11-24": {"status": "open", "hours": [{"from": "8am", "to": "1pm"}]}}"#
    let dates = try await MappingCase.hours(#"{"dates": {"each": "/d", "date": {"key": true}, \#(times)}}"#, #"{"d": \#(rows)}"#)
    #expect(dates.prefix(3) == ["00:00-24:00", "08:00-13:00", unknown])
    let week = try await MappingCase.hours(
      #"{"week": {"each": "/d", "day": {"key": true}, \#(times)}}"#, #"{"d": {"mon": {"status": "24hours"}, "tue": {}}}"#)
    #expect(week.prefix(2) == ["00:00-24:00", closed])
  }

  @Test func theWeekMayHaveAName() async throws {
    let mapping = """
      {"records": "", "id": "/id", "name": "/id",
       "hours": {"name": "/main/name", "week": {"each": "/main/rows", "day": "/d", "text": "/t"}, "always": {"at": "/main/all_day"}}}
      """
    let draft = try await MappingCase(mapping).read(
      #"[{"id": "a", "main": {"name": "Fall 2026", "rows": [{"d": "mon", "t": "8am-5pm"}]}}, {"id": "b", "main": {"name": "Summer", "rows": [], "all_day": true}}]"#
    )
    #expect(draft.entries.map { $0.place?.hours?.layers.first?.name } == ["Fall 2026", "Summer"])
  }

  @Test func textsOfSevenDays() async throws {
    let texts = #"["closed", "9am-5pm", "09:00-12:00, 13:00-17:00", "", "by appointment", "-", "22:00-02:00"]"#
    #expect(
      try await MappingCase.hours(#"{"week": {"list": "/open", "first": "sunday"}}"#, #"{"open": \#(texts)}"#)
        == ["09:00-17:00", "09:00-12:00, 13:00-17:00", closed, unknown, closed, "22:00-26:00", closed])
    #expect(
      try await MappingCase.hours(#"{"week": {"monday": "/mo", "sat": "/sa"}}"#, #"{"mo": "8:00 am - 8:30pm", "sa": "CLOSED"}"#)
        == ["08:00-20:30", closed, closed, closed, closed, closed, closed])
  }

  @Test func datesWithServices() async throws {
    let rule = """
      {"dates": {"each": "/days", "date": "/date", "services": "/parts", "opens": "/from", "closes": "/to", "label": "/label",
                 "skip": {"at": "/label", "is": "closed"}, "unknown": {"at": "/status", "isNot": ["closed", "", null]}}}
      """
    let record = """
      {"days": [{"date": "2026-11-24", "status": "open", "parts": [{"from": "2026-11-24T17:00:00", "to": "2026-11-24T01:00:00", "label": "Late"},
                                                                   {"from": "2026-11-24T11:00:00", "to": "2026-11-24T14:00:00", "label": "Closed"}]},
                {"date": "2026-11-25", "status": "", "parts": []}, {"date": "2026-11-26", "status": "open", "parts": []},
                {"date": "2026-11-27", "parts": [{"from": "2026-11-27T22:00:00Z", "to": "2026-11-28T04:59:00Z"}]}]}
      """
    #expect(
      try await MappingCase.hours(rule, record) == [unknown, "17:00-25:00 Late", closed, unknown, "17:00-24:00", unknown, unknown])
  }

  /// With `else`, a weekday without the list of its services is unknown, and one with an empty list is closed.
  @Test(arguments: [("", "closed"), (#", "else": "unknown""#, "unknown")])
  func weekdaysWithoutServices(_ rest: String, _ expected: String) async throws {
    let rule = #"{"week": {"each": "/h", "day": "/d", "services": "/s", "opens": "/o", "closes": "/c"\#(rest)}}"#
    let record = #"{"h": [{"d": "mon"}, {"d": "tue", "s": []}, {"d": "wed", "s": [{"o": "08:00", "c": "16:00"}]}]}"#
    let days = try await MappingCase.hours(rule, record)
    #expect(days.prefix(3) == [expected, closed, "08:00-16:00"])
  }

  /// Without `services`, each row is a service. A row keeps its times even if its hours would otherwise be unknown.
  @Test func datesThatAreServices() async throws {
    let rule = """
      {"dates": {"each": "/days", "date": "/date", "opens": "/from", "closes": "/to", "skip": {"at": "/label", "is": "closed"},
                 "unknown": {"at": "/status", "is": "open"}}}
      """
    let record = """
      {"days": [{"date": "2026-11-23", "status": "open", "from": "08:00:00", "to": "16:00:00"}, {"date": "2026-11-24", "status": "open"},
                {"date": "2026-11-25", "status": "shut"}, {"date": "2026-11-26", "status": "open", "label": "Closed"}]}
      """
    #expect(try await MappingCase.hours(rule, record) == ["08:00-16:00", unknown, closed, closed, unknown, unknown, unknown])
  }

  @Test func intervals() async throws {
    let record = #"{"slots": {"a": {"start": 1795442400, "end": 1795471200}, "b": {"start": 1795550400, "end": 1795557600}}}"#
    let rule = #"{"dates": {"each": "/slots", "opens": {"epoch": "/start"}, "closes": {"epoch": "/end"}}}"#
    #expect(try await MappingCase.hours(rule, record) == ["09:00-17:00", "15:00-17:00", unknown, unknown, unknown, unknown, unknown])
    let precise = #"{"slots": [{"start": 1795442400999, "end": "1795471200000"}]}"#
    let milliseconds = """
      {"dates": {"each": "/slots", "opens": {"epoch": "/start", "unit": "milliseconds"}, "closes": {"epoch": "/end", "unit": "milliseconds"}}}
      """
    #expect(try await MappingCase.hours(milliseconds, precise)[0] == "09:00-17:00")
  }

  @Test func weekdaysAndDatesInOneList() async throws {
    let rule = """
      {"week": {"each": "/h", "day": "/weekday", "opens": "/o", "closes": "/c"},
       "dates": {"each": "/h", "date": "/date", "opens": "/o", "closes": "/c"},
       "closedDates": {"each": "/closed", "date": "", "order": "month-first"}}
      """
    let record = """
      {"h": [{"weekday": "monday-friday", "o": "8:00am", "c": "4:00pm"}, {"date": "2026-11-24", "o": "10:00am", "c": "2:00pm"}],
       "closed": ["11/26/26-11/27/26"]}
      """
    let day = "08:00-16:00"
    #expect(try await MappingCase.hours(rule, record) == [day, "10:00-14:00", day, closed, closed, closed, closed])
  }

  @Test func specialSchedules() async throws {
    let rule = """
      {"week": {"each": "/rows", "day": "/day", "opens": "/o", "closes": "/c"},
       "specials": {"each": "/specials", "name": "/name", "from": "/from", "to": "/to", "always": {"at": "/all_day"},
                    "week": {"each": "/rows", "day": "/day", "opens": "/o", "closes": "/c"}}}
      """
    let record = """
      {"rows": [{"day": "mon-sun", "o": "08:00", "c": "20:00"}],
       "specials": [{"name": "Finals", "from": "2026-11-24", "to": "2026-11-27", "all_day": true, "rows": []},
                    {"name": "Thanksgiving", "from": "2026-11-26", "to": "2026-11-26", "rows": []},
                    {"name": "Friday", "from": "2026-11-27", "to": "2026-11-27", "rows": [{"day": "fri", "o": "10:00", "c": "12:00"}]},
                    {"name": "Never", "from": "2026-11-28", "to": null, "rows": []}]}
      """
    let (day, always) = ("08:00-20:00", "00:00-24:00")
    #expect(try await MappingCase.hours(rule, record) == [day, always, always, closed, "10:00-12:00", day, day])
  }

  @Test func openStreetMap() async throws {
    let hours = try await MappingCase.hours(#"{"osm": "/oh"}"#, #"{"oh": "Mo-Fr 08:00-18:00; We off"}"#)
    #expect(hours == ["08:00-18:00", "08:00-18:00", closed, "08:00-18:00", "08:00-18:00", closed, closed])
    #expect(try await MappingCase.hours(#"{"osm": "/oh"}"#, #"{"oh": "sunrise-sunset"}"#) == Array(repeating: unknown, count: 7))
  }

  /// A time that could be on either clock is unknown unless the mapping states the clock.
  @Test func ambiguousTimes() async throws {
    let rule = #"{"week": {"each": "/h", "day": "/d", "opens": "/o", "closes": "/c"}CLOCK}"#
    let record = #"{"h": [{"d": "mon", "o": "8:30", "c": "5:30"}]}"#
    let mapping = #"{"records": "", "id": {"text": "a"}, "name": {"text": "A"}, "hours": \#(rule.replacing("CLOCK", with: ""))}"#
    let draft = try await MappingCase(mapping).read("[\(record)]")
    #expect(draft.entries.first?.place?.hours?.layers.first?.rule == .week(WeekPlan([.monday: .unknown])))
    #expect(draft.notes.first?.pointer == "/0/h/0/o")
    let hours = try await MappingCase.hours(rule.replacing("CLOCK", with: #", "clock": "24-hour""#), record)
    #expect(hours[0] == "08:30-29:30")
  }

  @Test func equalTimes() async throws {
    let rule = #"{"week": {"each": "/h", "day": "/d", "opens": "/o", "closes": "/c"}}"#
    let record = #"{"h": [{"d": "mon", "o": "00:00", "c": "00:00"}]}"#
    #expect(try await MappingCase.hours(rule, record)[0] == closed)
    let around = #"{"equal": "around the clock", "week": {"each": "/h", "day": "/d", "opens": "/o", "closes": "/c"}}"#
    #expect(try await MappingCase.hours(around, record)[0] == "00:00-24:00")
  }

  // MARK: - Lists in lists, and dates of times

  /// As in a grid of weeks whose days are keys.
  @Test func rowsMayBeInListsOfLists() async throws {
    let rule = #"{"dates": {"each": ["/weeks", ""], "date": "/date", "services": "/hours", "opens": "/from", "closes": "/to"}}"#
    let day = { (date: Int, hours: String) in #"{"date": "2026-11-\#(date)", "hours": [\#(hours)]}"# }
    let record = """
      {"weeks": [{"Monday": \(day(23, #"{"from": "8am", "to": "10pm"}"#)), "Tuesday": \(day(24, ""))},
                 {"Sunday": \(day(29, #"{"from": "noon", "to": "1am"}"#))}, {}]}
      """
    #expect(
      try await MappingCase.hours(rule, record) == ["08:00-22:00", closed, unknown, unknown, unknown, unknown, "12:00-25:00"])
  }

  @Test func openingsWithDatesMayBeClosedOrAroundTheClock() async throws {
    let rule = """
      {"dates": {"each": "/rows", "opens": {"epoch": "/start", "unit": "milliseconds"}, "closes": {"epoch": "/end", "unit": "milliseconds"},
                 "closed": {"at": "/isClosed"}, "always": {"at": "/allDay"}, "skip": {"at": "/label", "is": "closed for break"}}}
      """
    // From midnight to 23:59 in New York, on 23 November 2026 and the following days.
    let row = { (day: Int, rest: String) in
      let start = 1_795_410_000_000 + day * 86_400_000
      return #"{"start": \#(start), "end": \#(start + 86_340_000)\#(rest)}"#
    }
    let rows = [
      row(0, ""), row(1, #", "isClosed": true"#), row(2, #", "allDay": true"#), row(3, #", "label": "CLOSED for break""#),
      #"{"start": 0, "end": 0}"#, "{}",
    ]
    #expect(
      try await MappingCase.hours(rule, #"{"rows": [\#(rows.joined(separator: ", "))]}"#)
        == ["00:00-24:00", closed, "00:00-24:00", closed, unknown, unknown, unknown])
  }

  /// A day that is stated to be open but has unusable times is not closed.
  @Test func openDaysWithoutTimesAreUnknown() async throws {
    let rule = """
      {"dates": {"each": "/days", "date": "/date", "services": "/parts", "opens": "/from", "closes": "/to",
                 "unknown": {"at": "/status", "isNot": ["closed", ""]}}}
      """
    let day = { (date: Int, status: String, parts: String) in
      #"{"date": "2026-11-\#(date)", "status": "\#(status)", "parts": [\#(parts)]}"#
    }
    let absent = #"{"from": "", "to": ""}"#
    let days = [
      day(23, "open", absent), day(24, "closed", absent), day(25, "open", ""), day(26, "open", #"{"from": "08:00", "to": "08:00"}"#),
    ]
    let found = try await MappingCase.hours(rule, #"{"days": [\#(days.joined(separator: ", "))]}"#)
    #expect(found == [unknown, closed, unknown, closed, unknown, unknown, unknown])
  }

  /// One member has the number of a weekday, or a date as a time.
  @Test func weekdaysAndDatesMayBeInOneMember() async throws {
    let times = #""opens": "/from", "closes": "/to""#
    let rule = """
      {"week": {"each": "/rows", "day": {"at": "/day", "numbers": {"0": "sunday"}}, \(times)},
       "dates": {"each": "/rows", "date": {"epoch": "/day"}, \(times)}}
      """
    // 25 November 2026.
    let rows = #"{"day": 1, "from": 900, "to": 1700}, {"day": 3, "from": 900, "to": 1700}, {"day": 1795597200, "from": 1000, "to": 1400}"#
    #expect(
      try await MappingCase.hours(rule, #"{"rows": [\#(rows)]}"#)
        == ["09:00-17:00", closed, "10:00-14:00", closed, closed, closed, closed])
  }

  @Test func rowsOfSeveralDaysMayBeContinuous() async throws {
    let rule = """
      {"week": {"each": "/rows", "day": "/d1", "lastDay": "/d2", "opens": "/t1", "closes": "/t2", "continuous": true,
                "always": {"at": "/d2", "is": null}}}
      """
    let rows =
      #"{"d1": "mon", "t1": "10:00", "d2": "wed", "t2": "02:00"}, {"d1": "fri", "t1": "22:00", "d2": "sat", "t2": "03:00"}, {"d1": "sun"}"#
    #expect(
      try await MappingCase.hours(rule, #"{"rows": [\#(rows)]}"#)
        == ["10:00-24:00", "00:00-24:00", "00:00-02:00", closed, "22:00-27:00", closed, "00:00-24:00"])
  }

  @Test func holidayRulesOfOpeningHoursAreLeftOut() async throws {
    let rule = #"{"osm": "/hours"}"#
    let week = Array(repeating: "08:00-17:00", count: 5) + [closed, closed]
    #expect(try await MappingCase.hours(rule, #"{"hours": "Mo-Fr 08:00-17:00; PH off; SH 10:00-12:00"}"#) == week)
    let mixed = try await MappingCase.hours(rule, #"{"hours": "Mo-Fr 08:00-17:00; PH,Su 10:00-12:00"}"#)
    #expect(mixed == week.dropLast() + ["10:00-12:00"])
  }

  @Test(
    "opening_hours with comments, 23:59 and holidays",
    arguments: [
      (#"Mo-Fr 08:00-17:00 \"by appointment\""#, "unknown", "unknown", "closed"), (#"\"by appointment\""#, "unknown", "unknown", "unknown"),
      (#"Mo-Fr 08:00-17:00 open \"ring the bell\""#, "08:00-17:00 ring the bell", "08:00-17:00 ring the bell", "closed"),
      (#"24/7 \"call first\""#, "unknown", "unknown", "unknown"),
      (#"Mo-Sa 08:00-17:00; Su off \"day of rest\""#, "08:00-17:00", "08:00-17:00", "closed"),
      ("Mo-Fr 08:00-17:00 unknown", "unknown", "unknown", "closed"), ("Mo-Su 00:00-23:59", "00:00-24:00", "00:00-24:00", "00:00-24:00"),
      ("Mo-Sa 18:00-23:59", "18:00-24:00", "18:00-24:00", "closed"), ("Mo-Sa 07:00-21:00; Su,PH off", "07:00-21:00", "closed", "closed"),
      ("Mo-Sa 07:00-21:00; PH,Su off", "07:00-21:00", "closed", "closed"),
      ("Mo-Su,PH 10:00-22:00", "10:00-22:00", "10:00-22:00", "10:00-22:00"),
      ("Mo-Fr 08:00-17:00, PH off", "08:00-17:00", "closed", "closed"),
      ("Mo-Fr 08:00-17:00; PH 10:00-12:00", "08:00-17:00", "10:00-12:00", "closed"),
      ("Mo-Su,SH 10:00-22:00; SH 10:00+", "10:00-22:00", "10:00-22:00", "10:00-22:00"),
      ("Mo-Sa 10:00-12:00; PH,SH off", "10:00-12:00", "closed", "closed"),
    ])
  func openingHoursText(_ text: String, _ monday: String, _ holiday: String, _ sunday: String) async throws {
    // Thanksgiving is on Thursday.
    let found = try await MappingCase.hours(#"{"osm": "/oh"}"#, #"{"oh": "\#(text)"}"#, holiday: "2026-11-26")
    #expect([found[0], found[3], found[6]] == [monday, holiday, sunday])
    let plain = try await MappingCase.hours(#"{"osm": "/oh"}"#, #"{"oh": "\#(text)"}"#)
    #expect([plain[0], plain[3]] == [monday, monday])
  }

  @Test func holidaysThatAreNotKnownHaveANote() async throws {
    let mapping = #"{"records": "", "id": "/id", "name": "/id", "hours": {"osm": "/oh"}}"#
    let draft = try await MappingCase(mapping).read(#"[{"id": "a", "oh": "Mo-Su,PH 10:00-22:00; SH off"}]"#)
    #expect(
      draft.notes.map(\.detail) == [
        #"holidays are left out of a rule: "Mo-Su,PH 10:00-22:00""#, #"a rule for holidays is left out: "SH off""#,
      ])
  }

  // MARK: - Times that state no opening

  /// In a window, a row without times could be about any of its dates.
  @Test(arguments: ["null", "{}", #"{"from": null, "to": null}"#])
  func rowsWithoutTimesInAWindow(_ row: String) async throws {
    let window = #""window": {"from": "/first", "days": 7}"#
    let rule = #"{"dates": {"each": "/rows", "opens": "/from", "closes": "/to", \#(window)}}"#
    let tuesday = #"{"from": "2026-11-24T08:00:00", "to": "2026-11-24T17:00:00"}"#
    let expected = [unknown, "08:00-17:00", unknown, unknown, unknown, unknown, unknown]
    #expect(try await MappingCase.hours(rule, #"{"first": "2026-11-23", "rows": [\#(tuesday), \#(row)]}"#) == expected)
  }

  @Test(arguments: [
    (#""closed""#, "closed", "closed"), (#""unknown""#, "unknown", "unknown"), (#""around the clock""#, "00:00-24:00", "00:00-24:00"),
  ])
  func equalTimes(_ meaning: String, _ monday: String, _ date: String) async throws {
    let row = #"{"on": "2026-11-23", "day": "monday", "from": "09:00", "to": "09:00"}"#
    for rows in [#""week": {"each": "/rows", "day": "/day", "#, #""dates": {"each": "/rows", "date": "/on", "#] {
      let rule = #"{"equal": \#(meaning), \#(rows)"opens": "/from", "closes": "/to"}}"#
      #expect(try await MappingCase.hours(rule, #"{"rows": [\#(row)]}"#)[0] == monday)
    }
    let rule = #"{"equal": \#(meaning), "week": {"monday": {"opens": "/from", "closes": "/to"}}}"#
    #expect(try await MappingCase.hours(rule, #"{"from": "09:00", "to": "09:00"}"#)[0] == date)
  }

  /// Feeds attach the date of the beginning to an end after midnight. Epochs have no such reading.
  @Test func endsBeforeTheBeginning() async throws {
    func monday(_ rule: String, _ from: String, _ to: String) async throws -> String {
      let dates = #"{"dates": {"each": "/rows", "date": "/on", \#(rule)}}"#
      return try await MappingCase.hours(dates, #"{"rows": [{"on": "2026-11-23", "from": \#(from), "to": \#(to)}]}"#)[0]
    }
    let texts = #""opens": "/from", "closes": "/to""#
    #expect(try await monday(texts, #""2026-11-23T22:00:00""#, #""2026-11-23T02:00:00""#) == "22:00-26:00")
    #expect(try await monday(texts, #""2026-11-23T22:00:00""#, #""2026-11-22T23:00:00""#) == unknown)
    let epochs = #""opens": {"epoch": "/from"}, "closes": {"epoch": "/to"}"#
    let evening = 1_795_489_200  // 22:00 in New York
    #expect(try await monday(epochs, "\(evening)", "\(evening + 4 * 3600)") == "22:00-26:00")
    #expect(try await monday(epochs, "\(evening)", "\(evening - 3600)") == unknown)
    #expect(try await monday(epochs, "\(evening)", "\(evening - 22 * 3600)") == unknown)
  }

  @Test(arguments: [
    ("00:30", "01:00", "unknown"), ("23:30", "00:30", "unknown"),
    ("21:00", "22:00", "20:00-21:00, 22:00-28:00"), ("12:00", "13:00", "unknown"), ("03:30", "04:30", "unknown"),
  ])
  func breaksOfANight(_ from: String, _ to: String, _ monday: String) async throws {
    let rule = """
      {"week": {"each": "/rows", "day": "/day", "opens": "/from", "closes": "/to", "break": {"from": "/pause", "to": "/back"}}}
      """
    let row = #"{"day": "monday", "from": "20:00", "to": "04:00", "pause": "\#(from)", "back": "\#(to)"}"#
    // Only the day of the break is unknown.
    #expect(try await MappingCase.hours(rule, #"{"rows": [\#(row)]}"#).prefix(2) == [monday, closed])
    let half = row.replacing("\"\(to)\"", with: "null")
    #expect(try await MappingCase.hours(rule, #"{"rows": [\#(half)]}"#).prefix(2) == [unknown, closed])
  }

  /// Where missing weekdays are unknown, those without times are, too.
  @Test(arguments: ["null", "{}", #""closed""#, #"{"from": "", "to": null}"#])
  func weekdaysWithoutTimes(_ tuesday: String) async throws {
    for (otherwise, expected) in [(#""else": "unknown", "#, unknown), ("", closed)] {
      let rule = #"{"week": {"each": "/week", \#(otherwise)"day": {"key": true}, "opens": "/from", "closes": "/to"}}"#
      let days = #"{"week": {"mon": {"from": "08:00", "to": "12:00"}, "tue": \#(tuesday)}}"#
      #expect(try await MappingCase.hours(rule, days).prefix(3) == ["08:00-12:00", expected, expected])
    }
  }

  @Test func hoursOfNoWeekday() async throws {
    let rule = #"{"week": {"each": "/rows", "day": "/days", "opens": "/from", "closes": "/to"}}"#
    let rows = #"{"days": [], "from": "9am", "to": "5pm"}, {"days": ["Tu"], "from": "9am", "to": "4pm"}"#
    #expect(try await MappingCase.hours(rule, #"{"rows": [\#(rows)]}"#).prefix(3) == [unknown, "09:00-16:00", unknown])
    #expect(
      try await MappingCase.hours(rule, #"{"rows": [{"days": [], "from": null, "to": null}]}"#) == Array(repeating: unknown, count: 7))
  }

  @Test func twoHalvesOfADay() async throws {
    let rule = #"{"week": {"each": "/rows", "day": "/days", "opens": "/from", "closes": "/to"}}"#
    let rows = #"{"days": "mon-sun", "from": "12am", "to": "noon"}, {"days": "mon-sun", "from": "noon", "to": "12am"}"#
    #expect(try await MappingCase.hours(rule, #"{"rows": [\#(rows)]}"#) == Array(repeating: "00:00-24:00", count: 7))
  }

  @Test func yearsHaveFourDigits() async throws {
    let rule = #"{"dates": {"each": "/rows", "date": {"year": "/y", "month": "/m", "day": "/d"}, "opens": "/from", "closes": "/to"}}"#
    for (year, expected) in [("2026", "08:00-12:00"), ("26", unknown)] {
      let row = #"{"y": \#(year), "m": 11, "d": 23, "from": "08:00", "to": "12:00"}"#
      #expect(try await MappingCase.hours(rule, #"{"rows": [\#(row)]}"#)[0] == expected)
    }
  }
}
