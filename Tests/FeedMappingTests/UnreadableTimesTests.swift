import CampusCatalog
import FeedKit
import FeedMapping
import Testing

/// Times that cannot be read, or are not possible: their day is unknown, with a note, and the place stays. 23 November 2026 is a Monday.
@Suite struct UnreadableTimesTests {
  private let closed = "closed"
  private let unknown = "unknown"

  private static let rows = #"{"week": {"each": "/h", "day": "/d", "opens": "/o", "closes": "/c"}}"#

  @Test(
    "In rows",
    arguments: [
      (#""by appointment", "c": """#, "unknown"), (#""8:00am", "c": "late""#, "unknown"), (#""8:00am", "c": """#, "unknown"),
      (#""25:61", "c": "26:00""#, "unknown"), (#""24:00", "c": "02:00""#, "unknown"), (#""", "c": """#, "closed"),
      (#""09:00", "c": "17:00""#, "09:00-17:00"),
    ])
  func rows(_ times: String, _ tuesday: String) async throws {
    let record = #"{"h": [{"d": "mon", "o": "8:00am", "c": "5:00pm"}, {"d": "tue", "o": \#(times)}]}"#
    let days = try await MappingCase.hours(Self.rows, record)
    #expect(days == ["08:00-17:00", tuesday, closed, closed, closed, closed, closed])
  }

  @Test func rowsHaveANote() async throws {
    let mapping = #"{"records": "/p", "id": "/id", "name": "/id", "hours": \#(Self.rows)}"#
    let record = #"{"id": "a", "h": [{"d": "mon", "o": "8am", "c": "5pm"}, {"d": "tue", "o": "by appointment", "c": ""}]}"#
    let draft = try await MappingCase(mapping).read(#"{"p": [\#(record)]}"#)
    #expect(draft.rejected == 0)
    #expect(draft.notes.map { "\($0.code) \($0.pointer ?? "")" } == ["hours.unknown /p/0/h/1/o"])
  }

  /// A row of several days, and a list of services.
  @Test func rowsOfSeveralDays() async throws {
    let rule = #"{"week": {"each": "/h", "day": "/d", "services": "/s", "opens": "/o", "closes": "/c"}}"#
    let record =
      #"{"h": [{"d": "mon-wed", "s": [{"o": "8am", "c": "11am"}, {"o": "noon", "c": "?"}]}, {"d": "thu", "s": [{"o": "8am", "c": "9am"}]}]}"#
    #expect(try await MappingCase.hours(rule, record) == [unknown, unknown, unknown, "08:00-09:00", closed, closed, closed])
    let night = #"{"week": {"each": "/h", "day": "/d", "lastDay": "/e", "opens": "/o", "closes": "/c"}}"#
    #expect(
      try await MappingCase.hours(night, #"{"h": [{"d": "fri", "e": "sat", "o": "?", "c": "02:00"}]}"#)
        == [closed, closed, closed, closed, unknown, unknown, closed])
  }

  @Test func textsOfRows() async throws {
    let rule = #"{"week": {"each": "/h", "day": "/d", "text": "/t"}}"#
    let record = #"{"h": [{"d": "mon", "t": "9am-5pm"}, {"d": "tue", "t": "by appointment"}, {"d": "wed", "t": "9:00-25:61"}]}"#
    #expect(try await MappingCase.hours(rule, record) == ["09:00-17:00", unknown, unknown, closed, closed, closed, closed])
  }

  @Test func intervals() async throws {
    let rule = #"{"dates": {"each": "/open", "opens": "/from", "closes": "/until"}}"#
    let record = """
      {"open": [{"from": "2026-11-23T08:00:00", "until": "2026-11-23T20:00:00"}, {"from": "2026-11-25T08:00:00", "until": "2026-11-28T20:00:00"}]}
      """
    #expect(try await MappingCase.hours(rule, record) == ["08:00-20:00", unknown, unknown, unknown, unknown, unknown, unknown])
    let daily =
      #"{"week": {"each": "/w", "day": "/d", "opens": "/o", "closes": "/c"}, "dates": {"each": "/open", "opens": "/from", "closes": "/until"}}"#
    let week = #""w": [{"d": "mon-sun", "o": "8am", "c": "5pm"}], "#
    let day = "08:00-17:00"
    #expect(
      try await MappingCase.hours(daily, "{\(week)\(record.dropFirst())") == ["08:00-20:00", day, unknown, unknown, unknown, unknown, day])
  }

  @Test func dates() async throws {
    let rule = #"{"dates": {"each": "/days", "date": "/date", "services": "/parts", "opens": "/from", "closes": "/to"}}"#
    let part = #"{"from": "08:00", "to": "16:00"}"#
    let record = """
      {"days": [{"date": "2026-11-23", "parts": [\(part)]}, {"date": "2026-11-24", "parts": [\(part), {"from": "17:00", "to": "8 or so"}]},
                {"date": "2026-02-30", "parts": [\(part)]}]}
      """
    #expect(try await MappingCase.hours(rule, record) == ["08:00-16:00", unknown, unknown, unknown, unknown, unknown, unknown])
  }

  /// A date that cannot be read may be any day.
  @Test func datesOfClosures() async throws {
    let rule = #"{"week": {"monday": "/mo"}, "closedDates": {"each": "/closed", "date": "", "order": "month-first"}}"#
    #expect(try await MappingCase.hours(rule, #"{"mo": "9am-5pm", "closed": ["13/45/26"]}"#) == Array(repeating: unknown, count: 7))
  }

  // MARK: - Days

  @Test(
    "Rows whose weekday cannot be read",
    arguments: [
      (#""by appointment""#, "unknown"), ("null", "unknown"), (#""""#, "unknown"), (#""Mo.-?""#, "unknown"),
      (#"["mon", "lundi"]"#, "unknown"),
      (#""tue""#, "closed"),
    ])
  func weekdays(_ day: String, _ others: String) async throws {
    let mapping = #"{"records": "", "id": {"text": "a"}, "name": {"text": "A"}, "hours": \#(Self.rows)}"#
    let record =
      #"{"h": [{"d": "mon", "o": "8am", "c": "5pm"}, {"d": "tue", "o": "8am", "c": "3pm"}, {"d": \#(day), "o": "8am", "c": "3pm"}]}"#
    #expect(
      try await MappingCase.hours(Self.rows, record) == ["08:00-17:00", "08:00-15:00"] + Array(repeating: others, count: 5))
    let draft = try await MappingCase(mapping).read("[\(record)]")
    #expect((draft.rejected, draft.notes.map(\.code)) == (0, others == unknown ? [.hoursUnknown] : []))
  }

  @Test func numbersAndLastDays() async throws {
    let numbers = #"{"week": {"each": "/h", "day": {"at": "/d", "numbers": {"1": "monday"}}, "text": "/t"}}"#
    let record = #"{"h": [{"d": 1, "t": "9am-5pm"}, {"d": 9, "t": "9am-5pm"}]}"#
    #expect(try await MappingCase.hours(numbers, record) == ["09:00-17:00"] + Array(repeating: unknown, count: 6))
    let nights = #"{"week": {"each": "/h", "day": "/d", "lastDay": "/e", "opens": "/o", "closes": "/c"}}"#
    let rows = ##"{"d": "fri", "e": "fri", "o": "8am", "c": "5pm"}, {"d": "fri", "e": "?", "o": "10pm", "c": "2am"}"##
    #expect(try await MappingCase.hours(nights, #"{"h": [\#(rows)]}"#) == Array(repeating: unknown, count: 7))
  }

  @Test(arguments: ["null", #""""#, #""2026-13-27""#])
  func datesThatCannotBeRead(_ date: String) async throws {
    let rule = #"{"dates": {"each": "/days", "date": "/date", "opens": "/o", "closes": "/c"}}"#
    let row = #"{"date": "2026-11-23", "o": "08:00", "c": "16:00"}"#
    let week = #"{"d": "mon-sun", "o": "08:00", "c": "12:00"}"#
    let record = #"{"days": [\#(row), {"date": \#(date), "o": "09:00", "c": "10:00"}], "w": [\#(week)]}"#
    #expect(try await MappingCase.hours(rule, record) == ["08:00-16:00"] + Array(repeating: unknown, count: 6))
    let both =
      #"{"week": {"each": "/w", "day": "/d", "opens": "/o", "closes": "/c"}, "dates": {"each": "/days", "date": "/date", "opens": "/o", "closes": "/c"}}"#
    #expect(try await MappingCase.hours(both, record) == Array(repeating: unknown, count: 7))
    let closures = #"{"week": {"monday": "/mo"}, "closedDates": {"each": "/closed", "date": ""}}"#
    #expect(try await MappingCase.hours(closures, #"{"mo": "9am-5pm", "closed": [\#(date)]}"#) == Array(repeating: unknown, count: 7))
  }

  /// Rows of either kind in one list: one whose weekday cannot be read leaves the dates as they are.
  @Test func weekdaysThatCannotBeReadBesideDates() async throws {
    let times = #""opens": "/o", "closes": "/c""#
    let rule = #"{"week": {"each": "/h", "day": "/d", \#(times)}, "dates": {"each": "/h", "date": "/date", \#(times)}}"#
    let rows = [#""d": "mon""#, #""d": "?""#, #""date": "2026-11-24""#].map { #"{\#($0), "o": "8am", "c": "5pm"}"# }
    #expect(
      try await MappingCase.hours(rule, #"{"h": [\#(rows.joined(separator: ", "))]}"#)
        == ["08:00-17:00", "08:00-17:00"] + Array(repeating: unknown, count: 5))
  }

  // MARK: - Hours after midnight

  @Test(
    "A dated opening after midnight does not replace the hours of the next day",
    arguments: [
      ("", "01:00-02:00, 09:00-17:00"), (#", {"d": "2026-11-28", "o": 600, "c": 720}"#, "01:00-02:00, 10:00-12:00"),
      (#", {"d": "2026-11-28", "o": "", "c": ""}"#, "01:00-02:00"), (#", {"d": "2026-11-28", "o": "?", "c": 720}"#, "unknown"),
    ])
  func datesAfterMidnight(_ next: String, _ saturday: String) async throws {
    let times = #""opens": {"minutes": "/o"}, "closes": {"minutes": "/c"}"#
    let rule = #"{"week": {"each": "/w", "day": "/d", \#(times)}, "dates": {"each": "/x", "date": "/d", \#(times)}}"#
    let record = #"{"w": [{"d": "mon-sun", "o": 540, "c": 1020}], "x": [{"d": "2026-11-27", "o": 1500, "c": 1560}\#(next)]}"#
    #expect(try await MappingCase.hours(rule, record) == Array(repeating: "09:00-17:00", count: 4) + [closed, saturday, "09:00-17:00"])
  }

  @Test(
    "Weekly hours after midnight do not replace the hours of the next day",
    arguments: [
      ("mon-sun", #""o": 540, "c": 1020"#, "01:00-02:00, 09:00-17:00"), ("sat", #""o": 90, "c": 1020"#, "01:00-02:00, 01:30-17:00"),
      ("sat", #""o": "", "c": """#, "01:00-02:00"), ("sat", #""o": "?", "c": 1020"#, "unknown"),
    ])
  func rowsAfterMidnight(_ days: String, _ times: String, _ saturday: String) async throws {
    let rows = #"{"each": "/h", "day": "/d", "opens": {"minutes": "/o"}, "closes": {"minutes": "/c"}}"#
    let friday = #"{"d": "fri", "o": 1500, "c": 1560}"#
    #expect(try await MappingCase.hours(#"{"week": \#(rows)}"#, #"{"h": [{"d": "\#(days)", \#(times)}, \#(friday)]}"#)[5] == saturday)
    let lists = #"{"each": "/h", "day": "/d", "services": "/s", "opens": {"minutes": "/o"}, "closes": {"minutes": "/c"}}"#
    let record = #"{"h": [{"d": "\#(days)", "s": [{\#(times)}]}, {"d": "fri", "s": [\#(friday)]}]}"#
    #expect(try await MappingCase.hours(#"{"week": \#(lists)}"#, record)[5] == saturday)
  }

  /// Hours after midnight are valid with the day before.
  @Test(arguments: [
    ("", ["closed", "unknown"]), (#", {"d": "mon", "o": 540, "c": 600, "f": "2026-11-28", "t": "2026-12-31"}"#, ["closed", "01:00-02:00"]),
    (#", {"d": "fri-sun", "o": 540, "c": 600, "t": "2026-12-31"}"#, ["09:00-10:00", "01:00-02:00, 09:00-10:00"]),
  ])
  func nightsAtTheEndOfAValidity(_ other: String, _ fridayAndSaturday: [String]) async throws {
    let rule = #"{"week": {"each": "/h", "day": "/d", "from": "/f", "to": "/t", "opens": {"minutes": "/o"}, "closes": {"minutes": "/c"}}}"#
    func days(from first: String, to last: String) async throws -> [String] {
      try await MappingCase.hours(
        rule, #"{"h": [{"d": "sun, fri", "o": 1500, "c": 1560, "f": "\#(first)", "t": "\#(last)"}\#(other)]}"#)
    }
    #expect(try await days(from: "2026-11-23", to: "2026-11-27")[4...5] == fridayAndSaturday[...])
    // The validity begins on Monday, after the night of Sunday.
    #expect(try await days(from: "2026-11-23", to: "2026-11-27")[0] == closed)
    #expect(try await days(from: "2026-11-22", to: "2026-11-27")[0] == "01:00-02:00")
    #expect(
      try await days(from: "2026-11-23", to: "2026-11-26")[5] == (other.isEmpty ? unknown : other.contains("fri") ? "09:00-10:00" : closed))
  }

  /// A night that begins before midnight says nothing about the next day.
  @Test func nightsBeforeADateThatIsNotListed() async throws {
    let mapping = """
      {"records": "", "id": {"text": "a"}, "name": {"text": "A"},
       "hours": {"dates": {"each": "", "date": "/d", "opens": {"minutes": "/o"}, "closes": {"minutes": "/c"}}}}
      """
    func areOpen(_ row: String) async throws -> [Bool?] {
      let schedule = try #require(try await MappingCase(mapping).read("[{\(row)}]").entries.first?.place?.hours)
      return try ["00:30", "01:30", "03:00"].map {
        switch schedule.status(at: try #require(Instant("2026-11-29T\($0):00-05:00"))).state {
        case .open: true
        case .closed: false
        case .unknown: nil
        }
      }
    }
    #expect(try await areOpen(#""a": {"d": "2026-11-28", "o": 1080, "c": 1560}"#) == [true, true, nil])
    #expect(try await areOpen(#""a": {"d": "2026-11-28", "o": 1500, "c": 1560}"#) == [nil, nil, nil])
  }

  // MARK: - Minutes, hours and epochs

  @Test(
    "Minutes and hours after midnight belong to the next day",
    arguments: [
      (1500, 1560, "closed", "01:00-02:00"), (0, 1560, "unknown", "closed"), (600, 2880, "unknown", "closed"),
      (1080, 1560, "18:00-26:00", "closed"),
      (1441, 2880, "closed", "00:01-24:00"), (0, 1440, "00:00-24:00", "closed"), (0, 1439, "00:00-24:00", "closed"),
      (1440, 1500, "unknown", "closed"), (1500, 2879, "closed", "01:00-24:00"), (1080, 1559, "18:00-25:59", "closed"),
      (600, 2881, "unknown", "closed"), (1500, 60, "unknown", "closed"), (-10, 60, "unknown", "closed"),
    ])
  func minutes(_ from: Int, _ to: Int, _ friday: String, _ saturday: String) async throws {
    let rule = #"{"week": {"each": "/h", "day": "/d", "opens": {"minutes": "/o"}, "closes": {"minutes": "/c"}}}"#
    let found = try await MappingCase.hours(rule, #"{"h": [{"d": "fri", "o": \#(from), "c": \#(to)}]}"#)
    #expect(Array(found[4...5]) == [friday, saturday])
    let dates = #"{"dates": {"each": "/h", "date": "/d", "opens": {"minutes": "/o"}, "closes": {"minutes": "/c"}}}"#
    let dated = try await MappingCase.hours(dates, #"{"h": [{"d": "2026-11-27", "o": \#(from), "c": \#(to)}]}"#)
    // Saturday is not listed: its other hours are not known.
    #expect(Array(dated[4...5]) == [friday, unknown])
  }

  @Test func hoursAfterMidnight() async throws {
    let rule = #"{"week": {"each": "/h", "day": "/d", "opens": {"hours": "/o"}, "closes": {"hours": "/c"}}}"#
    let record = #"{"h": [{"d": "sun", "o": 25, "c": 26}, {"d": "fri", "o": 18, "c": 26}, {"d": "wed", "o": 8, "c": 49}]}"#
    #expect(try await MappingCase.hours(rule, record) == ["01:00-02:00", closed, unknown, closed, "18:00-26:00", closed, closed])
  }

  @Test(
    "Epochs in another unit, and times of day in 1970",
    arguments: [
      ("milliseconds", "1793624400", "1793653200", "unknown"), ("milliseconds", "46800000", "79200000", "unknown"),
      ("milliseconds", "1793624400000", "1793653200000", "08:00-16:00"), ("milliseconds", "0", "0", "closed"),
      ("seconds", "1793624400000", "1793653200000", "unknown"), ("seconds", "46800", "79200", "unknown"),
      ("seconds", "-3600", "7200", "unknown"),
      ("seconds", "\"soon\"", "\"later\"", "unknown"), ("seconds", "\"\"", "null", "closed"),
    ])
  func epochs(_ unit: String, _ from: String, _ to: String, _ monday: String) async throws {
    let rule = """
      {"week": {"each": "/h", "day": "/d", "opens": {"epoch": "/o", "unit": "\(unit)"}, "closes": {"epoch": "/c", "unit": "\(unit)"}}}
      """
    let mapping = #"{"records": "", "id": "/id", "name": "/id", "hours": \#(rule)}"#
    let row = #"{"d": "mon", "o": \#(from), "c": \#(to)}"#
    let draft = try await MappingCase(mapping).read(#"[{"id": "a", "h": [\#(row)]}]"#)
    #expect(try await MappingCase.hours(rule, #"{"h": [\#(row)]}"#)[0] == monday)
    guard monday == unknown, let number = Int(from) else { return }
    let note = try #require(draft.notes.first)
    #expect(note.code == .hoursUnknown && note.detail.contains("\(number)") && note.detail.contains(unit), "\(note.detail)")
  }

  // MARK: - The guard against changed formats

  /// Returns whether a feed is refused if some of its records have unreadable times.
  private static func isRefused(_ count: Int, of total: Int, _ rows: String) async throws -> Bool {
    let good = #"[{"d": "mon", "o": "8am", "c": "5pm"}]"#
    return try await isRefused(Self.rows, (0..<total).map { $0 < count ? "[\(rows)]" : good })
  }

  private static func isRefused(_ rule: String, _ hours: [String]) async throws -> Bool {
    let mapping = #"{"records": "", "id": "/id", "name": "/id", "hours": \#(rule)}"#
    let records = hours.enumerated().map { #"{"id": "a\#($0)", "h": \#($1)}"# }
    let draft = try await MappingCase(mapping).read("[\(records.joined(separator: ", "))]")
    #expect(draft.rejected == 0 && draft.entries.count == hours.count)
    do { try draft.checkRejections() } catch {
      #expect(error.code == .drift)
      return true
    }
    return false
  }

  @Test func placesWithMostTimesUnreadableAreBad() async throws {
    let bad = #"{"d": "mon", "o": "7h30", "c": "9h15"}"#
    #expect(try await Self.isRefused(12, of: 12, bad))
    #expect(try await Self.isRefused(3, of: 29, bad))
    #expect(try await !Self.isRefused(3, of: 30, bad))
    #expect(try await !Self.isRefused(2, of: 3, bad))
    // Half of the times can be read.
    #expect(try await !Self.isRefused(12, of: 12, #"\#(bad), {"d": "tue", "o": "8am", "c": "5pm"}"#))
    #expect(try await Self.isRefused(12, of: 12, #"\#(bad), \#(bad), {"d": "tue", "o": "8am", "c": "5pm"}"#))
  }

  /// A break counts as two times, or as one if only one of them is stated.
  @Test func timesOfBreaksCount() async throws {
    let rule = #"{"week": {"each": "/h", "day": "/d", "opens": "/o", "closes": "/c", "break": {"from": "/p", "to": "/q"}}}"#
    func row(_ day: String, _ times: String...) -> String {
      let members = zip(["o", "c", "p", "q"], times).map { #""\#($0)": "\#($1)""# }
      return #"{"d": "\#(day)", \#(members.joined(separator: ", "))}"#
    }
    // Six can be read, and seven cannot.
    let rows =
      [row("mon", "8am", "5pm", "12pm", "1pm"), row("tue", "8am", "5pm", "12pm")] + ["wed", "thu", "fri"].map { row($0, "7h30", "9h15") }
    #expect(try await Self.isRefused(rule, Array(repeating: "[\(rows.joined(separator: ", "))]", count: 12)))
    let better = rows + [row("sat", "8am", "12pm")]
    #expect(try await !Self.isRefused(rule, Array(repeating: "[\(better.joined(separator: ", "))]", count: 12)))
  }

  @Test(
    "Texts of a week in a new form",
    arguments: [
      (#"{"week": {"text": "/h"}}"#, #""Mo-Fr 7u30-17u00""#, true), (#"{"week": {"text": "/h"}}"#, #""Mon-Fri by appointment""#, false),
      (#"{"week": {"text": "/h"}}"#, #""Mon-Fri 8am-5pm""#, false),
      (#"{"week": {"text": "/h"}}"#, #""8am-5pm Mon, Tue, Sat 10am-2pm""#, true),
      (#"{"osm": "/h"}"#, #""Mo-Fr 7u30-17u00""#, true), (#"{"osm": "/h"}"#, #""sunrise-sunset""#, false),
      (#"{"osm": "/h"}"#, #""Mo-Fr 07:30-17:00""#, false), (#"{"week": {"list": "/h", "first": "monday"}}"#, #"["8am-5pm"]"#, true),
      (#"{"week": {"list": "/h", "first": "monday"}}"#, "[]", false),
      (#"{"week": {"each": "/h", "day": "/d", "opens": "/o", "closes": "/c"}}"#, #"[{"d": "lundi", "o": "8am", "c": "5pm"}]"#, true),
      (#"{"osm": "/h/0", "closedDates": {"each": "/h/1", "date": ""}}"#, #"["Mo-Fr 07:30-17:00", ["?"]]"#, false),
    ])
  func textsOfAWeekInANewForm(_ rule: String, _ hours: String, _ isRefused: Bool) async throws {
    #expect(try await Self.isRefused(rule, Array(repeating: hours, count: 12)) == isRefused)
  }
}
