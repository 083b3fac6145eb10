import OpeningHours
import RandomData
import TestKit
import Testing

@testable import CatalogDiff

@Suite struct HoursTests {
  private func texts(
    _ old: Schedule?, _ new: Schedule?, now: String = "2026-11-21T12:00:00Z", country: String? = nil
  ) throws -> [String] {
    HoursComparison(old, new, now: try instant(now), RegionalStyle(country: country)).changes.map(\.text)
  }

  @Test(
    arguments: [
      ("09:00-17:00", "10:00-17:00", "opens an hour later on Fridays: 10:00–17:00, was 09:00–17:00"),
      ("09:00-17:00", "08:30-17:00", "opens 30 minutes earlier on Fridays: 08:30–17:00, was 09:00–17:00"),
      ("09:00-17:00", "09:00-19:00", "closes 2 hours later on Fridays: 09:00–19:00, was 09:00–17:00"),
      ("09:00-17:00", "10:30-16:59", "opens 1 h 30 min later and closes a minute earlier on Fridays: 10:30–16:59, was 09:00–17:00"),
      ("18:00-26:00", "18:00-25:00", "closes an hour earlier on Fridays: 18:00–01:00, was 18:00–02:00"),
      ("18:00-26:00", "18:00-24:00", "closes 2 hours earlier on Fridays: 18:00–midnight, was 18:00–02:00"),
      ("09:00-17:00", "", "closed on Fridays, was 09:00–17:00"),
      ("", "09:00-17:00", "now open on Fridays: 09:00–17:00"),
      ("09:00-17:00", "00:00-24:00", "open around the clock on Fridays, was 09:00–17:00"),
      ("00:00-24:00", "09:00-17:00", "no longer open around the clock on Fridays: 09:00–17:00"),
      ("09:00-12:00,13:00-17:00", "09:00-17:00", "hours on Fridays are 09:00–17:00, were 09:00–12:00, 13:00–17:00"),
      (
        "09:00-12:00,13:00-17:00", "09:00-12:00,13:00-18:00",
        "closes an hour later on Fridays: 09:00–12:00, 13:00–18:00, was 09:00–12:00, 13:00–17:00"
      ),
      (
        "09:00-12:00,13:00-17:00", "09:00-11:00,13:00-17:00", "hours on Fridays are 09:00–11:00, 13:00–17:00, were 09:00–12:00, 13:00–17:00"
      ),
      ("11:00-14:00 Lunch", "11:00-14:00 Brunch", "“Lunch” is called “Brunch” now"),
      ("unknown", "11:00-14:00", "hours on Fridays are known now: 11:00–14:00"),
      ("11:00-14:00", "unknown", "hours on Fridays are no longer known, were 11:00–14:00"),
    ])
  func oneWeekdayChanges(_ old: String, _ new: String, _ text: String) throws {
    let (before, after) = (
      try weekly(workdays("08:00-16:00", except: ["fr": old])), try weekly(workdays("08:00-16:00", except: ["fr": new]))
    )
    #expect(try texts(before, after) == [text])
  }

  @Test(
    "Texts about American places",
    arguments: [
      ("09:00-17:00", "10:00-17:00", "opens an hour later on Fridays: 10 AM–5 PM, was 9 AM–5 PM"),
      ("12:00-24:00", "12:00-26:00", "closes 2 hours later on Fridays: noon–2 AM, was noon–midnight"),
      ("07:30-10:15 Breakfast,17:00-20:00", "", "closed on Fridays, was 7:30–10:15 AM Breakfast, 5–8 PM"),
    ])
  func americanPlaces(_ old: String, _ new: String, _ text: String) throws {
    #expect(try texts(weekly(workdays("", except: ["fr": old])), weekly(workdays("", except: ["fr": new])), country: "US") == [text])
  }

  @Test("Dates of American places") func americanDates() throws {
    let base = try weekly(workdays("09:00-17:00"))
    let closed = Layer(
      .special, name: "Thanksgiving", dates: [DatedPlan(try date("2026-11-26"), .closed), DatedPlan(try date("2026-11-27"), .closed)])
    let other = Layer(.special, dates: [DatedPlan(try date("2026-12-01"), .closed)])
    let special = Schedule(zone: try zone(), layers: base.layers + [closed, other])
    #expect(
      try texts(base, special, country: "US") == [
        "Thanksgiving: closed November 26–27", "closed on Tue, Dec 1, 2026, was 9 AM–5 PM",
      ])
  }

  @Test func sameMeaningIsNoChange() throws {
    let touching = try weekly(workdays("09:00-12:00,12:00-17:00"))
    #expect(try texts(touching, weekly(workdays("09:00-17:00"))) == [])
    let named = Schedule(zone: try zone(), layers: [Layer(.weekly, name: "Fall", unbounded: try workdays("09:00-17:00"))])
    #expect(try texts(named, weekly(workdays("09:00-17:00"))) == [])
  }

  @Test func severalDaysAreReportedTogether() throws {
    #expect(
      try texts(weekly(workdays("09:00-17:00")), weekly(workdays("10:00-17:00")))
        == ["opens an hour later from Monday to Friday: 10:00–17:00, was 09:00–17:00"])
    #expect(
      try texts(weekly(week(["mo": "09:00-17:00", "we": "09:00-17:00"])), weekly(week(["mo": "", "we": ""])))
        == ["closed on Mondays and Wednesdays, was 09:00–17:00"])
    #expect(
      try texts(weekly(.always), weekly(workdays("09:00-17:00", except: ["sa": "09:00-17:00", "su": "09:00-17:00"])))
        == ["open every day 09:00–17:00, was open around the clock"])
  }

  /// A change that special hours hide is reported once, for the days around them.
  @Test func weekdayUnderSpecialHours() throws {
    func schedule(_ friday: String) throws -> Schedule {
      let (from, to) = (try date("2026-11-23"), try date("2026-11-29"))
      let closed = try parsed("layer") { _ in Layer(.special, name: "Break", from: from, to: to, .week(WeekPlan())) }
      return Schedule(zone: try zone(), layers: [Layer(.weekly, unbounded: try workdays("09:00-17:00", except: ["fr": friday])), closed])
    }
    #expect(
      try texts(schedule("09:00-15:00"), schedule("09:00-16:00")) == ["closes an hour later on Fridays: 09:00–16:00, was 09:00–15:00"])
  }

  @Test func specialHoursAppearAndEnd() throws {
    let base = try weekly(workdays("09:00-17:00"))
    let (from, to) = (try date("2026-11-26"), try date("2026-11-27"))
    let closed = try parsed("layer") { _ in Layer(.special, name: "Thanksgiving", from: from, to: to, .week(WeekPlan())) }
    let special = Schedule(zone: try zone(), layers: base.layers + [closed])
    #expect(try texts(base, special) == ["Thanksgiving: closed 26–27 November"])
    #expect(try texts(special, base) == ["Thanksgiving is dropped: usual hours on 26–27 November"])
    #expect(
      try texts(special, base, now: "2026-11-29T12:00:00Z")
        == ["Thanksgiving is over: it was 26–27 November"])
    // On the last of its days it is not over.
    #expect(
      try texts(special, base, now: "2026-11-28T04:59:00Z") == ["Thanksgiving is dropped: usual hours on 26–27 November"])
  }

  /// Days that are closed anyway belong to the special hours, too. Different plans are separate ranges.
  @Test func specialHoursKeepTheirName() throws {
    let base = try weekly(workdays("09:00-17:00", except: ["sa": "10:00-14:00"]))
    func special(_ name: String, _ days: [String], from first: String = "2026-11-23") throws -> Schedule {
      let start = try date(first)
      let plans = try days.enumerated().map { DatedPlan(try #require(start.adding(days: $0)), try plan($1)) }
      let layer = Layer(.special, name: name, dates: plans)
      return Schedule(zone: try zone(), layers: base.layers + [layer])
    }
    #expect(
      try texts(base, special("Thanksgiving", ["", "", "", "", "", "", ""])) == ["Thanksgiving: closed 23–29 November"])
    #expect(
      try texts(base, special("Thanksgiving", ["", "", "10:00-12:00", "10:00-12:00"]))
        == ["Thanksgiving: closed 23–24 November; open 10:00–12:00 on 25–26 November"])
    #expect(
      try texts(special("Thanksgiving", ["", "10:00-12:00"]), special("Thanksgiving", ["", ""]))
        == ["Thanksgiving: closed 24 November, was 10:00–12:00"])
    #expect(
      try texts(base, special("Winter break", ["", "", ""], from: "2026-12-31")) == [
        "Winter break: closed 31 December 2026 – 2 January 2027"
      ]
    )
    #expect(
      try texts(special("Thanksgivng", ["", ""]), special("Thanksgiving", ["", ""])) == ["“Thanksgivng” is called “Thanksgiving” now"])
  }

  @Test func correctedLabelIsOneLine() throws {
    let (old, new) = ("07:00-10:00 Breakfast,11:00-14:00 Lunch", "07:00-10:00 Breakfast,11:00-14:00 Brunch")
    #expect(
      try texts(weekly(workdays(old, except: ["sa": "12:00-13:00 Lunch"])), weekly(workdays(new, except: ["sa": "12:00-13:00 Brunch"])))
        == ["“Lunch” is called “Brunch” now"])
    #expect(
      try texts(weekly(workdays(old)), weekly(workdays(old, except: ["fr": new]))) == ["“Lunch” is called “Brunch” now on Fridays"])
    let changes = HoursComparison(try weekly(workdays(old)), try weekly(workdays(new)), now: try instant("2026-11-21T12:00:00Z")).changes
    #expect(changes.map(\.code) == ["hours.label"])
  }

  @Test(
    arguments: [
      ("00:00-24:00", "09:00-17:00", "was open around the clock"), ("00:00-24:00", "00:00-23:00", "was open around the clock"),
      ("09:00-18:00", "09:00-15:00", "open 30 h a week, was 45 h"), ("09:00-18:00", "09:00-15:01", nil),
      ("09:00-18:00", "", nil as String?),
      ("09:00-18:00", "09:00-20:00", nil),
    ])
  func shorterWeekIsSuspicious(_ before: String, _ after: String, _ why: String?) throws {
    let isWhole = before == "00:00-24:00"
    func schedule(_ text: String) throws -> Schedule {
      try weekly(isWhole ? workdays(text, except: ["sa": text, "su": text]) : workdays(text))
    }
    let changes = HoursComparison(try schedule(before), try schedule(after), now: try instant("2026-11-21T12:00:00Z")).changes
    #expect(changes.count == 1)
    #expect(changes[0].rank == (why == nil && !after.isEmpty ? .routine : .suspicious))
    if let why { #expect(changes[0].why == why) }
  }

  @Test func weekInWords() throws {
    func text(_ schedule: Schedule) throws -> String? {
      HoursDescription(style: .international).week(of: schedule, from: try date("2026-11-21"))
    }
    #expect(try text(weekly(.always)) == "open around the clock")
    #expect(
      try text(weekly(workdays("09:00-17:00", except: ["sa": "10:00-14:00"])))
        == "open Monday to Friday 09:00–17:00 and Saturday 10:00–14:00")
    #expect(
      try text(weekly(week(["mo": "09:00-12:00,13:00-17:00", "tu": "09:00-17:00"])))
        == "open Monday 09:00–12:00, 13:00–17:00; and Tuesday 09:00–17:00")
    #expect(
      try text(weekly(workdays("09:00-17:00", except: ["fr": "09:00-15:00", "sa": "10:00-14:00", "su": "10:00-14:00"])))
        == "open Monday to Thursday 09:00–17:00, Friday 09:00–15:00, and Saturday and Sunday 10:00–14:00")
    #expect(try text(weekly(week([:]))) == "closed")
    #expect(try text(Schedule(zone: zone(), layers: [])) == nil)
    #expect(try text(dated(from: "2026-11-30", ["09:00-17:00", ""])) == "in the week from Mon 30 Nov 2026 open Monday 09:00–17:00")
  }

  @Test func hoursVanishAndAppear() throws {
    let known = try weekly(.always)
    let unknown = Schedule(zone: try zone(), layers: [])
    #expect(HoursComparison(known, unknown, now: try instant("2026-11-21T12:00:00Z")).changes.map(\.rank) == [.breaking])
    #expect(try texts(known, nil) == ["hours are no longer known"])
    #expect(try texts(nil, known) == ["hours are known now: open around the clock"])
    #expect(try texts(unknown, nil) == [])
  }

  @Test func zoneChanges() throws {
    let (old, new) = (try weekly(.always), Schedule(zone: try zone("Europe/London"), layers: try weekly(.always).layers))
    #expect(try texts(old, new) == ["the clocks are those of Europe/London, were those of America/New_York"])
  }

  @Test func datesDecidedByBoth() throws {
    let old = try dated(from: "2026-11-20", ["09:00-17:00", "10:00-17:00", "", "09:00-17:00"])
    let new = try dated(from: "2026-11-21", ["10:00-18:00", "", "unknown", "08:00-09:00"])
    #expect(try texts(old, new) == ["closes an hour later on Sat 21 Nov 2026: 10:00–18:00, was 10:00–17:00"])
  }

  /// Days that are closed now are one change, regardless of their former hours.
  @Test func closedDates() throws {
    let old = try dated(from: "2026-11-22", ["09:00-17:00", "10:00-17:00", "10:00-17:00", "", "09:00-17:00"])
    let new = try dated(from: "2026-11-22", ["09:00-17:00", "", "", "", ""])
    #expect(
      try texts(old, new) == [
        "closed from Mon 23 Nov 2026 to Tue 24 Nov 2026, was 10:00–17:00", "closed on Thu 26 Nov 2026, was 09:00–17:00",
      ])
    let mixed = try dated(from: "2026-11-22", ["", "", "10:00-17:00", "", "09:00-17:00"])
    #expect(try texts(old, mixed) == ["closed from Sun 22 Nov 2026 to Mon 23 Nov 2026, was 09:00–17:00 or 10:00–17:00"])
  }

  @Test func noDayInCommon() throws {
    let (old, new) = (try dated(from: "2026-11-20", ["", ""]), try dated(from: "2026-11-22", ["09:00-17:00", ""]))
    let comparison = HoursComparison(old, new, now: try instant("2026-11-21T12:00:00Z"))
    #expect(comparison.changes.isEmpty)
    #expect(comparison.hasNoCommonDay)
  }

  /// A moving window of dated hours is not a change, even if services touch or pass the midnights at its ends.
  @Test func movingWindowIsNoChange() throws {
    let plans = [
      "", "09:00-17:00", "00:00-24:00", "18:00-26:00", "00:00-02:00,18:00-24:00", "00:00-03:00,12:00-36:00", "23:59-24:01", "unknown",
    ]
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<400 {
      let days = (0..<Int.random(in: 3...24, using: &generator)).map { _ in plans.randomElement(using: &generator) ?? "" }
      let first = try date("2026-10-25")
      let (skipped, dropped) = (Int.random(in: 0...2, using: &generator), Int.random(in: 0...2, using: &generator))
      let start = try parsed("date") { _ in first.adding(days: skipped) }
      let old = try dated(from: first.description, days.dropLast(dropped))
      let new = try dated(from: start.description, Array(days.dropFirst(skipped)))
      #expect(try texts(old, new) == [], "\(days), \(skipped) skipped, \(dropped) dropped")
    }
  }

  /// Exactly the differences on days that both decide are reported.
  @Test func oneDayOfWindowChanges() throws {
    var generator = SeededGenerator(seed: 8)
    let plans = ["", "09:00-17:00", "18:00-26:00", "10:00-12:00,13:00-15:00"]
    for _ in 0..<200 {
      var days = (0..<12).map { _ in plans.randomElement(using: &generator) ?? "" }
      let old = try dated(from: "2026-11-21", days)
      let changed = Int.random(in: 0..<12, using: &generator)
      days[changed] = "03:00-05:00"
      let new = try dated(from: "2026-11-21", days)
      let told = try texts(old, new)
      let day = try parsed("date") { _ in try? date("2026-11-21").adding(days: changed) }
      #expect(told.count == 1 && told[0].contains("on \(day.longText)"), "\(told)")
    }
  }

  // MARK: - Periods

  /// A base of 09:00 to 17:00 each day, with layers over it.
  private func daily(_ layers: [(Layer.Level, String, String, String)]) throws -> Schedule {
    let days = Dictionary(uniqueKeysWithValues: ["mo", "tu", "we", "th", "fr", "sa", "su"].map { ($0, "09:00-17:00") })
    let above = try layers.map { level, from, to, text in
      let (from, to) = (try date(from), try date(to))
      let rule = try week(days.mapValues { _ in text })
      return try parsed("layer") { _ in Layer(level, from: from, to: to, rule) }
    }
    return Schedule(zone: try zone(), layers: [Layer(.weekly, unbounded: try week(days))] + above)
  }

  @Test func changeInTwoTermsIsReportedTwice() throws {
    let terms = try daily([
      (.term, "2026-12-01", "2026-12-31", "09:00-18:00"), (.term, "2027-03-01", "2027-03-31", "09:00-18:00"),
    ])
    #expect(
      try texts(daily([]), terms) == [
        "closes an hour later every day from Tue 1 Dec 2026 to Thu 31 Dec 2026: 09:00–18:00, was 09:00–17:00",
        "closes an hour later every day from Mon 1 Mar 2027 to Wed 31 Mar 2027: 09:00–18:00, was 09:00–17:00",
      ])
  }

  /// Special hours in between do not split a change of all weeks, in either direction.
  @Test func specialHoursDoNotSplitWeeks() throws {
    let always = try weekly(.always)
    let (from, to) = (try date("2026-12-07"), try date("2026-12-20"))
    let closed = try parsed("layer") { _ in Layer(.special, name: "Winter", from: from, to: to, .week(WeekPlan())) }
    let week = try workdays("08:00-20:00", except: ["sa": "10:30-19:00", "su": "10:30-19:00"])
    let limited = Schedule(zone: try zone(), layers: [Layer(.weekly, unbounded: week), closed])
    let text = "open Monday to Friday 08:00–20:00 and Saturday and Sunday 10:30–19:00"
    let now = try instant("2026-11-21T12:00:00Z")
    let changes = HoursComparison(always, limited, now: now).changes
    #expect(changes.map(\.text) == ["\(text), was open around the clock", "Winter: closed 7–20 December"])
    #expect(changes.map(\.rank) == [.suspicious, .routine])
    #expect(
      HoursComparison(limited, always, now: now).changes.map(\.text) == [
        "open around the clock, was \(text)", "Winter is dropped: usual hours on 7–20 December",
      ])
  }

  /// A run of closed days has their known former hours, and does not mix these with unknown ones.
  @Test func closedRunKeepsFormerHours() throws {
    let old = try dated(from: "2026-11-22", ["unknown", "09:00-17:00", "10:00-16:00", "unknown"])
    let new = try dated(from: "2026-11-22", ["", "", "", ""])
    #expect(try texts(old, new) == ["closed from Mon 23 Nov 2026 to Tue 24 Nov 2026, was 09:00–17:00 or 10:00–16:00"])
    let few = try dated(from: "2026-11-22", ["09:00-17:00", "09:00-16:00", "09:00-15:00", "09:00-14:00"])
    #expect(
      try texts(few, new)
        == ["closed from Sun 22 Nov 2026 to Wed 25 Nov 2026, was 09:00–17:00 or 09:00–16:00 or 09:00–15:00 or other hours"])
  }

  @Test func singleDayIsReportedSeparately() throws {
    let closed = try daily([(.special, "2026-11-27", "2026-11-27", ""), (.special, "2027-07-01", "2027-07-31", "")])
    #expect(
      try texts(daily([]), closed) == [
        "closed every day from Thu 1 Jul 2027 to Sat 31 Jul 2027, was 09:00–17:00", "closed on Fri 27 Nov 2026, was 09:00–17:00",
      ])
  }

  @Test func pastPeriodIsReportedAsPast() throws {
    let closed = try daily([(.special, "2026-10-01", "2026-10-31", ""), (.special, "2026-12-20", "2027-01-10", "")])
    let told = try texts(closed, daily([]))
    #expect(
      told == [
        "the special hours from Thu 1 Oct 2026 to Sat 31 Oct 2026 are over",
        "now open from Sun 20 Dec 2026 to Sun 10 Jan 2027: 09:00–17:00",
      ])
  }

  @Test func regularHoursVanish() throws {
    let (from, to) = (try date("2026-11-27"), try date("2026-11-27"))
    let special = try parsed("layer") { _ in Layer(.special, from: from, to: to, .week(WeekPlan())) }
    let old = Schedule(zone: try zone(), layers: [Layer(.weekly, unbounded: try workdays("09:00-17:00")), special])
    let changes = HoursComparison(old, Schedule(zone: try zone(), layers: [special]), now: try instant("2026-11-21T12:00:00Z")).changes
    #expect(changes.map(\.code) == ["hours.vanished"])
    #expect(changes.map(\.rank) == [.breaking])
  }

  @Test func termEndsEarlier() throws {
    func term(_ to: String) throws -> Schedule {
      let (from, to) = (try date("2026-09-01"), try date(to))
      let rule = try workdays("09:00-17:00")
      return Schedule(zone: try zone(), layers: [try parsed("layer") { _ in Layer(.term, from: from, to: to, rule) }])
    }
    #expect(try texts(term("2026-12-18"), term("2026-11-27")) == ["hours are known until Fri 27 Nov 2026, were until Fri 18 Dec 2026"])
    #expect(try texts(term("2026-12-18"), term("2026-12-18")) == [])
  }
}
