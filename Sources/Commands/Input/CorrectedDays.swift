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
  ///   - today: the day on which relative dates depend.
  ///   - allowsPast: whether all days may be past.
  init(closed: [String], hours: [String], until: String?, today: LocalDate, allowsPast: Bool) throws(Failure) {
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
      for date in try Self.dates(parts[0], "--hours", last, today) { try add(DatedPlan(date, schedule.plan(on: date))) }
    }
    guard let latest = days.map(\.date).max() else { return }
    if latest < today, !allowsPast { throw Failure(.usage, "\(latest) is past; name \(today) or a later day") }
  }

  /// The dates, in order.
  var dates: [LocalDate] { days.map(\.date).sorted() }

  private mutating func add(_ day: DatedPlan) throws(Failure) {
    if days.contains(where: { $0.date == day.date }) { throw Failure(.usage, "\(day.date) is named twice; name each day once") }
    days.append(day)
    if days.count > Self.most { throw Failure(.usage, "more than \(Self.most) days; change the registry file instead") }
  }

  /// Returns the dates of "2026-12-05", "tomorrow" or "2026-12-05..2026-12-07".
  private static func dates(_ text: String, _ option: String, _ last: LocalDate?, _ today: LocalDate) throws(Failure) -> [LocalDate] {
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

  private static func date(_ text: String, _ option: String, _ today: LocalDate) throws(Failure) -> LocalDate {
    guard let moment = LocalMoment(text), moment.isDay, let date = moment.date(today: today) else {
      throw Failure(.usage, "\(option): invalid date \"\(text)\"; write 2026-12-05, tomorrow or friday")
    }
    return date
  }
}
