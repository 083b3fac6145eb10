import AdapterWorkbench
import FeedKit
import FeedMapping
import Testing

/// Proposals for hours in the shapes that feeds have. The values that a proposal reads are compared, not its text. 23 November 2026 is a
/// Monday.
@Suite struct HoursProposalTests {
  private let workdays = "Mon-Fri 08:00-17:00, Sat-Sun closed"

  private func guess(_ record: String) throws -> MappingProposal.Guess {
    let reply = #"[{"id": "a", "name": "Reed Hall", \#(record)}, {"id": "b", "name": "Mill Hall"}]"#
    let proposal = try MappingProposal(of: Array(reply.utf8), zone: Zone("America/New_York"))
    return try #require(proposal.guesses.first { $0.field == "hours" }, "\(proposal.guesses.map(\.field))")
  }

  private func rows(_ row: (Int) -> String) -> String { (0..<5).map(row).joined(separator: ", ") }

  @Test func numbersOfWeekdaysFollowFromTheRowsWithTimes() throws {
    let days = rows { #"{"day": \#($0 + 1), "open": "8:00 AM", "close": "5:00 PM", "isClosed": false}"# }
    let closed = [0, 6].map { #"{"day": \#($0), "open": null, "close": null, "isClosed": true}"# }.joined(separator: ", ")
    let guess = try guess(#""hours": [\#(closed), \#(days)]"#)
    #expect(guess.example == workdays)
    #expect(guess.confidence == .medium)
  }

  @Test func rowsWithAnObjectForEachEnd() throws {
    let days = rows {
      #"{"open": {"day": \#($0 + 1), "hour": 8, "minute": 0}, "close": {"day": \#($0 + 1), "hour": 17, "minute": 0}}"#
    }
    #expect(try guess(#""openingHours": {"periods": [\#(days)]}"#).example == workdays)
  }

  @Test(arguments: [
    (#""0800""#, #""1700""#, MappingProposal.Confidence.medium), ("800", "1700", .medium), (#""08:00""#, #""17:00""#, .medium),
  ])
  func timesInDigits(opens: String, closes: String, confidence: MappingProposal.Confidence) throws {
    let days = rows { #"{"day": \#($0), "start": \#(opens), "end": \#(closes)}"# }
    let guess = try guess(#""hours": [{"open": [\#(days)], "type": "REGULAR"}]"#)
    #expect(guess.example == workdays)
    #expect(guess.confidence == confidence)
  }

  @Test func minutesSinceMidnight() throws {
    let days = rows { #"{"weekday": \#($0), "open_minute": 480, "close_minute": 1020}"# }
    #expect(try guess(#""schedule": [\#(days)]"#).example == workdays)
  }

  @Test(arguments: [
    #"{"open": "08:00", "close": "17:00"}"#, #"[{"open": "08:00", "close": "17:00"}]"#, #"["08:00", "17:00"]"#,
    #"[["08:00", "17:00"]]"#, #"["08:00-17:00"]"#, #"{"is_closed": false, "opening_hour": "08:00", "closing_hour": "17:00"}"#,
  ])
  func weekdaysAsKeys(day: String) throws {
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday"]
    let days = names.map { #""\#($0)": \#(day)"# }.joined(separator: ", ")
    let guess = try guess(#""opening": {\#(days), "sunday": null}"#)
    #expect(guess.example == workdays)
    #expect(guess.confidence == .high)
  }

  @Test func datesAsKeysWithAStatus() throws {
    let guess = try guess(
      #"""
      "dates": {"2026-11-23": {"status": "open", "hours": [{"from": "8am", "to": "1pm"}, {"from": "2pm", "to": "8:30pm"}]},
                "2026-11-24": {"status": "24hours"}, "2026-11-25": {"status": "closed"}}
      """#)
    #expect(guess.example == "2026-11-23 08:00-13:00 14:00-20:30, 2026-11-24 00:00-24:00, 2026-11-25 closed")
  }

  @Test func rowsWithWeekdaysAndDatesAreDates() throws {
    let guess = try guess(
      #"""
      "weeks": [{"Monday": {"date": "2026-11-23", "times": {"status": "open", "hours": [{"from": "8am", "to": "10pm"}]}, "rendered": "8am - 10pm"},
                 "Tuesday": {"date": "2026-11-24", "times": {"status": "closed"}, "rendered": "Closed"}}]
      """#)
    #expect(guess.example == "2026-11-23 08:00-22:00, 2026-11-24 closed")
    #expect(!guess.rule.contains("week\":{"))
  }

  @Test(arguments: [
    #""hours": "Mon-Fri: 8am-5pm; Sat closed""#, #""hours": "<p>Mon&ndash;Fri 8am to 5pm</p>""#,
    #""descriptions": ["Monday: 8:00 AM – 5:00 PM", "Tue-Fri: 8:00 AM – 5:00 PM", "Saturday: Closed"]"#,
    #""days_open": "Mon-Fri", "opens_at": "08:00", "closes_at": "17:00""#,
  ])
  func textsWithWeekdays(members: String) throws {
    #expect(try guess(members).example == workdays)
  }

  @Test func timesWithoutDaysAreDoubtful() throws {
    let guess = try guess(#""opens_at": "08:00", "closes_at": "17:00""#)
    #expect(guess.example == "Mon-Sun 08:00-17:00")
    #expect(guess.confidence == .low)
  }

  @Test func columnsForBothEndsOfEachDay() throws {
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri"].map { #""\#($0) Open": "8:00 AM", "\#($0) Close": "5:00 PM""# }
    #expect(try guess(days.joined(separator: ", ") + #", "Sat Open": "", "Sat Close": """#).example == workdays)
  }

  @Test func hoursWithoutARuleAreMentioned() throws {
    let reply = #"[{"id": "a", "name": "Reed Hall", "hours": "Ask the porter after 8:00 am"}]"#
    let proposal = try MappingProposal(of: Array(reply.utf8))
    #expect(!proposal.guesses.contains { $0.field == "hours" })
    #expect(proposal.guesses[0].evidence.contains(#"/hours may be about hours ("Ask the porter after 8:00 am")"#))
  }

  @Test func messagesOfServicesAreLabels() throws {
    let part = #"{"start": "2026-11-23T08:00:00", "end": "2026-11-23T17:00:00", "message": "Cards only"}"#
    let reply = #"[{"id": "a", "name": "Reed Hall", "days": [{"date": "2026-11-23", "parts": [\#(part), \#(part)]}]}]"#
    let guesses = try MappingProposal(of: Array(reply.utf8)).guesses
    #expect(!guesses.contains { $0.field == "notice" })
    #expect(guesses.contains { $0.field == "hours" && $0.rule.contains(#""label":"/message""#) })
  }

  @Test func schedulesThatReplaceOthers() throws {
    let days = rows { #"{"start_day": \#($0), "end_day": \#($0), "start_time": "08:00:00", "end_time": "17:00:00"}"# }
    let special = #"{"name": "Break", "valid_start": "2026-12-20", "valid_end": "2027-01-03", "open_times": [\#(days)]}"#
    let guess = try guess(
      #""main": {"name": "Fall", "all_day": false, "open_times": [\#(days)]}, "specials": [\#(special)]"#)
    #expect(guess.example == workdays)
    for part in [#""name":"/main/name""#, #""specials":{"each":"/specials""#, #""always":{"at":"/main/all_day"}"#] {
      #expect(guess.rule.contains(part))
    }
  }

  // MARK: - Lists in lists, and deciding between weekdays

  @Test func daysInListsOfLists() throws {
    let day = { (date: Int) in #"{"date": "2026-11-\#(date)", "times": {"status": "open", "hours": [{"from": "8am", "to": "5pm"}]}}"# }
    let guess = try guess(#""weeks": [{"Monday": \#(day(23)), "Tuesday": \#(day(24))}, {"Monday": \#(day(30)), "Tuesday": \#(day(24))}]"#)
    #expect(guess.rule.contains(#""each":["/weeks",""]"#), "\(guess.rule)")
    #expect(guess.example.hasPrefix("2026-11-23 08:00-17:00, 2026-11-24 08:00-17:00"))
  }

  /// A week in the first of several lists is read even if there are days, too. The proposal says that it is only the first.
  @Test func theFirstOfSeveralWeeksBesideDays() throws {
    let days = rows { #"{"name": "\#(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"][$0])", "open": "08:00", "close": "17:00"}"# }
    let menu = #""menu": [{"date": "2026-11-23", "meals": [{"start": "10:00", "end": "11:00"}]}]"#
    let guess = try guess(#""hours": [{"days": [\#(days)]}, {"days": [\#(days)]}], \#(menu)"#)
    #expect(guess.example == workdays)
    #expect(guess.rule.contains(#""dates""#), "\(guess.rule)")
    #expect(guess.confidence == .low && guess.evidence.contains("only the first of several lists"), "\(guess.evidence)")
  }

  /// Sunday is 0, also for a place that is open on Sundays and closed on Fridays.
  @Test func periodsBeginWithSunday() throws {
    let days = [0, 1, 2, 3, 4].map { #"{"open": {"day": \#($0), "time": "0800"}, "close": {"day": \#($0), "time": "1700"}}"# }
    let guess = try guess(#""opening_hours": {"periods": [\#(days.joined(separator: ", "))]}"#)
    #expect(guess.example == "Mon-Thu 08:00-17:00, Fri-Sat closed, Sun 08:00-17:00")
    #expect(guess.rule.contains(#""continuous":true"#))
  }

  @Test func namesOfWeekdaysDecideBetweenNumbers() throws {
    let days = [0, 1, 2, 3, 4].map { #"{"day": \#($0), "open": "08:00", "close": "17:00"}"# }
    let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday"].map { #""\#($0): 8:00 AM – 5:00 PM""# }
    let guess = try guess(#""hours": [\#(days.joined(separator: ", "))], "weekday_text": [\#(names.joined(separator: ", "))]"#)
    #expect(guess.example == "Mon-Thu 08:00-17:00, Fri-Sat closed, Sun 08:00-17:00")
  }

  @Test func openingsWithAFlagForClosedDays() throws {
    let row = { (day: Int, isClosed: Bool) in
      #"{"startTime": \#(1_795_410_000_000 + day * 86_400_000), "endTime": \#(1_795_442_400_000 + day * 86_400_000), "isClosed": \#(isClosed)}"#
    }
    let guess = try guess(#""schedule": [\#(row(0, false)), \#(row(1, true))]"#)
    #expect(guess.rule.contains(#""closed":{"at":"/isClosed"}"#), "\(guess.rule)")
    #expect(guess.example == "2026-11-23 00:00-09:00, 2026-11-24 closed", "\(guess.example)")
  }

  /// Days on which most places are closed are not left out.
  @Test func endsOfWeekdaysMayBeClosed() throws {
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri"].map { #""\#($0) Open": "8:00 AM", "\#($0) Close": "5:00 PM""# }
    let weekend = ["Sat", "Sun"].map { #""\#($0) Open": "CLOSED", "\#($0) Close": "CLOSED""# }
    #expect(try guess((days + weekend).joined(separator: ", ")).example == workdays)
  }

  // MARK: - One day

  /// Rows of today, by name or number, in rows, in the record and in texts.
  @Test(arguments: [
    #""rooms": [{"day": "Tuesday", "open": "08:00", "close": "17:00"}]"#, #""hours": [{"dow": 2, "start": "08:00", "end": "17:00"}]"#,
    #""day": "Tuesday", "opens_at": "08:00", "closes_at": "17:00""#, #""hours": "Tuesday: 8am-5pm""#,
    #""day": "Tuesday", "times": {"status": "24hours"}"#,
  ])
  func rowsOfOneWeekdayAreDoubtful(members: String) throws {
    let guess = try guess(members)
    #expect(guess.confidence == .low)
    let remarks = [
      "all hours are those of Tuesday, so the reply may be about one day", "the hours are read as those of the day of the reply",
    ]
    #expect(remarks.contains(where: guess.evidence.contains), "\(guess.evidence)")
  }

  // MARK: - Exceptions

  private let weekdayTexts =
    #""monday": "08:00-17:00", "tuesday": "08:00-17:00", "wednesday": "08:00-17:00", "thursday": "08:00-17:00", "friday": "08:00-17:00", "saturday": "closed", "sunday": "closed""#

  @Test(arguments: [
    (
      #""holidays": [{"reason": "Founders Day", "start": "2026-11-26T00:00:00", "end": "2026-11-26T23:59:00"}]"#,
      #""specials":{"each":"/holidays","name":"/reason","from":"/start","to":"/end"}"#
    ),
    (#""closures": [{"from": "2026-12-24", "to": "2027-01-02"}]"#, #""specials":{"each":"/closures","from":"/from","to":"/to"}"#),
    (
      #""breaks": [{"title": "Inventory", "start": "2026-12-24T00:00:00", "end": "2026-12-27T02:00:00"}]"#,
      #""specials":{"each":"/breaks","name":"/title","from":"/start","to":{"date":"/end","nights":true}}"#
    ),
    (
      #""exceptions": [{"date": "2026-11-27", "open": "10:00", "close": "14:00"}]"#,
      #""dates":{"each":"/exceptions","date":"/date","opens":"/open","closes":"/close"}"#
    ),
    (
      #""holidays": [{"date": "2026-11-26", "reason": "Founders Day"}]"#,
      #""closedDates":{"each":"/holidays","date":"/date","name":"/reason"}"#
    ),
  ])
  func exceptionsAreNotTheUsualHours(exceptions: String, rule: String) throws {
    for members in ["\(weekdayTexts), \(exceptions)", "\(exceptions), \(weekdayTexts)"] {
      let guess = try guess(members)
      #expect(guess.example == workdays, "\(guess.rule)")
      #expect(guess.rule.contains(rule), "\(guess.rule)")
      #expect(guess.confidence == (rule.hasPrefix(#""dates""#) ? .high : .medium))
    }
    #expect(try guess(weekdayTexts).confidence == .high)
  }

  /// Closures for parts of days close whole days, and of several lists only one is read.
  @Test func exceptionsThatAreNotReadInFullAreMentioned() throws {
    let part = try guess(#"\#(weekdayTexts), "closures": [{"start": "2026-11-26T12:00:00", "end": "2026-11-26T14:00:00"}]"#)
    #expect(part.confidence == .low && part.evidence.contains("parts of days are read as whole days"), "\(part.evidence)")
    for exceptions in [#"{"2026-11-26": "closed"}"#, #"[{"date": "2026-11-26", "hours": "10am-2pm"}]"#] {
      let unread = try guess(#"\#(weekdayTexts), "exceptions": \#(exceptions)"#)
      #expect(unread.confidence == .medium && unread.evidence.contains("/exceptions is not read"), "\(unread.evidence)")
    }
    let lists = #""closures": [{"from": "2026-12-24", "to": "2027-01-02"}], "breaks": [{"start": "12:00", "end": "13:00"}]"#
    let several = try guess("\(weekdayTexts), \(lists)")
    #expect(several.confidence == .medium && several.evidence.contains("/breaks is not read"), "\(several.evidence)")
  }

  @Test func weekdaysComeBeforeDates() throws {
    let guess = try guess(#"\#(weekdayTexts), "upcoming": [{"date": "2026-11-27", "open": "10:00", "close": "14:00"}]"#)
    #expect(guess.example == workdays)
    #expect(guess.rule.contains(#""dates":{"each":"/upcoming""#), "\(guess.rule)")
  }

  // MARK: - Parts of hours

  /// All lists are read if they do not contradict each other.
  @Test func severalListsAreReadTogether() throws {
    let list = { (title: String, from: String, to: String) in
      #"{"title": "\#(title)", "hours": [{"days": "mon-fri", "from": "\#(from)", "to": "\#(to)"}]}"#
    }
    let meals = try guess(#""schedule": [\#(list("Lunch", "11:00am", "1:30pm")), \#(list("Dinner", "5:00pm", "7:30pm"))]"#)
    #expect(meals.rule.contains(#""each":["/schedule","/hours"]"#), "\(meals.rule)")
    #expect(meals.example == "Mon-Fri 11:00-13:30 17:00-19:30, Sat-Sun closed")
    #expect(meals.confidence == .medium)
    let seasons = try guess(#""schedule": [\#(list("Fall", "8:00am", "8:00pm")), \#(list("Summer", "9:00am", "3:00pm"))]"#)
    #expect(seasons.example == "Mon-Fri 08:00-20:00, Sat-Sun closed")
    #expect(seasons.confidence == .low && seasons.evidence.contains("only the first of several lists"), "\(seasons.evidence)")
  }

  @Test(arguments: [#""day": "mon-fri""#, #""date": "2026-11-23""#]) func anotherListOfHoursIsMentioned(day: String) throws {
    let guess = try guess(
      #""lunch_hours": [{\#(day), "from": "11am", "to": "1pm"}], "dinner_hours": [{\#(day), "from": "5pm", "to": "7pm"}]"#)
    #expect(guess.confidence == .medium && guess.evidence.contains("/dinner_hours is not read"), "\(guess.evidence)")
  }

  /// A list with one element may have more tomorrow.
  @Test func aListOfOneWeekIsAList() throws {
    let day = { (date: Int) in #"{"date": "2026-11-\#(date)", "open": "08:00", "close": "17:00"}"# }
    let one = #"{"Monday": \#(day(23)), "Tuesday": \#(day(24))}"#
    for weeks in [one, #"\#(one), {"Monday": \#(day(30)), "Tuesday": \#(day(29))}"#] {
      let guess = try guess(#""weeks": [\#(weeks)]"#)
      #expect(guess.rule.contains(#"{"each":["/weeks",""],"date":"/date","opens":"/open","closes":"/close"}"#), "\(guess.rule)")
      #expect(guess.example.hasPrefix("2026-11-23 08:00-17:00, 2026-11-24 08:00-17:00"))
    }
  }

  /// A week of texts in the first element of a list cannot be read from all.
  @Test(arguments: [
    #""weeks": [{"Mon": "8am-5pm", "Tue": "8am-5pm", "Wed": "8am-5pm", "Thu": "8am-5pm", "Fri": "8am-5pm"}]"#,
    #""desks": [{"hours": "Mon-Fri 8am-5pm"}]"#,
  ])
  func textsInTheFirstElementAreNotCertain(members: String) throws {
    let guess = try guess(members)
    #expect(guess.confidence == .medium && guess.evidence.contains("only the first element of a list is read"), "\(guess.evidence)")
  }

  @Test func timesOfOneWeekdayAreNotThoseOfAll() throws {
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday"].map { #""\#($0)": {"open": "08:00", "close": "17:00"}"# }
    #expect(try guess(days.joined(separator: ", ")).example == workdays)
  }
}
