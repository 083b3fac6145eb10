import CampusCatalog
import CatalogSession
import OpeningHours

/// The service days that a command line corrects, and their hours: `--closed 2026-12-05`, `--hours "2026-12-05 10:00-14:00"`.
struct CorrectedDays {
  private(set) var days: [DatedPlan] = []

  /// The maximum number of days.
  private static let most = 366

  /// - Parameters:
  ///   - closed: dates, or ranges of them, on which the places are closed.
  ///   - hours: dates, or ranges of them, each followed by hours as in OpenStreetMap.
  ///   - until: the last day of each range that names none; nil for a single day.
  ///   - today: the local dates at the places, on which relative dates depend: in several time zones, it may be two dates.
  ///   - allowsPast: whether all days may be past.
  init(closed: [String], hours: [String], until: String?, today: ClosedRange<LocalDate>, allowsPast: Bool) throws(Failure) {
    let last = try until.map { (text) throws(Failure) in try Self.date(text, "--until", today) }
    for text in closed {
      for date in try Self.dates(text, "--closed", last, today) { try add(DatedPlan(date, .closed)) }
    }
    for text in hours {
      let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2, let zone = Zone("UTC") else {
        throw Failure(.usage, "--hours \"\(text)\" needs a date and hours, as in \"2026-12-05 10:00-14:00\"")
      }
      let schedule: Schedule
      do throws(OSMHoursError) { schedule = try Schedule(osm: parts[1], zone: zone) } catch {
        throw Failure(.usage, "--hours \"\(text)\": \(error.message)")
      }
      for date in try Self.dates(parts[0], "--hours", last, today) {
        try add(DatedPlan(date, try Self.plan(schedule, on: date, text, parts[1])))
      }
    }
    guard let latest = days.map(\.date).max() else { return }
    // The night of yesterday may still go on.
    if latest.adding(days: 1) ?? latest < today.lowerBound, !allowsPast {
      throw Failure(.usage, "\(latest) is past; name \(today.lowerBound) or a later day")
    }
  }

  /// Returns the hours of one day, which must not depend on the weekday or the date.
  private static func plan(_ schedule: Schedule, on date: LocalDate, _ text: String, _ hours: String) throws(Failure) -> DayPlan {
    let plan = schedule.plan(on: date)
    if (1..<7).contains(where: { date.adding(days: $0).map { schedule.plan(on: $0) != plan } ?? false }) {
      throw Failure(.usage, "--hours \"\(text)\": write only times after the date, without weekdays and other dates")
    }
    let isLong = plan.services.contains { $0.closes.minutes - $0.opens.minutes >= 1440 }
    if isLong, !["24/7", "00:00-24:00"].contains(hours) {
      throw Failure(.usage, "--hours \"\(text)\": a day has less than 24 hours; for a whole day, write 00:00-24:00")
    }
    return plan
  }

  /// The dates, in order.
  var dates: [LocalDate] { days.map(\.date).sorted() }

  private mutating func add(_ day: DatedPlan) throws(Failure) {
    if days.contains(where: { $0.date == day.date }) { throw Failure(.usage, "\(day.date) is named twice; name each day once") }
    days.append(day)
    if days.count > Self.most { throw Failure(.usage, "more than \(Self.most) days; change the registry file instead") }
  }

  /// Returns the dates of "2026-12-05", "tomorrow" or "2026-12-05..2026-12-07".
  private static func dates(_ text: String, _ option: String, _ last: LocalDate?, _ today: ClosedRange<LocalDate>) throws(Failure)
    -> [LocalDate]
  {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    guard ends.count <= 2, let first = ends.first else {
      throw Failure(.usage, "\(option): invalid dates \"\(text)\"; write 2026-12-05..2026-12-07")
    }
    let from = try date(first, option, today)
    let to = ends.count == 2 ? try date(ends[1], option, today) : last ?? from
    if to < from { throw Failure(.usage, "\(option): \(to) is before \(from)") }
    let count = Int(to.daysSinceEpoch) - Int(from.daysSinceEpoch) + 1
    if count > most { throw Failure(.usage, "\(option): more than \(most) days; change the registry file instead") }
    return (0..<count).compactMap { from.adding(days: $0) }
  }

  private static func date(_ text: String, _ option: String, _ today: ClosedRange<LocalDate>) throws(Failure) -> LocalDate {
    guard let moment = LocalMoment(text), moment.isDay, let date = moment.date(today: today.lowerBound) else {
      throw Failure(.usage, "\(option): invalid date \"\(text)\"; write 2026-12-05, tomorrow or friday")
    }
    if moment.date(today: today.upperBound) != date {
      throw Failure(.usage, "\(option): \"\(text)\" is not the same date at all of these places now; write the date, such as \(date)")
    }
    return date
  }
}
