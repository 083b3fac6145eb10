public import CampusCatalog
public import OpeningHours
public import SimdJSON

/// Details of an entry for display: its hours this week, exceptions, and the reports of its feeds.
public struct EntryDetails: Sendable {
  public let entry: Entry
  public let zone: Zone?
  /// How times and dates are written.
  public let style: RegionalStyle
  /// A summary of the hours; nil for entries that are not places.
  public let summary: OpeningSummary?
  /// An event with its current or next occurrence; nil for other entries.
  public let event: EventListing?
  /// The current and the next occurrences of an event, at most five; empty if it has no times.
  public let occurrences: [Occurrence]
  /// The day in question.
  public let today: LocalDate
  /// The hours of seven days, starting on the day in question, or yesterday if a service of that day is still open. Empty for a place without
  /// hours, and for other entries.
  public let week: [DayHours]
  /// Upcoming exceptions, starting today.
  public let exceptions: [HoursException]
  /// The reports of the entry's feeds, sorted by id.
  public let feeds: [FeedReport]
  /// The hours that a place usually has; nil if they are not known.
  public let usual: UsualWeek?
  /// Whether the hours were last read too long ago.
  private let hoursAreTooOld: Bool

  /// The exceptions that end after the week, which has the others.
  public var laterExceptions: [HoursException] {
    exceptions.filter { exception in
      guard let last = week.last?.date, let to = exception.to else { return true }
      return to > last
    }
  }

  /// - Parameters:
  ///   - feeds: all feed reports of the catalog.
  ///   - usual: the hours that a place usually has; nil if they are not known.
  public init(of entry: Entry, feeds: [FeedReport], by rule: StatusRule, usual: UsualWeek? = nil) {
    self.entry = entry
    self.usual = usual
    zone = rule.zone(of: entry)
    style = rule.style(of: entry.campus)
    let sources = Set(entry.sources.map(\.feed))
    self.feeds = feeds.filter { sources.contains($0.id) }.sorted { $0.id < $1.id }
    summary = entry.place.map { _ in OpeningSummary(of: entry, by: rule) }
    event = entry.event.map { EventListing(entry, $0, by: rule) }
    today = rule.date(of: entry)
    hoursAreTooOld = entry.place != nil && rule.status(of: entry).areHoursTooOld
    let times = entry.event.flatMap { $0.takesPlace ? $0.hours : nil }
    occurrences = times?.occurrences(from: rule.instant(of: entry), limit: 5) ?? []
    guard let hours = entry.place?.hours, !hours.layers.isEmpty else {
      (week, exceptions) = ([], [])
      return
    }
    let today = rule.kind.isPeriod ? rule.date(of: entry) : hours.zone.local(rule.instant(of: entry)).date
    week = DayHours.days(7, from: rule.serviceDay(of: entry), of: hours)
    exceptions = HoursException.upcoming(in: hours, from: today)
  }

  /// The days and times of the occurrences, as text; only the days of those that last from midnight to midnight.
  public var occurrenceTexts: [String] {
    guard let event, let zone else { return [] }
    return occurrences.compactMap { one in
      if one.isWholeDays(in: zone) {
        let (first, last) = (style.date(one.days.lowerBound, from: today), style.date(one.days.upperBound, from: today))
        return one.days.lowerBound == one.days.upperBound ? first : "\(first) – \(last)"
      }
      return event.times(of: one).map { "\(style.date(zone.local(one.start).date, from: today)), \($0)" }
    }
  }

  /// Writes the members `answers`, `week`, `exceptions`, `occurrences` and `feeds` of a `campus-list/1` document.
  public func write(to writer: inout JSONWriter) {
    if let summary {
      writer.object("answers") { writer in
        writer.key("openToday")
        summary.openToday.write(to: &writer)
        writer.member("isOpen", summary.isOpen)
        writer.member("closes", summary.closes, in: zone)
        writer.member("opens", summary.opens, in: zone)
        writer.member("sentence", summary.sentence)
      }
      writer.list("week", week) { DayListing($0, in: zone, style, areTooOld: hoursAreTooOld).write(to: &$1) }
      writer.objects("exceptions", exceptions) { exception, writer in
        writer.member("from", exception.from)
        writer.member("to", exception.to)
        writer.member("name", exception.name)
        if let plan = exception.plan {
          writer.key("services")
          plan.write(to: &writer)
        }
      }
    }
    if event?.isAllDay == false {
      writer.objects("occurrences", occurrences) { one, writer in
        writer.member("starts", one.start, in: zone)
        writer.member("ends", one.end, in: zone)
      }
    }
    writer.objects("feeds", feeds) { feed, writer in
      writer.member("id", feed.id.description)
      writer.member("outcome", feed.outcome.rawValue)
      writer.member("reason", feed.reason?.description)
      writer.member("fetchedAt", feed.fetchedAt, in: zone)
      writer.member("checkedAt", feed.checkedAt, in: zone)
    }
  }
}

extension DayPlan {
  /// Writes the plan as in a catalog: `[["07:30","10:15","Breakfast"]]`, or `"unknown"`.
  package func write(to writer: inout JSONWriter) {
    guard case .services(let services) = self else { return writer.string("unknown") }
    writer.array(Array(services)) { service, writer in
      writer.array([service.opens.description, service.closes.description, service.label].compactMap { $0 }) { $1.string($0) }
    }
  }
}
