import Basics
import FeedKit
import Foundation
import Testing

/// Reading stops at the deadline of a run, wherever the time is spent: in text, in rules, or in records that are left out.
@Suite struct ReadingTimeTests {
  /// A deadline that passes when it is checked for the given time.
  private final class Deadline: Sendable {
    private let checks = Guarded(0)
    private let last: Int

    init(afterChecks last: Int = .max) { self.last = last }

    var count: Int { checks.withLock { $0 } }

    func hasPassed() -> Bool {
      checks.withLock { checks in
        checks += 1
        return checks > last
      }
    }
  }

  private static func row(_ hours: String) -> String { #"{"day": "Mon", "hours": "\#(hours)"}"# }

  /// Each of these records takes long, and is the only one: the first check is before it.
  @Test(arguments: [
    (#""hours": {"week": {"each": "/h", "day": "/day", "text": "/hours"}}"#, (0..<900).map { _ in row("08:00-12:00, 13:00-17:00") }),
    (
      #""hours": {"week": {"each": "/h", "day": "/hours", "opens": "/day", "closes": "/day"}}"#,
      [#"{"hours": [\#(Array(repeating: #""mon""#, count: 9_000).joined(separator: ","))]}"#]
    ),
    (
      #""hours": {"week": {"text": {"join": ["/a"]}}}, "tags": {"each": "/h", "take": ["/x", "/y", "/z", ""]}"#,
      Array(repeating: #""a""#, count: 9_000)
    ),
    (
      #""tags": {"each": "/h", "take": {"words": {"a": ["zz"], "b": ["zzz"]}, "of": ""}}"#,
      [#""\#(String(repeating: "z ", count: 9_000))""#]
    ),
  ])
  func readingOfARecordStops(_ rules: String, _ rows: [String]) async throws {
    let mapping = try MappingCase(#"{"records": "", "id": {"text": "a"}, "name": {"text": "A"}, \#(rules)}"#)
    let body = Array(#"[{"h": [\#(rows.joined(separator: ","))]}]"#.utf8)
    let deadline = Deadline(afterChecks: 1)
    var draft = try await mapping.unfinished([body], isOver: deadline.hasPassed)
    #expect((draft.ids.count, draft.rejected) == (0, 1))
    #expect(draft.notes.map(\.code) == [.timeoutTotal])
    let error = #expect(throws: AdapterError.self) { try draft.finish() }
    #expect(error?.code == .timeoutTotal)
  }

  /// Each period between two dates has a week of its own, of many rows.
  @Test func weeksOfManyValiditiesAreChecked() async throws {
    let week = #""week": {"each": "/h", "day": "/d", "opens": "/o", "closes": "/c", "from": "/f"}"#
    let mapping = try MappingCase(#"{"records": "", "id": {"text": "a"}, "name": {"text": "A"}, "hours": {\#(week)}}"#)
    let first = try #require(LocalDate("2026-01-01"))
    func body(_ count: Int) -> [UInt8] {
      let dates = (0..<count).compactMap { first.adding(days: $0) }
      let rows = dates.map { #"{"d": "mon-fri", "o": "08:00", "c": "17:00", "f": "\#($0)"}"# }
      return Array(#"[{"h": [\#(rows.joined(separator: ","))]}]"#.utf8)
    }
    let deadline = Deadline(afterChecks: 1)
    var draft = try await mapping.unfinished([body(200)], isOver: deadline.hasPassed)
    #expect(throws: AdapterError.self) { try draft.finish() }
    #expect(try await mapping.read([body(50)]).notes.isEmpty)
    let many = try await mapping.read([body(400)])
    #expect((many.rejected, many.entries.first?.place?.hours?.layers.count) == (0, 0))
    #expect(many.notes.map(\.code) == [.hoursUnknown])
  }

  @Test func checksFollowTheAmountOfText() async throws {
    let mapping = try MappingCase(#"{"records": "", "id": "/i", "name": "/n"}"#)
    let deadline = Deadline()
    let records = (0..<100).map { #"{"i": \#($0), "n": "\#(String(repeating: "x", count: 20_000))"}"# }
    _ = try await mapping.read([Array("[\(records.joined(separator: ","))]".utf8)], isOver: deadline.hasPassed)
    #expect(deadline.count > 50)
  }

  @Test func skippedRecordsAreChecked() async throws {
    let conditions = (0..<1_000).map { #"{"at": "/s", "is": "x\#($0)"}"# }.joined(separator: ",")
    let mapping = try MappingCase(#"{"records": "", "id": "/i", "name": "/n", "skip": [\#(conditions), {"at": "/i", "isNot": 0}]}"#)
    let records = (0..<300).map { #"{"i": \#($0), "n": "A"}"# }.joined(separator: ",")
    let deadline = Deadline()
    let draft = try await mapping.read([Array("[\(records)]".utf8)], isOver: deadline.hasPassed)
    #expect((draft.ids.count, draft.skipped) == (1, 299))
    #expect(deadline.count > 50)
  }

  /// Implausible texts are not read: each would take seconds.
  @Test func longTextsAreNotRead() async throws {
    let long = String(repeating: "Mon-Fri: 8am-5pm; ", count: 20_000)
    #expect(try await MappingCase.hours(#"{"week": {"text": "/h"}}"#, #"{"h": "\#(long)"}"#) == Array(repeating: "unknown", count: 7))
    #expect(try await MappingCase.hours(#"{"week": {"monday": "/h"}}"#, #"{"h": "\#(long)"}"#)[0] == "unknown")
    #expect(
      try await MappingCase.hours(#"{"osm": "/h"}"#, #"{"h": "\#(long.replacing("Mon-Fri: 8am-5pm", with: "2026 Nov 23 off"))"}"#)[0]
        == "unknown")
    #expect(HoursText(String(repeating: "8:00-17:00, ", count: 1_000)) == .unreadable)
    #expect(WeekdayRange("mon" + String(repeating: " ", count: 2_000)) == nil)
    #expect(ClockText(String(repeating: " ", count: 2_000) + "8:00") == nil)
    #expect(DateRange("1/2/2026" + String(repeating: " ", count: 2_000), .monthFirst) == nil)
    #expect(RecordKey.slug([String(repeating: "é", count: 600_000)]) == "")
    #expect(RecordKey.slug([String(repeating: "é", count: 2_000)]).utf8.count == 2_000)
  }

  @Test func weekdaysAreListedOnce() async throws {
    let rule = #"{"week": {"each": "/h", "day": "/d", "opens": "/o", "closes": "/c"}}"#
    let hours = try await MappingCase.hours(rule, #"{"h": [{"d": ["mon", "mon-tue", "tue"], "o": "08:00", "c": "17:00"}]}"#)
    #expect(hours == ["08:00-17:00", "08:00-17:00"] + Array(repeating: "closed", count: 5))
  }

  /// A mapping with ten thousand values to compare with finds one as fast as a mapping with ten.
  @Test func manyValuesOfAConditionAreFound() async throws {
    let values = (0..<10_000).map { #""hidden \#($0)""# }.joined(separator: ",")
    let mapping = try MappingCase(#"{"records": "", "id": "/i", "name": "/n", "skip": {"at": "/s", "is": [\#(values)]}}"#)
    let draft = try await mapping.read(
      #"[{"i": 1, "n": "A", "s": " HIDDEN 9999 "}, {"i": 2, "n": "B", "s": "hidden"}, {"i": 3, "n": "C"}]"#)
    #expect(draft.entries.map(\.name) == ["B", "C"])
  }
}
