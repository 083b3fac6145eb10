public import CampusCatalog
public import CatalogQuery
import FeedKit
public import OpeningHours

/// A moment as people write it, without an offset from UTC: a day, a time of day, or both.
///
/// A day is a date ("2026-11-25"), "today", "tomorrow", "yesterday", or a weekday, which means the next one, including today. A time is
/// on the 24-hour or the 12-hour clock ("18:00", "6pm", "noon"), with seconds only after a date, as in RFC 3339. A day alone means its
/// beginning, and a time alone is today's. "tonight" is today from 18:00 on, until 02:00; before 02:00, it is the night that began yesterday. Case does not matter.
public struct LocalMoment: Sendable, Hashable {
  private enum Day: Hashable {
    case date(LocalDate)
    /// The number of days after today.
    case relative(Int)
    case weekday(Weekday)
  }

  private let day: Day
  /// The second of the day, 0 to 86,400; nil for the beginning of the day.
  private let second: Int?
  /// Whether this is the evening and the night of a day, from 18:00 to 02:00.
  private var isNight = false

  /// Parses a moment; nil for any other text, and for a text with an offset.
  public init?(_ text: String) {
    if let local = LocalDateTime(text) {
      guard local.offset == nil else { return nil }
      (day, second) = (.date(local.date), Int(local.time.seconds))
      return
    }
    if text.lowercased() == "tonight" {
      (day, second, isNight) = (.relative(0), 18 * 3600, true)
      return
    }
    let words = text.split { $0 == " " || $0 == "," }.map(String.init)
    guard let first = words.first, let last = words.last else { return nil }
    let clock: ArraySlice<String>
    if let found = Self.day(first) {
      (day, clock) = (found, words.dropFirst())
    } else if words.count > 1, let found = Self.day(last) {
      (day, clock) = (found, words.dropLast())
    } else {
      (day, clock) = (.relative(0), words[...])
    }
    if clock.isEmpty {
      second = nil
      return
    }
    guard let time = Self.clock(clock.joined(separator: " ")) else { return nil }
    second = Int(time.minutes) * 60
  }

  /// Parses a time of day from 00:00 to 24:00, on the 24-hour or the 12-hour clock.
  public static func clock(_ text: String) -> LocalTime? { ClockText(text)?.localTime }

  /// Whether the text is a day without a time.
  public var isDay: Bool { second == nil }

  /// Returns the instant in a zone; nil if it is out of range.
  ///
  /// - Parameters:
  ///   - today: a moment of the current day.
  ///   - isPast: whether a weekday means the last one, not the next one; both include today.
  public func instant(in zone: Zone, today: Instant, isPast: Bool = false) -> Instant? {
    let date = date(today: isNight ? zone.dayOfNight(at: today) : zone.local(today).date, isPast: isPast)
    guard let second else { return date.flatMap { zone.start(of: $0) } }
    guard let date = date?.adding(days: second / 86_400), let time = ClockTime(seconds: second % 86_400) else { return nil }
    return zone.instant(LocalDateTime(date: date, time: time))
  }

  /// Returns the day; nil if it is out of range.
  public func date(today: LocalDate, isPast: Bool = false) -> LocalDate? {
    switch day {
    case .date(let date): date
    case .relative(let days): today.adding(days: days)
    case .weekday(let weekday):
      today.adding(
        days: isPast
          ? -((today.weekday.rawValue - weekday.rawValue + 7) % 7) : (weekday.rawValue - today.weekday.rawValue + 7) % 7)
    }
  }

  private static func day(_ word: String) -> Day? {
    if let date = LocalDate(word) { return .date(date) }
    switch word.lowercased() {
    case "today": return .relative(0)
    case "tomorrow": return .relative(1)
    case "yesterday": return .relative(-1)
    case let word:
      guard word.utf8.count >= 3, let range = WeekdayRange(word), range.first == range.last else { return nil }
      return .weekday(range.first)
    }
  }
}

extension LocalMoment {
  /// Parses RFC 3339, "now", or a local moment, which is read on the clock of each campus.
  ///
  /// - Parameters:
  ///   - campuses: the campuses of the entries in question.
  ///   - today: the moment that is "now", and whose day is "today".
  /// - Returns: the instant of the first zone by name (UTC if no campus has a zone), and, if there are several zones, the instant of each
  ///   campus.
  /// - Throws: `invalidTime`.
  public static func parse(
    _ text: String, onClocksOf campuses: [Campus], today: Instant
  ) throws(SessionError) -> (instant: Instant, byCampus: [CampusID: Instant]) {
    let zones = Set(campuses.compactMap(\.timeZone)).sorted { $0.name < $1.name }
    guard zones.count != 1, let moment = LocalMoment(text) else { return (try parse(text, campuses: campuses, today: today), [:]) }
    var instants: [Zone: Instant] = [:]
    for zone in zones { instants[zone] = moment.instant(in: zone, today: today) }
    guard let zone = zones.first ?? Zone("UTC"), let first = instants[zone] ?? moment.instant(in: zone, today: today),
      instants.count == zones.count
    else { throw SessionError(.invalidTime, "invalid time \"\(text)\": out of range") }
    let byCampus = campuses.compactMap { campus in campus.timeZone.flatMap { instants[$0] }.map { (campus.id, $0) } }
    return (first, Dictionary(byCampus) { first, _ in first })
  }

  /// Returns how a text that can be parsed chooses the moment; nil means now.
  public static func kind(of text: String?) -> MomentKind {
    guard let text, text.lowercased() != "now" else { return .now }
    guard let moment = LocalMoment(text) else { return .chosen }
    return moment.isNight ? .night : moment.isDay ? .day : .chosen
  }

  /// Parses RFC 3339, "now", or a local moment, which needs campuses that share a zone.
  ///
  /// - Parameters:
  ///   - campuses: the selected campuses.
  ///   - today: the moment that is "now", and whose day is "today".
  /// - Throws: `invalidTime`, `missingZone`.
  public static func parse(_ text: String, campuses: some Sequence<Campus>, today: Instant) throws(SessionError) -> Instant {
    if let instant = Instant(text) ?? clockWithOffset(text, today: today) { return instant }
    if text.lowercased() == "now" { return today }
    guard let moment = LocalMoment(text) else {
      throw SessionError(
        .invalidTime, "invalid time \"\(text)\"; write 18:00, 6pm, \"tomorrow 12:00\", 2026-11-25 or 2026-11-25T18:00:00-05:00")
    }
    let byZone = Dictionary(grouping: Set(campuses).filter { $0.timeZone != nil }) { $0.timeZone?.name ?? "" }
      .mapValues { $0.sorted { $0.id < $1.id } }.sorted { $0.key < $1.key }
    guard let zone = byZone.first?.value.first?.timeZone else {
      throw SessionError(
        .missingZone, "\"\(text)\" is ambiguous: the selected campuses have no time zone; give the offset, as in 2026-11-25T18:00:00-05:00")
    }
    guard let instant = moment.instant(in: zone, today: today) else {
      throw SessionError(.invalidTime, "invalid time \"\(text)\": out of range")
    }
    guard byZone.count == 1 else {
      let clocks = byZone.map { name, campuses in "\(names(of: campuses)) in \(name)" }.joined(separator: ", ")
      throw SessionError(
        .missingZone,
        "\"\(text)\" is ambiguous: the campuses are in different time zones (\(clocks)); give the offset, as in \(zone.text(instant))")
    }
    return instant
  }

  /// Returns the date of a moment on the clock on which it was read: the clock of its offset; for a local moment, the campuses'; otherwise
  /// that of the zone that all campuses share, or UTC.
  ///
  /// - Parameter text: the original text of the moment; nil for the current time.
  static func date(of moment: Instant, readFrom text: String?, campuses: [Campus]) -> LocalDate {
    let zone =
      text.flatMap { LocalMoment($0) } == nil ? Zone.shared(by: campuses) : campuses.compactMap(\.timeZone).min { $0.name < $1.name }
    return moment.local(offset: text.flatMap(offset) ?? zone?.offset(at: moment) ?? 0).date
  }

  /// Returns the offset of RFC 3339, or of a time such as "23:30-05:00".
  private static func offset(_ text: String) -> Int? { (LocalDateTime(text) ?? LocalDateTime("2000-01-01T\(text)"))?.offset }

  /// Returns the ids of at most three campuses, and the number of the others.
  private static func names(of campuses: [Campus]) -> String {
    let shown = campuses.prefix(3).map(\.id.description).joined(separator: ", ")
    return campuses.count > 3 ? "\(shown) and \(campuses.count - 3) more" : shown
  }

  /// Parses "23:30-05:00": that time, on the current day at that offset.
  private static func clockWithOffset(_ text: String, today: Instant) -> Instant? {
    guard let first = text.dropFirst(5).first, "+-Zz".contains(first), let offset = offset(text) else { return nil }
    return Instant("\(today.local(offset: offset).date)T\(text)")
  }
}
