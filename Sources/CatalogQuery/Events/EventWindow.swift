import CampusCatalog
import OpeningHours

/// The time in which an occurrence of one event is looked for, on the clock of its campus.
struct EventWindow {
  let zone: Zone?
  /// The day of the question.
  let today: LocalDate
  /// The first day; nil for occurrences that have not ended at the moment.
  let from: LocalDate?
  private let to: LocalDate?
  private let moment: Instant
  /// The day to whose night the moment belongs.
  private let dayOfNight: LocalDate
  /// Whether the moment is a whole day or night.
  private let kind: MomentKind
  /// Nil for any time.
  let time: EventQuery.Time?

  init(_ entry: Entry, by rule: StatusRule, _ query: EventQuery = EventQuery()) {
    (zone, today, moment, kind) = (rule.zone(of: entry), rule.date(of: entry), rule.instant(of: entry), rule.kind)
    dayOfNight = kind.isPeriod ? today : zone?.dayOfNight(at: moment) ?? today
    let weekend = query.time == .weekend ? EventQuery.weekend(from: today) : nil
    // A question that only has a last day is also about the past, and one about a day is not about the night before.
    let first = weekend?.lowerBound ?? (query.to != nil ? .first : kind == .day ? today : nil)
    (from, to) = (query.from ?? first, query.to ?? weekend?.upperBound)
    time = query.time == .now && kind == .night ? .tonight : query.time
  }

  /// The instants between which an occurrence is looked for; the second is nil for no end.
  var instants: (start: Instant, end: Instant?) {
    let start = from.flatMap { zone?.start(of: $0) } ?? moment
    let end = to.flatMap { $0.adding(days: 1) }.flatMap { zone?.start(of: $0) }
    switch time {
    case .tonight: return zone.flatMap { Self.night(dayOfNight, $0) }.map { (max($0.lowerBound, moment), $0.upperBound) } ?? (start, end)
    case .now where kind == .day: return (start, today.adding(days: 1).flatMap { zone?.start(of: $0) })
    case .now: return (start, Instant(secondsSinceEpoch: moment.secondsSinceEpoch + 1))
    case .weekend: return (max(start, moment), end)
    case nil: return (start, end)
    }
  }

  /// The first day that matches.
  var firstDay: LocalDate { time == nil ? from ?? today : max(from ?? today, today) }

  /// Returns whether an occurrence that overlaps the instants matches the days.
  func accepts(_ occurrence: Occurrence) -> Bool { from.map { occurrence.days.upperBound >= $0 } ?? true }

  /// Returns whether days without times match.
  func contains(_ days: ClosedRange<LocalDate>) -> Bool {
    if days.upperBound < from ?? today || days.lowerBound > to ?? .last { return false }
    return switch time {
    case .now: days.contains(today)
    case .tonight: days.contains(dayOfNight)
    case .weekend: days.upperBound >= today
    case nil: true
    }
  }

  /// Returns the night of a day, from 18:00 to 02:00.
  static func night(_ date: LocalDate, _ zone: Zone) -> Range<Instant>? {
    guard let start = instant(date, hour: 18, zone), let end = date.adding(days: 1).flatMap({ instant($0, hour: 2, zone) }) else {
      return nil
    }
    return start..<max(start, end)
  }

  private static func instant(_ date: LocalDate, hour: Int, _ zone: Zone) -> Instant? {
    ClockTime(seconds: hour * 3600).flatMap { zone.instant(LocalDateTime(date: date, time: $0)) }
  }
}
