import OpeningHours
import RandomData
import TestKit
import Testing

/// Properties of every schedule, in zones and weeks with and without clock changes.
@Suite struct ScheduleProperties {
  /// A zone, and a day around which clocks change there; in UTC they never do.
  private static let places = [
    ("UTC", "2026-11-21"), ("America/New_York", "2025-11-02"), ("America/New_York", "2026-03-08"), ("Australia/Lord_Howe", "2025-10-05"),
    ("America/Havana", "2025-03-09"), ("America/Santiago", "2025-04-05"), ("Antarctica/Troll", "2025-03-30"),
    ("Europe/Dublin", "2025-10-26"),
  ]
  private static let seeds = Budget.seeds(2)
  private static let cases = places.count * seeds.count

  private struct Case {
    let schedule: Schedule
    let middle: LocalDate
    /// Three days around the middle.
    let range: Range<Instant>
    let words: String
  }

  private static func forEachCase(_ body: (Case, inout RandomSchedule) throws -> Void) throws {
    for (place, (name, day)) in places.enumerated() {
      for seed in seeds.map({ $0 + UInt64(place) * 1000 }) {
        let (zone, middle) = (try zone(name), try date(day))
        var random = RandomSchedule(seed: seed, around: middle)
        let schedule = random.schedule(in: zone)
        let first = try #require(middle.adding(days: -1).flatMap { zone.start(of: $0) })
        let last = try #require(middle.adding(days: 2).flatMap { zone.start(of: $0) })
        try body(Case(schedule: schedule, middle: middle, range: first..<last, words: "\(name), seed \(seed)"), &random)
      }
    }
  }

  private static func minutes(_ range: Range<Instant>) -> [Instant] {
    stride(from: range.lowerBound.secondsSinceEpoch, to: range.upperBound.secondsSinceEpoch, by: 60)
      .compactMap { Instant(secondsSinceEpoch: $0) }
  }

  @Test func spansAreSortedAndSeparate() throws {
    var (spansSeen, joins) = (0, 0)
    try Self.forEachCase { found, _ in
      let spans = found.schedule.spans(in: found.range)
      let times = found.schedule.openTimes(in: found.range)
      for (one, next) in zip(spans, spans.dropFirst()) {
        #expect((one.start, one.end) <= (next.start, next.end), "\(found.words)")
      }
      for span in spans {
        #expect(span.start < span.end, "\(found.words)")
        #expect(span.start < found.range.upperBound && span.end > found.range.lowerBound, "\(found.words)")
      }
      for (one, next) in zip(times, times.dropFirst()) { #expect(one.upperBound < next.lowerBound, "\(found.words)") }
      // Each span is covered by one open time, and each open time begins and ends with a span or the range.
      for span in spans {
        let cut = max(span.start, found.range.lowerBound)..<min(span.end, found.range.upperBound)
        #expect(times.filter { $0.lowerBound <= cut.lowerBound && $0.upperBound >= cut.upperBound }.count == 1, "\(found.words)")
      }
      for time in times {
        #expect(spans.contains { max($0.start, found.range.lowerBound) == time.lowerBound }, "\(found.words)")
        #expect(spans.contains { min($0.end, found.range.upperBound) == time.upperBound }, "\(found.words)")
      }
      spansSeen += spans.count
      joins += spans.count - times.count
    }
    #expect(spansSeen > 2 * Self.cases && joins * 8 > Self.cases, "\(spansSeen) spans, \(joins) joins: the cases say little")
  }

  /// At each minute the status, its end, the next opening, the spans and the open times agree.
  @Test func answersAgreeAtEveryMinute() throws {
    var states: [String: Int] = [:]
    try Self.forEachCase { found, _ in
      let spans = found.schedule.spans(in: found.range)
      let statuses = Self.minutes(found.range).map { (minute: $0, status: found.schedule.status(at: $0)) }
      var openMinutes = 0
      // The next minute with a different answer, and that answer; searched from the end.
      var change: (minute: Instant, word: String)?
      var next: (minute: Instant, word: String)?
      for (minute, status) in statuses.reversed() {
        let word = Self.word(status)
        if let next, next.word != word { change = next }
        next = (minute, word)
        let isInside = spans.contains { $0.start <= minute && minute < $0.end }
        openMinutes += isInside ? 1 : 0
        let isKnown = found.schedule.plan(on: found.schedule.zone.local(minute).date) != .unknown
        var agrees = word == (isInside ? "open" : isKnown ? "closed" : "unknown")
        if let change {
          agrees =
            agrees && status.until == change.minute && status.opens == (word == "closed" && change.word == "open" ? change.minute : nil)
        } else {
          agrees = agrees && status.until ?? found.range.upperBound >= found.range.upperBound
        }
        guard agrees else {
          Issue.record(
            "\(found.words) at \(minute): \(status); inside of a span: \(isInside), known: \(isKnown), next: \(String(describing: change))")
          return
        }
        states[status.unknownReason?.code ?? word, default: 0] += 1
      }
      #expect(found.schedule.openSeconds(in: found.range) == openMinutes * 60, "\(found.words)")
    }
    for word in ["open", "closed", "hours.none", "hours.after", "hours.before", "hours.gap"] {
      #expect(states[word, default: 0] > Self.cases, "\(word) is hardly ever the answer: \(states)")
    }
  }

  /// Open, closed or unknown, regardless of the reason.
  private static func word(_ status: Status) -> String { status.isOpen ? "open" : status.isClosed ? "closed" : "unknown" }

  /// An exception does not affect the services of other service days, even those that reach into its day.
  @Test func layerChangesOnlyItsServiceDays() throws {
    var changed = 0
    try Self.forEachCase { found, random in
      let dates = random.dates()
      let other = Schedule(zone: found.schedule.zone, layers: found.schedule.layers + [Layer(.manual, dates: dates)])
      let touched = Set(dates.map(\.date))
      let before = found.schedule.spans(in: found.range)
      let after = other.spans(in: found.range)
      #expect(before.filter { !touched.contains($0.serviceDay) } == after.filter { !touched.contains($0.serviceDay) }, "\(found.words)")
      for day in (-8...8).compactMap({ found.middle.adding(days: $0) }) where !touched.contains(day) {
        #expect(found.schedule.plan(on: day) == other.plan(on: day), "\(found.words), \(day)")
      }
      if before != after { changed += 1 }
    }
    #expect(changed * 8 > Self.cases, "the layers changed nothing")
  }

  /// The order of services, dates and layers of different levels does not matter.
  @Test func orderDoesNotMatter() throws {
    try Self.forEachCase { found, random in
      let services = (0..<6).compactMap { _ in random.service() }
      #expect(DayPlan(services) == DayPlan(random.shuffled(services)), "\(found.words)")
      var dates: [LocalDate: DatedPlan] = [:]
      for dated in random.dates() { dates[dated.date] = dated }
      let sorted = dates.values.sorted { $0.date < $1.date }
      let base = random.rule()
      let layers = [Layer(.weekly, unbounded: base), Layer(.special, dates: sorted)]
      let term = Layer(.term, from: found.middle, to: found.middle.adding(days: 2), random.rule())
      let one = Schedule(zone: found.schedule.zone, layers: layers + [term].compactMap { $0 })
      let shuffled = [Layer(.weekly, unbounded: base), Layer(.special, dates: random.shuffled(sorted)), term].compactMap { $0 }
      let other = Schedule(zone: found.schedule.zone, layers: random.shuffled(shuffled))
      #expect(one == other, "\(found.words)")
      #expect(one.spans(in: found.range) == other.spans(in: found.range), "\(found.words)")
    }
  }
}
