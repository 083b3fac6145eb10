public import CampusCatalog
public import OpeningHours

/// An event in the results of a query, with the occurrence that is meant.
public struct EventListing: Sendable, Hashable {
  public let entry: Entry
  public let event: Event
  /// The current or next occurrence; of an event that lasts all day, all of its days. Nil if there is none, and if its times are not known. If the
  /// event is canceled or postponed, that for which it was planned.
  public let occurrence: Occurrence?
  /// Open while the event takes place; closed before, between and after its occurrences; unknown if its times are not known, or too old.
  public let status: Status
  /// The day under which the event is listed: that on which the occurrence begins, or else its first day.
  public let day: LocalDate
  public let zone: Zone?
  /// How times and dates are written.
  public let style: RegionalStyle
  /// The moment in question, the day in question on the clock of the campus, and how they were chosen.
  let instant: Instant
  let today: LocalDate
  let kind: MomentKind

  /// Creates a listing for an event, whatever the time.
  public init(_ entry: Entry, _ event: Event, by rule: StatusRule) {
    self.init(entry, event, by: rule, Self.occurrence(of: event, EventWindow(entry, by: rule)))
  }

  /// Creates a listing; nil if the event does not match the query's times.
  init?(_ entry: Entry, _ event: Event, by rule: StatusRule, in query: EventQuery) {
    let window = EventWindow(entry, by: rule, query)
    if query.time == .now, !event.takesPlace { return nil }
    if let occurrence = Self.occurrence(of: event, window) {
      self.init(entry, event, by: rule, occurrence)
    } else {
      guard query.includesPast, query.time == nil, query.from == nil, query.to == nil else { return nil }
      self.init(entry, event, by: rule, nil)
    }
  }

  private init(_ entry: Entry, _ event: Event, by rule: StatusRule, _ found: Occurrence?) {
    (self.entry, self.event, zone, style) = (entry, event, rule.zone(of: entry), rule.style(of: entry.campus))
    (instant, today, kind) = (rule.instant(of: entry), rule.date(of: entry), rule.kind)
    day = found?.days.lowerBound ?? event.startDate
    occurrence = event.hours?.layers.isEmpty != true ? found : nil
    status = Self.status(of: entry, event, occurrence, by: rule)
  }

  /// Returns the first occurrence in a window; nil if there is none. An event without times is one occurrence of whole days.
  private static func occurrence(of event: Event, _ window: EventWindow) -> Occurrence? {
    guard let hours = event.hours, !hours.layers.isEmpty else {
      let days = event.startDate...max(event.startDate, event.endDate)
      return window.contains(days) ? Occurrence(allDay: days, in: window.zone) : nil
    }
    let (start, end) = window.instants
    // Those before the first day of a question may last into it.
    let first = hours.occurrences(from: start, before: end, limit: window.from == nil ? 1 : 16).first { window.accepts($0) }
    let unknown = unknownDay(of: event, hours, window)
    if let first { return unknown.flatMap { $0.start < first.start ? $0 : nil } ?? first }
    if let unknown { return unknown }
    // Nothing is known of the dates of a series after those that are listed.
    guard window.time == nil, event.continuesWithoutTimes(on: window.today) else { return nil }
    let days = max(event.startDate, window.today)...max(event.endDate, event.startDate, window.today)
    return window.contains(days) ? Occurrence(allDay: days, in: window.zone) : nil
  }

  /// Returns the first day in a window on which the event takes place at times that are not known; nil if there is none.
  private static func unknownDay(of event: Event, _ hours: Schedule, _ window: EventWindow) -> Occurrence? {
    let (first, last) = (max(event.startDate, window.firstDay), max(event.startDate, event.endDate))
    guard first <= last, let day = hours.firstUnknownDay(in: first...last), window.contains(day...day) else { return nil }
    return Occurrence(allDay: day...day, in: window.zone)
  }

  private static func status(of entry: Entry, _ event: Event, _ occurrence: Occurrence?, by rule: StatusRule) -> Status {
    let (instant, today) = (rule.instant(of: entry), rule.date(of: entry))
    guard event.takesPlace else { return Status(.closed) }
    guard let hours = event.hours else {
      let isOn = event.startDate <= today && !event.isOver(on: today)
      return isOn ? Status(.open, until: occurrence?.end) : Status(.closed, until: occurrence?.start, opens: occurrence?.start)
    }
    if event.isOver(on: today), occurrence == nil { return Status(.closed) }
    if hours.layers.isEmpty { return Status(.unknown(.noHours)) }
    if let seen = rule.freshness?.lastSeenIfTooOld(FreshnessLimit.feedsOfHours(entry), at: instant) { return Status(.unknown(.old(seen))) }
    guard let occurrence else { return Status(.closed) }
    // A day whose times are not known is an occurrence of a whole day.
    let isUnknown = hours.plan(on: occurrence.days.lowerBound) == .unknown
    if isUnknown || event.continuesWithoutTimes(on: occurrence.days.lowerBound) {
      return Status(.unknown(.gap(occurrence.days.lowerBound)))
    }
    let isOn =
      switch rule.kind {
      case .now, .chosen: occurrence.start <= instant
      case .day: occurrence.days.contains(today)
      case .night: EventWindow.night(today, hours.zone).map { occurrence.start < $0.upperBound && occurrence.end > $0.lowerBound } ?? false
      }
    return isOn ? Status(.open, until: occurrence.end) : Status(.closed, until: occurrence.start, opens: occurrence.start)
  }

  /// When it begins, as text for people, such as "Now, until 21:00".
  public var sentence: String { EventSentence(self).text }

  /// Whether the event has no times: it lasts all day, or they are not known.
  public var isAllDay: Bool { event.hours?.layers.isEmpty ?? true }

  /// Whether the occurrence lasts from midnight to midnight, and so has no times that need to be named.
  var hasWholeDays: Bool { occurrence.flatMap { one in zone.map { one.isWholeDays(in: $0) } } ?? false }

  /// The second of the day at which the occurrence begins; -1 if it has no times.
  var secondOfDay: Int { isAllDay || hasWholeDays ? -1 : occurrence.flatMap { one in zone.map { $0.local(one.start).second } } ?? -1 }
}

extension Occurrence {
  /// Creates an occurrence of whole days, which begin in UTC without a zone.
  fileprivate init(allDay days: ClosedRange<LocalDate>, in zone: Zone?) {
    func start(of date: LocalDate) -> Instant {
      zone?.start(of: date) ?? Instant(secondsSinceEpoch: Int64(date.daysSinceEpoch) * 86_400) ?? .epoch
    }
    self.init(start: start(of: days.lowerBound), end: start(of: days.upperBound.adding(days: 1) ?? days.upperBound), days: days)
  }
}
