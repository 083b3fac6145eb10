import Foundation
import OpeningHours
import Testing

@Suite struct CodingTests {
  @Test(arguments: [
    (#"{"zone":"Nowhere/City","layers":[]}"#, "time zone database"),
    (#"{"zone":"Europe/London","layers":[{"level":"weekly"}]}"#, "one of week, days and always"),
    (#"{"zone":"Europe/London","layers":[{"level":"weekly","always":false}]}"#, "one of week, days and always"),
    (#"{"zone":"Europe/London","layers":[{"level":"weekly","always":true,"week":{}}]}"#, "one of week, days and always"),
    (#"{"zone":"Europe/London","layers":[{"level":"daily","always":true}]}"#, "not a level"),
    (#"{"zone":"Europe/London","layers":[{"level":"weekly","from":"2026-12-02","to":"2026-12-01","always":true}]}"#, "ends before"),
    (#"{"zone":"Europe/London","layers":[{"level":"weekly","from":"2026-02-30","always":true}]}"#, "not a date"),
    (#"{"zone":"Europe/London","layers":[{"level":"weekly","week":{"monday":[]}}]}"#, "not a weekday"),
    (#"{"zone":"Europe/London","layers":[{"level":"weekly","week":{"mo":"closed"}}]}"#, "neither"),
    (#"{"zone":"Europe/London","layers":[{"level":"weekly","week":{"mo":[["10:00","09:00"]]}}]}"#, "at most 24 hours"),
    (#"{"zone":"Europe/London","layers":[{"level":"weekly","week":{"mo":[["10:00","11:00","Lunch","more"]]}}]}"#, "at most 24 hours"),
    (#"{"zone":"Europe/London","layers":[{"level":"weekly","week":{"mo":[["10:00","25:61"]]}}]}"#, "not a time"),
    (#"{"zone":"Europe/London","layers":[{"level":"special","days":{"21 Nov":[]}}]}"#, "not a date"),
  ])
  func wrongHoursAreRefused(json: String, reason: String) {
    #expect { try JSONDecoder().decode(Schedule.self, from: Data(json.utf8)) } throws: { "\($0)".contains(reason) }
  }

  /// Of several faults, it is always the same one.
  @Test func errorIsTheSameEachTime() {
    let keys = (10..<30).map { #""x\#($0)":[]"# }.joined(separator: ",")
    for (member, level) in [("week", "weekly"), ("days", "special")] {
      let json = #"{"zone":"Europe/London","layers":[{"level":"\#(level)","\#(member)":{\#(keys)}}]}"#
      #expect { try JSONDecoder().decode(Schedule.self, from: Data(json.utf8)) } throws: { "\($0)".contains(#""x10" is not"#) }
    }
  }

  @Test func remarksAndUnknownDaysSurvive() throws {
    let json =
      #"{"zone":"America/New_York","layers":[{"level":"weekly","name":"Fall","week":{"mo":[["07:00","26:00","Lunch"]]}},"#
      + #"{"level":"special","days":{"2026-11-26":[],"2026-11-27":"unknown"},"notes":{"2026-11-26":"Holiday"}}]}"#
    let schedule = try JSONDecoder().decode(Schedule.self, from: Data(json.utf8))
    let holiday = try #require(LocalDate("2026-11-26"))
    #expect(schedule.note(on: holiday) == "Holiday")
    #expect(schedule.plan(on: holiday) == .closed)
    #expect(holiday.adding(days: 1).map { schedule.plan(on: $0) } == .unknown)
    #expect(try JSONDecoder().decode(Schedule.self, from: JSONEncoder().encode(schedule)) == schedule)
  }

  @Test func instantsAreReadWithAnyOffset() throws {
    let instants = try JSONDecoder().decode([Instant].self, from: Data(#"["2026-11-21T12:00:00-05:00"]"#.utf8))
    #expect(instants.map(\.description) == ["2026-11-21T17:00:00Z"])
  }
}
