import OpeningHours
import RandomData
import TestKit
import Testing

/// Properties of the canonical form and the OSM text of every schedule.
@Suite struct CanonicalProperties {
  private static let seeds = Budget.seeds(16)

  private static func forEachSchedule(_ body: (Schedule, Range<Instant>, UInt64) throws -> Void) throws {
    let middle = try date("2026-11-21")
    // In UTC clocks never change: times that touch on the clock touch in time.
    let zone = try zone("UTC")
    let range = try instant("2026-11-07T00:00:00Z")..<instant("2026-12-05T00:00:00Z")
    for seed in seeds {
      var random = RandomSchedule(seed: seed, around: middle)
      try body(random.schedule(in: zone), range, seed)
    }
  }

  /// Open, closed or unknown, and until when, at each half hour and in the minute before it.
  private static func expectSameAnswers(_ one: Schedule, _ other: Schedule, _ range: Range<Instant>, _ words: String) {
    for second in stride(from: range.lowerBound.secondsSinceEpoch, to: range.upperBound.secondsSinceEpoch, by: 1800) {
      for shift in [0, 1740 as Int64] {
        guard let moment = Instant(secondsSinceEpoch: second + shift) else { continue }
        let (left, right) = (one.status(at: moment), other.status(at: moment))
        // The reason why a day is unknown is not part of the meaning of hours.
        guard left.isOpen == right.isOpen, left.isClosed == right.isClosed, left.until == right.until, left.opens == right.opens else {
          Issue.record("\(words) at \(moment): \(left) and \(right)\n  \(one.osm ?? "-")\n  \(other.osm ?? "-")")
          return
        }
      }
    }
  }

  @Test func canonicalFormIsEquivalentAndStable() throws {
    try Self.forEachSchedule { schedule, range, seed in
      let canonical = schedule.canonical
      #expect(canonical.canonical == canonical, "seed \(seed)")
      #expect(schedule.isEquivalent(to: canonical), "seed \(seed)")
      #expect(schedule.openTimes(in: range) == canonical.openTimes(in: range), "seed \(seed)")
      Self.expectSameAnswers(schedule, canonical, range, "seed \(seed)")
    }
  }

  /// An exception that changes open times or unknown days changes the meaning.
  @Test func differentHoursAreNotEquivalent() throws {
    var changed = 0
    try Self.forEachSchedule { schedule, range, seed in
      let day = try date("2026-11-21")
      for plan in [DayPlan.closed, .unknown, try plan("00:07-23:53")] {
        let other = Schedule(zone: schedule.zone, layers: schedule.layers + [Layer(.manual, dates: [DatedPlan(day, plan)])])
        let noon = try instant("2026-11-21T00:03:00Z")
        let (before, after) = (schedule.status(at: noon), other.status(at: noon))
        let differs =
          schedule.openTimes(in: range) != other.openTimes(in: range) || before.isOpen != after.isOpen || before.isClosed != after.isClosed
        if differs {
          #expect(!schedule.isEquivalent(to: other), "seed \(seed), \(plan)")
          changed += 1
        }
      }
    }
    #expect(changed > Self.seeds.count)
  }

  @Test func osmTextRoundTrips() throws {
    var texts = 0
    try Self.forEachSchedule { schedule, range, seed in
      guard let text = schedule.osm else { return }
      let read = try Schedule(osm: text, zone: schedule.zone)
      #expect(read.openTimes(in: range) == schedule.openTimes(in: range), "seed \(seed): \(text)")
      Self.expectSameAnswers(schedule, read, range, "seed \(seed)")
      // Nothing is known, which has no text.
      if read.layers.isEmpty { return }
      let canonical = try #require(read.osm)
      #expect(try Schedule(osm: canonical, zone: schedule.zone).osm == canonical, "seed \(seed): \(text)")
      texts += 1
    }
    #expect(texts * 3 > Self.seeds.count)
  }
}
