import CampusCatalog
import CatalogDiff
import OpeningHours
import TestKit
import Testing

/// The texts and ranks of the changes of a place whose new dates differ from its usual week.
@Suite struct UsualWeekTextTests {
  /// The dates of weeks from Tuesday, September 1, 2026 on, each week with the hours of its days. Those of the last weeks are new.
  private static func dates(_ weeks: [[[Range<Int>]]], new: Int, wereKnown: Bool = false) throws -> [NewDate] {
    var usual = UsualWeeks()
    let first = try parsed("2026-09-01", LocalDate.init)
    var found: [NewDate] = []
    for (week, days) in weeks.enumerated() {
      for (day, times) in days.enumerated() {
        let date = try #require(first.adding(days: 7 * week + day))
        let compared = usual.compare(date, [("hall", UsualWeeks.Hours(times, isDated: true))], of: ["hall": wereKnown])
        if week >= weeks.count - new, let date = compared["hall"] { found.append(date) }
      }
    }
    return found
  }

  /// Returns the changes as "routine hours.week: closes at …", in a catalog of a Wednesday before the new dates, or of a chosen time.
  private static func texts(_ dates: [NewDate], at time: String = "2026-09-16T12:00:00Z") throws -> [String] {
    let windows = try ["2026-09-10", "2026-09-17"].map { try dated(from: $0, Array(repeating: "07:00-22:00", count: 7)) }
    let (old, new) = (
      try catalog([place("penn/dining/1", hours: windows[0])], at: "2026-09-09T12:00:00Z"),
      try catalog([place("penn/dining/1", hours: windows[1])], at: time)
    )
    let log = try changeLog(old, new, newDates: [new.entries[0].id: dates])
    #expect(log.feeds.map(\.comparedWithUsualWeek) == [1] && log.feeds.map(\.withoutCommonDay) == [0])
    return log.entries.flatMap(\.changes).map { change in
      "\(change.rank) \(change.code.rawValue): \(change.text)" + (change.why.map { " (\($0))" } ?? "")
    }
  }

  private static let usual = Array(repeating: [420..<1320], count: 7)

  @Test func firstTime() throws {
    func text(_ times: [Range<Int>]) throws -> [String] {
      try Self.texts(Self.dates([Self.usual, Self.usual, [[420..<1320], [420..<1320], times] + Self.usual.dropFirst(3)], new: 1))
    }
    #expect(try text([420..<1200]) == ["routine hours.unusual: Thu 17 Sep: closes at 20:00, usually 22:00"])
    #expect(try text([540..<1320]) == ["routine hours.unusual: Thu 17 Sep: opens at 09:00, usually 07:00"])
    #expect(try text([420..<1440]) == ["routine hours.unusual: Thu 17 Sep: closes at midnight, usually 22:00"])
    #expect(try text([]) == ["routine hours.unusual: Thu 17 Sep: closed, usually open 07:00–22:00"])
    #expect(try text([540..<1200]) == ["routine hours.unusual: Thu 17 Sep: open 09:00–20:00, usually 07:00–22:00"])
    #expect(try text([420..<700, 800..<1320]) == ["routine hours.unusual: Thu 17 Sep: open 07:00–11:40, 13:20–22:00, usually 07:00–22:00"])
    #expect(try text([420..<1320]).isEmpty)
  }

  /// Consecutive dates are one change, and dates that have passed are none.
  @Test func severalDates() throws {
    let early = Array(repeating: [420..<1200], count: 3)
    let dates = try Self.dates([Self.usual, Self.usual, [[420..<1320], [420..<1320]] + early + Self.usual.suffix(2)], new: 1)
    #expect(try Self.texts(dates) == ["routine hours.unusual: Thu 17 Sep to Sat 19 Sep: closes at 20:00, usually 22:00"])
    #expect(
      try Self.texts(dates, at: "2026-09-19T12:00:00Z") == ["routine hours.unusual: Sat 19 Sep: closes at 20:00, usually 22:00"])
  }

  @Test func changesThatLast() throws {
    func text(_ week: [[Range<Int>]], at time: String = "2026-09-23T12:00:00Z") throws -> [String] {
      try Self.texts(Self.dates([Self.usual, Self.usual, week, week], new: 2), at: time)
    }
    let tuesdays = try text([[420..<1200]] + Self.usual.dropFirst())
    #expect(tuesdays == ["routine hours.week: closes at 20:00 instead of 22:00 on Tuesdays since 15 September"])
    #expect(
      try text(Array(repeating: [420..<1200], count: 7)) == [
        "routine hours.week: closes at 20:00 instead of 22:00 every day since 15 September"
      ])
    #expect(
      try text(Array(repeating: [420..<1200], count: 7), at: "2026-09-10T12:00:00Z") == [
        "routine hours.week: closes at 20:00 instead of 22:00 every day from 15 September on"
      ])
    // Five of fifteen hours are a third.
    #expect(
      try text(Array(repeating: [420..<1020], count: 7)) == [
        "suspicious hours.week: closes at 17:00 instead of 22:00 every day since 15 September (open 70 h a week, was 105 h)"
      ])
    // The order of weekdays is that of the week, and that of changes that of their beginning.
    let closed: [[Range<Int>]] = [[420..<1320], [], [420..<1200], [420..<1200], [], [420..<1320], [420..<1320]]
    #expect(
      try text(closed) == [
        "routine hours.week: closed instead of open 07:00–22:00 on Wednesdays and Saturdays since 16 September",
        "routine hours.week: closes at 20:00 instead of 22:00 on Thursdays and Fridays since 17 September",
      ])
  }

  /// A comparison of two catalogs is about their difference, whatever happened between them.
  @Test func changesThatWereTakenBack() throws {
    let (short, shorter) = (Array(repeating: [420..<1200], count: 7), Array(repeating: [420..<1140], count: 7))
    let back = try Self.dates([Self.usual, Self.usual, short, short, Self.usual, Self.usual], new: 4)
    #expect(try Self.texts(back, at: "2026-10-13T12:00:00Z").isEmpty)
    let again = try Self.dates([Self.usual, Self.usual, short, short, shorter, shorter], new: 4)
    #expect(
      try Self.texts(again, at: "2026-10-13T12:00:00Z") == [
        "routine hours.week: closes at 19:00 instead of 22:00 every day since 29 September"
      ])
  }

  /// Hours of a long window that change for good are one change, and not one for each date.
  @Test func changedDatesOfLongWindows() throws {
    let short: [[Range<Int>]] = [[420..<1200], [420..<1200], [420..<1200], [420..<1140]] + Array(repeating: [420..<1200], count: 3)
    let dates = try Self.dates([Self.usual, Self.usual, short, short], new: 2, wereKnown: true)
    func window(_ last: [String]) throws -> Schedule {
      try dated(from: "2026-09-01", Array(repeating: "07:00-22:00", count: 14) + last + last)
    }
    func log(_ week: [String], _ dates: [NewDate]) throws -> [String] {
      let (old, new) = (
        try catalog([place("penn/dining/1", hours: window(Array(repeating: "07:00-22:00", count: 7)))], at: "2026-09-01T12:00:00Z"),
        try catalog([place("penn/dining/1", hours: window(week))], at: "2026-09-02T12:00:00Z")
      )
      return try changeLog(old, new, newDates: [new.entries[0].id: dates]).entries.flatMap(\.changes).map(\.text)
    }
    let fridays = ["07:00-20:00", "07:00-20:00", "07:00-20:00", "07:00-19:00"] + Array(repeating: "07:00-20:00", count: 3)
    #expect(
      try log(fridays, dates) == [
        "closes at 20:00 instead of 22:00 every day except Fridays from 15 September on",
        "closes at 19:00 instead of 22:00 on Fridays from 18 September on",
      ])
    // Without a usual week, each date is described.
    #expect(try log(fridays, []).count == 5)
    // So is a single date.
    let once = try Self.dates([Self.usual, Self.usual, [[420..<1200]] + Self.usual.dropFirst()], new: 1, wereKnown: true)
    let sentence = "closes 2 hours earlier on Tue 15 Sep 2026: 07:00–20:00, was 07:00–22:00"
    #expect(try log(["07:00-20:00"] + Array(repeating: "07:00-22:00", count: 6), once).first == sentence)
  }

  /// A week that is lost day by day is suspicious as soon as a third is.
  @Test func weekThatIsLostDayByDay() throws {
    let short = Array(repeating: [420..<1020], count: 7)
    let dates = try Self.dates([Self.usual, Self.usual, short, short], new: 1)
    let ranks = try dates.map { try Self.texts([$0], at: "2026-09-23T12:00:00Z").map { $0.split(separator: " ")[0] } }
    #expect(ranks == Array(repeating: ["routine"], count: 6) + [["suspicious"]])
  }
}
