import OpeningHours
import TestKit
import Testing

@Suite struct ServiceTests {
  @Test(arguments: [
    ("07:00", "07:01", true), ("07:00", "07:00", false), ("07:00", "06:59", false), ("00:00", "24:00", true), ("00:00", "24:01", false),
    ("23:59", "47:59", true),
    ("23:59", "48:00", false), ("24:00", "25:00", false), ("18:00", "26:00", true), ("11:00", "35:00", true), ("11:00", "35:01", false),
    ("00:00", "00:00", false),
  ])
  func validServices(opens: String, closes: String, isOne: Bool) throws {
    let made = Service(opens: try #require(LocalTime(opens)), closes: try #require(LocalTime(closes)), label: "Lunch")
    #expect((made != nil) == isOne)
    if let made { #expect((made.opens.description, made.closes.description, made.label) == (opens, closes, "Lunch")) }
  }
}

@Suite struct DayPlanTests {
  @Test func servicesAreSortedAndUnique() throws {
    let texts = ["07:00-09:00", "07:00-09:00 A", "07:00-09:00 B", "07:00-10:00", "11:00-14:00 Lunch", "18:00-26:00"]
    let expected = try texts.map(service)
    for seed in Budget.seeds(12) {
      var generator = SeededGenerator(seed: seed)
      let shuffled = (expected + expected.shuffled(using: &generator).prefix(3)).shuffled(using: &generator)
      #expect(Array(DayPlan(shuffled).services) == expected, "seed \(seed)")
    }
    #expect(DayPlan([]) == .closed)
    #expect(DayPlan.unknown.services == [])
    #expect(DayPlan.unknown != .closed)
  }
}

@Suite struct ScheduleTests {
  private func schedule(_ layers: [Layer]) throws -> Schedule { Schedule(zone: try zone("America/New_York"), layers: layers) }

  @Test func servicesThatTouchARangeAreNotInIt() throws {
    let hours = try schedule([weekly(.weekly, from: "2026-11-02", to: "2026-11-29", ["mo": "07:00-10:00"])])
    let (opens, closes) = (try instant("2026-11-09T12:00:00Z"), try instant("2026-11-09T15:00:00Z"))
    #expect(hours.spans(in: closes..<(try instant("2026-11-09T16:00:00Z"))).isEmpty)
    #expect(hours.spans(in: (try instant("2026-11-09T11:00:00Z"))..<opens).isEmpty)
    #expect(hours.spans(in: (try instant("2026-11-09T14:59:59Z"))..<closes).map(\.start) == [opens])
  }

  @Test func uncoveredDayIsUnknown() throws {
    #expect(try schedule([]).plan(on: date("2026-11-21")) == .unknown)
    let november = try schedule([weekly(.weekly, from: "2026-11-02", to: "2026-11-29", ["mo": "07:00-10:00"])])
    // Both ends are included; a weekday that is missing is closed.
    #expect(try november.plan(on: date("2026-11-01")) == .unknown)
    #expect(try november.plan(on: date("2026-11-02")) == plan("07:00-10:00"))
    #expect(try november.plan(on: date("2026-11-03")) == .closed)
    #expect(try november.plan(on: date("2026-11-29")) == .closed)
    #expect(try november.plan(on: date("2026-11-30")) == .unknown)
  }

  @Test func openEndedLayersNeverEnd() throws {
    let since = try schedule([layer(.weekly, "2026-01-05", nil, .always)])
    let until = try schedule([layer(.weekly, nil, "2026-01-05", .always)])
    for (text, isSince, isUntil) in [
      ("0001-01-01", false, true), ("2026-01-04", false, true), ("2026-01-05", true, true), ("2026-01-06", true, false),
      ("9999-12-31", true, false),
    ] {
      let wholeDay = try plan("00:00-24:00")
      #expect(try since.plan(on: date(text)) == (isSince ? wholeDay : .unknown), "\(text)")
      #expect(try until.plan(on: date(text)) == (isUntil ? wholeDay : .unknown), "\(text)")
    }
  }

  @Test func strongestLevelDecides() throws {
    let layers = [
      try weekly(.weekly, ["we": "01:00-02:00"]), try weekly(.term, from: "2026-11-01", to: "2026-11-30", ["we": "02:00-03:00"]),
      try weekly(.holiday, from: "2026-11-10", to: "2026-11-30", ["we": "03:00-04:00"]),
      try dated(.special, [("2026-11-18", "04:00-05:00"), ("2026-11-25", "")]),
      try dated(.manual, [("2026-11-25", "unknown")]),
    ]
    for seed in Budget.seeds(15) {
      var generator = SeededGenerator(seed: seed)
      let schedule = try schedule(layers.shuffled(using: &generator))
      #expect(schedule.layers == layers, "seed \(seed)")
      for (text, expected) in [
        ("2026-10-28", "01:00-02:00"), ("2026-11-04", "02:00-03:00"), ("2026-11-11", "03:00-04:00"), ("2026-11-18", "04:00-05:00"),
        ("2026-11-25", "unknown"),
        ("2026-12-02", "01:00-02:00"), ("2026-12-03", ""),
      ] {
        #expect(try schedule.plan(on: date(text)) == plan(expected), "seed \(seed), \(text)")
      }
    }
  }

  @Test func laterLayerOfEqualLevelWins() throws {
    let first = Layer(.weekly, name: "first", unbounded: .week(try week(["mo": "07:00-09:00"])))
    let second = Layer(.weekly, name: "second", unbounded: .week(try week(["mo": "10:00-12:00"])))
    let special = try dated(.special, [("2026-11-23", "")])
    #expect(try schedule([special, first, second]).layers == [first, second, special])
    #expect(try schedule([second, special, first]).layers == [second, first, special])
    #expect(try schedule([special, first, second]).plan(on: date("2026-11-16")) == plan("10:00-12:00"))
    #expect(try schedule([second, special, first]).plan(on: date("2026-11-16")) == plan("07:00-09:00"))
    #expect(try schedule([second, special, first]).plan(on: date("2026-11-23")) == .closed)
  }

  /// A layer decides each day as a list of all its plans would.
  @Test func datedLayersDecideOnlyTheirDates() throws {
    let layer = try dated(
      .special, [("2026-11-27", "08:00-09:00"), ("2026-11-25", ""), ("2026-11-27", "10:00-11:00"), ("2026-11-26", "unknown")])
    #expect(try layer.plan(on: date("2026-11-24")) == nil)
    #expect(try layer.plan(on: date("2026-11-25")) == .closed)
    #expect(try layer.plan(on: date("2026-11-26")) == .unknown)
    #expect(try layer.plan(on: date("2026-11-27")) == plan("10:00-11:00"), "the later of two plans for a date wins")
    #expect(try layer.plan(on: date("2026-11-28")) == nil)
    guard case .days(let days) = layer.rule else { throw BadTestData(text: "no days") }
    #expect(days.map(\.date.description) == ["2026-11-25", "2026-11-26", "2026-11-27"])
  }

  @Test func layerMustNotEndBeforeItBegins() throws {
    let (early, late) = (try date("2026-11-25"), try date("2026-11-26"))
    #expect(Layer(.weekly, from: late, to: early, .always) == nil)
    #expect(Layer(.weekly, from: early, to: early, .always) != nil)
  }

  @Test func levelNames() {
    #expect(Layer.Level.allCases.map { "\($0.name)" } == ["weekly", "term", "holiday", "special", "manual"])
    #expect(Layer.Level.allCases.sorted() == Layer.Level.allCases)
    for level in Layer.Level.allCases { #expect(Layer.Level(name: "\(level.name)") == level) }
    #expect(Layer.Level(name: "Weekly") == nil)
    #expect(Layer.Level(name: "") == nil)
  }
}
