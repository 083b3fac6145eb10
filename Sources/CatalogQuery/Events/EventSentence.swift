import CampusCatalog
import OpeningHours

/// When an event takes place, as a sentence: "Now, until 21:00", "Starts at 19:00", "Next on Tuesday 18:00", "Tomorrow", "Canceled".
struct EventSentence {
  private let event: Event
  private let occurrence: Occurrence?
  private let status: Status
  private let zone: Zone?
  private let style: RegionalStyle
  private let instant: Instant
  private let today: LocalDate
  private let kind: MomentKind

  init(_ listing: EventListing) {
    (event, occurrence, status) = (listing.event, listing.occurrence, listing.status)
    (instant, today, kind) = (listing.instant, listing.today, listing.kind)
    (zone, style) = (listing.zone, listing.style)
  }

  var text: String {
    switch event.status {
    case .cancelled: words.text("event-canceled")
    case .postponed: words.text("event-postponed")
    case .tentative: words.text("event-unconfirmed", ["time": time])
    case nil: time
    }
  }

  private var words: WordTable { style.words }

  private var time: String {
    if case .unknown(.old(let seen)) = status.state { return words.text("event-times-old", ["date": date(local(seen).date)]) }
    if event.hours?.layers.isEmpty ?? true {
      let dates = dates(event.startDate...max(event.startDate, event.endDate))
      return event.hours == nil || event.isOver(on: today) ? dates : words.text("event-times-unknown", ["dates": dates])
    }
    guard let occurrence else { return words.text("event-over") }
    if status.unknownReason != nil { return words.text("event-times-unknown", ["dates": dates(occurrence.days)]) }
    if let zone, occurrence.isWholeDays(in: zone) { return dates(occurrence.days) }
    if kind.isPeriod { return status.isOpen ? period(occurrence) : next(occurrence) }
    return status.isOpen ? current(occurrence) : next(occurrence)
  }

  /// "Today", "Tomorrow", "Until Sun 22 Nov", "Sat 21 Nov", "Sat 21 Nov – Mon 23 Nov", "Over".
  private func dates(_ days: ClosedRange<LocalDate>) -> String {
    if days.upperBound < today { return words.text("event-over") }
    let isOne = days.lowerBound == days.upperBound
    if kind == .now, isOne, let name = name(days.lowerBound) { return name.capitalizedFirst }
    if days.contains(today), !isOne {
      return days.upperBound == .last ? words.text("event-endless") : words.text("event-until", ["date": date(days.upperBound)])
    }
    return isOne ? date(days.lowerBound) : "\(date(days.lowerBound)) – \(date(days.upperBound))"
  }

  /// "Now, until 21:00", or, if the moment is not the reader's, "Takes place until Sat 21:00". Without a stated end, "Now, since 19:00".
  private func current(_ occurrence: Occurrence) -> String {
    let times = event.endUnknown ? since(occurrence.start) : until(occurrence.end)
    return words.text(kind == .now ? "event-now" : "event-takes-place", ["times": times])
  }

  /// "Takes place 19:00–21:00", "Takes place from 19:00", "Takes place until 12:00".
  private func period(_ occurrence: Occurrence) -> String {
    let (first, last) = (minute(occurrence.start), minute(occurrence.end))
    if first < 0, last > 1440 + 360, !event.endUnknown { return words.text("event-takes-all-day") }
    let times =
      event.endUnknown
      ? style.from(max(first, 0))
      : first < 0 ? style.until(last) : last > 1440 + 720 ? style.from(first) : style.times(first, last)
    return words.text("event-takes-place", ["times": times])
  }

  /// "Starts in 12 min", "Starts at 19:00", "Starts tomorrow at 19:00"; of a series that has begun, "Next on Tuesday 18:00".
  private func next(_ occurrence: Occurrence) -> String {
    let hasBegun = event.startDate < occurrence.days.lowerBound
    let left = occurrence.start.secondsSinceEpoch - instant.secondsSinceEpoch
    if kind == .now, left <= 30 * 60 {
      return words.text(hasBegun ? "event-next-in" : "event-starts-in", ["minutes": "\((left + 59) / 60)"])
    }
    let (day, second) = local(occurrence.start)
    let clock = style.time(second / 60)
    let on = hasBegun ? "event-next-on" : "event-starts-on"
    if kind == .now {
      switch Int(day.daysSinceEpoch) - Int(today.daysSinceEpoch) {
      case 0: return words.text(hasBegun ? "event-next-at" : "event-starts-at", ["time": clock])
      case 1: return words.text(hasBegun ? "event-next-tomorrow" : "event-starts-tomorrow", ["time": clock])
      case 2...6: return words.text(on, ["day": style.fullWeekday(day), "time": clock])
      default: break
      }
    }
    return words.text(on, ["day": style.beforeMore(date(day)), "time": clock])
  }

  /// "since 19:00", "since yesterday 19:00".
  private func since(_ instant: Instant) -> String {
    let minute = local(instant).second / 60
    guard let day = day(of: instant, isEnd: false) else { return style.since(minute) }
    return words.text("since-time", ["time": style.joined(day, style.time(minute))])
  }

  /// "until 21:00", "until tomorrow 12:00".
  private func until(_ instant: Instant) -> String {
    let minute = local(instant).second / 60
    guard let day = day(of: instant, isEnd: true) else { return style.until(minute) }
    return words.text("until-time", ["time": style.joined(day, style.time(minute))])
  }

  /// The day before a time; nil if it is that of the question, and the question is about the reader's time. An end at midnight, or until 06:00 the
  /// next morning, is written without its day.
  private func day(of instant: Instant, isEnd: Bool) -> String? {
    let (day, second) = local(instant)
    let isMidnight = isEnd && second < 60
    let named = isMidnight ? day.adding(days: -1) ?? day : day
    let days = Int(named.daysSinceEpoch) - Int(today.daysSinceEpoch)
    let isNight = isEnd && days == 1 && second <= 6 * 3600
    if kind == .now, days == 0 || isNight { return nil }
    if kind == .now, let name = name(named) { return name }
    return (0...6).contains(days) ? style.weekday(named) : date(named)
  }

  /// "today", "tomorrow", "yesterday".
  private func name(_ date: LocalDate) -> String? {
    switch Int(date.daysSinceEpoch) - Int(today.daysSinceEpoch) {
    case -1: words.text("yesterday")
    case 0: words.text("understood-today")
    case 1: words.text("next-day")
    default: nil
    }
  }

  private func local(_ instant: Instant) -> (date: LocalDate, second: Int) { zone?.local(instant) ?? instant.local(offset: 0) }

  private func date(_ date: LocalDate) -> String { style.date(date, from: today) }

  /// The minutes from the midnight that begins the day of the question, on the clock.
  private func minute(_ instant: Instant) -> Int {
    let (day, second) = local(instant)
    return (Int(day.daysSinceEpoch) - Int(today.daysSinceEpoch)) * 1440 + second / 60
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
