import OpeningHours
import Testing
import TestKit

@Suite struct UsualWeekTests {
  private typealias Weeks = UsualWeeks

  /// The Tuesday of a week; September 1, 2026 is one.
  private static func tuesday(_ week: Int) throws -> LocalDate { try #require(LocalDate("2026-09-01")?.adding(days: 7 * week)) }

  /// Adds Tuesdays, each with the closing hours of some places; nil is not known, and 0 closed.
  private static func weeks(_ dates: [[Int?]], named: Set<Int> = [], isDated: Bool = true) throws -> (weeks: Weeks, explained: [Int]) {
    var weeks = Weeks()
    var explained: [Int] = []
    for (week, closes) in dates.enumerated() {
      var hours: [Weeks.PlaceHours] = []
      for (place, closes) in closes.enumerated() {
        if let closes { hours.append(("\(place)", Weeks.Hours(closes == 0 ? [] : [420..<60 * closes], isDated: isDated))) }
      }
      if weeks.add(try tuesday(week), hours, isNamed: named.contains(week)) { explained.append(week) }
    }
    return (weeks, explained)
  }

  /// Returns the usual hours of the first place, such as "22 3 2026-09-01": until 22:00, seen three times since that date.
  private static func text(_ weeks: Weeks) -> String? {
    weeks["0"]?[.tuesday].map { day in "\((day.times.first?.upperBound ?? 0) / 60) \(day.weeks) \(day.since)" }
  }

  @Test(
    arguments: [
      ([], nil), ([22], nil), ([22, 22], "22 2 2026-09-01"), ([22, 20], nil), ([20, 22, 22], "22 2 2026-09-08"),
      // A single deviation changes nothing, and is not counted.
      ([22, 22, 20], "22 2 2026-09-01"), ([22, 22, 20, 22], "22 3 2026-09-01"), ([22, 22, 20, 22, 20], "22 3 2026-09-01"),
      // The second one in a row does.
      ([22, 22, 20, 20], "20 2 2026-09-15"), ([22, 22, 20, 20, 20, 22], "20 3 2026-09-15"), ([22, 22, 0, 0], "0 2 2026-09-15"),
      // A week without known hours is skipped.
      ([22, nil, 22], "22 2 2026-09-01"), ([22, 22, 20, nil, 20], "20 2 2026-09-15"),
    ] as [([Int?], String?)])
  func lastTwoDatesDecide(_ closes: [Int?], _ expected: String?) throws {
    #expect(try Self.text(Self.weeks(closes.map { [$0] }).weeks) == expected)
  }

  /// Holidays do not count, and neither does the return from one.
  @Test func datesOfTheCalendar() throws {
    let (weeks, explained) = try Self.weeks([[22], [22], [0], [0], [22], [20], [20]], named: [2, 3])
    #expect(explained == [2, 3])
    #expect(Self.text(weeks) == "20 2 2026-10-06")
  }

  @Test func datesOnWhichMostPlacesDiffer() throws {
    let usual: [Int?] = [22, 22, 22, 22, 22]
    // Three of five, then two of five, then three of seven.
    #expect(try Self.weeks([usual, usual, [0, 0, 0, 22, 22], [0, 0, 0, 22, 22], usual]).explained == [2, 3])
    #expect(try Self.weeks([usual, usual, [0, 0, 22, 22, 22]]).explained.isEmpty)
    #expect(try Self.weeks([usual + [22, 22], usual + [22, 22], [0, 0, 0, 22, 22, 22, 22]]).explained.isEmpty)
    #expect(try Self.text(Self.weeks([usual, usual, [0, 0, 0, 22, 22], [0, 0, 0, 22, 22]]).weeks) == "22 2 2026-09-01")
    // Two places are too few, even if they are all.
    #expect(try Self.weeks([[22, 22], [22, 22], [0, 0]]).explained.isEmpty)
    // Places without known hours do not count.
    #expect(try Self.weeks([usual, usual, [0, 0, 0, nil, nil]]).explained == [2])
  }

  /// Hours for every week that change are a change, however many places have it.
  @Test func hoursOfEveryWeekAreNotExplained() throws {
    let (weeks, explained) = try Self.weeks([[22, 22, 22], [22, 22, 22], [20, 20, 20], [20, 20, 20]], isDated: false)
    #expect(explained.isEmpty)
    #expect(Self.text(weeks) == "20 2 2026-09-15")
  }

  /// What lasts more than four weeks is a term.
  @Test func newTerm() throws {
    let (fall, spring): ([Int?], [Int?]) = ([22, 22, 22], [20, 20, 20])
    let (weeks, explained) = try Self.weeks([fall, fall] + Array(repeating: spring, count: 6))
    #expect(explained == [2, 3, 4, 5])
    #expect(Self.text(weeks) == "20 6 2026-09-15")
    // Before that, nothing has changed.
    #expect(try Self.text(Self.weeks([fall, fall] + Array(repeating: spring, count: 4)).weeks) == "22 2 2026-09-01")
  }

  /// A term begins to count with a date on which one place is different; that date is only unusual.
  @Test func firstDateOfTermThatCounts() throws {
    let (fall, spring): ([Int?], [Int?]) = ([22, 22, 22], [20, 20, 20])
    var (weeks, explained) = try Self.weeks([fall, fall] + Array(repeating: spring, count: 4))
    #expect(explained == [2, 3, 4, 5])
    func hours(_ hour: Int) -> Weeks.Hours { Weeks.Hours([420..<60 * hour], isDated: true) }
    let compared = weeks.compare(
      try Self.tuesday(6), [("0", hours(18)), ("1", hours(20)), ("2", hours(20))], of: ["0": false], others: ["1"])
    let (first, second) = (try #require(compared["0"]), try #require(compared["1"]))
    #expect(first.newUsual == [420..<1200] && first.since?.description == "2026-09-15" && first.isUnusual)
    #expect(second.newUsual == [420..<1200] && !second.isUnusual && compared["2"] == nil)
    // Afterwards, a place without new hours is not compared.
    #expect(weeks.compare(try Self.tuesday(7), [("1", hours(20))], of: [:], others: ["1"]).isEmpty)
  }

  /// A place that is not known on a date does not end the weeks in a row.
  @Test func placeThatIsUnknownDuringTerm() throws {
    let (fall, spring): ([Int?], [Int?]) = ([22, 22, 22], [20, 20, 20])
    let (weeks, explained) = try Self.weeks([fall, fall, spring, spring, spring, [20, nil, 20], spring])
    #expect(explained == [2, 3, 4, 5])
    #expect(Self.text(weeks) == "20 5 2026-09-15")
    // Two places with other hours than those do.
    #expect(try Self.weeks([fall, fall, spring, spring, [18, nil, 18], spring]).explained == [2, 3, 5])
  }

  /// Places may come in any order, and may be missing.
  @Test func orderOfPlaces() throws {
    var (ordered, shuffled) = (Weeks(), Weeks())
    var random = SeededGenerator(seed: 7)
    let names = (0..<12).map { "campus/dining/\($0)" }
    for day in 0..<120 {
      let date = try #require(LocalDate("2026-09-01")?.adding(days: day))
      let closes = Bool.random(using: &random) ? 1320 : 1200
      let hours = names.filter { _ in Int.random(in: 0..<10, using: &random) > 0 }
        .map { ($0, Weeks.Hours([420..<(Int.random(in: 0..<4, using: &random) > 0 ? closes : 1080)], isDated: true)) }
      #expect(ordered.add(date, hours) == shuffled.add(date, hours.shuffled(using: &random)))
    }
    #expect(names.map { ordered[$0] } == names.map { shuffled[$0] } && names.allSatisfy { ordered[$0] != nil })
    let known = names.map { ordered[$0] }
    ordered.finish()
    #expect(names.map { ordered[$0] } == known && names.map { ordered[$0, .friday] } == known.map { $0?[.friday] })
  }

  @Test func weekdaysAreSeparate() throws {
    var weeks = Weeks()
    for day in 0..<28 {
      let date = try #require(LocalDate("2026-09-01")?.adding(days: day))
      weeks.add(date, [("0", Weeks.Hours(date.weekday == .friday ? [0..<1440] : [480..<1500], isDated: false))])
    }
    #expect(Weekday.allCases.map { weeks["0"]?[$0]?.weeks } == [4, 4, 4, 4, 4, 4, 4])
    #expect(weeks["0"]?[.friday]?.times == [0..<1440])
    #expect(weeks["0"]?[.monday]?.times == [480..<1500])
    #expect(weeks["0"]?[.tuesday]?.since.description == "2026-09-01")
    #expect(weeks["1"] == nil)
  }

  /// Hours for maps need three dates of each weekday: a weekday that OSM text leaves out is closed.
  @Test(
    arguments: [
      // Monday to Sunday: the hours of each day, and on how many dates they were seen.
      ("420-1320 420-1320 420-1320 420-1320 420-1320 600-900 closed", 3, "Mo-Fr 07:00-22:00; Sa 10:00-15:00"),
      ("420-1320 420-1320 420-1320 420-1320 420-1320 600-900 closed", 2, nil),
      ("420-1320 420-1320 420-1320 420-1320 420-1320 600-900 unknown", 3, nil),
      ("420-660,720-840 closed closed closed closed closed closed", 4, "Mo 07:00-11:00,12:00-14:00"),
      ("closed closed closed closed 1080-1560 1080-1560 closed", 3, "Fr,Sa 18:00-26:00"),
      ("0-1440 0-1440 0-1440 0-1440 0-1440 0-1440 0-1440", 3, "24/7"), ("closed closed closed closed closed closed closed", 3, "off"),
      // No service lasts longer than a day.
      ("420-1980 closed closed closed closed closed closed", 3, nil),
    ] as [(String, Int, String?)])
  func hoursForMaps(_ days: String, _ dates: Int, _ expected: String?) throws {
    var weeks = Weeks()
    for (index, day) in days.split(separator: " ").enumerated() where day != "unknown" {
      let parts = day == "closed" ? [] : day.split(separator: ",")
      let times: [Range<Int>] = try parts.map { part in
        let ends = part.split(separator: "-").compactMap { Int($0) }
        return try #require(ends.first)..<(try #require(ends.last))
      }
      for week in 0..<dates {
        weeks.add(try #require(try Self.tuesday(week).adding(days: index - 1)), [("hall", Weeks.Hours(times, isDated: true))])
      }
    }
    let zone = try #require(Zone("Europe/London"))
    #expect(weeks["hall"]?.schedule(in: zone)?.portableOSM == expected)
  }

  /// The first usual hours of a place are not new ones, and usual hours that stay are not, either.
  @Test func firstUsualHoursAreNotNew() throws {
    var weeks = Weeks()
    for number in 0..<6 {
      let compared = weeks.compare(try Self.tuesday(number), [("0", Weeks.Hours([420..<1200], isDated: true))], of: ["0": false])
      #expect(try #require(compared["0"]).newUsual == nil, "week \(number)")
    }
  }
}
