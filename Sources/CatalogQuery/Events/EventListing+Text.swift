import CampusCatalog
public import OpeningHours

/// The times and the location of an event as text.
extension EventListing {
  /// The times of the occurrence: "19:00–21:00", "18:00 – Sun 22 Nov 12:00", "from 19:00" without a stated end; nil if it has none, or
  /// lasts whole days.
  public var times: String? {
    isAllDay || hasWholeDays || status.unknownReason != nil ? nil : occurrence.flatMap { times(of: $0) }
  }

  /// Returns the times of an occurrence of the event; nil without a zone.
  func times(of occurrence: Occurrence) -> String? {
    guard let zone else { return nil }
    let (start, end) = (zone.local(occurrence.start), zone.local(occurrence.end))
    let minute = start.second / 60
    if event.endUnknown { return style.from(minute) }
    let days = Int(end.date.daysSinceEpoch) - Int(start.date.daysSinceEpoch)
    let last = days * 1440 + end.second / 60
    // A night belongs to the day it begins.
    if last <= 1440 + 6 * 60 { return style.times(minute, last) }
    let date = end.second == 0 ? end.date.adding(days: -1) ?? end.date : end.date
    return "\(style.time(minute)) – \(style.joined(style.date(date, from: start.date), style.time(end.second / 60)))"
  }

  /// The day of the occurrence and its times: "Sat 21 Nov, 19:00–21:00"; nil if it has none.
  ///
  /// - Parameter other: a date whose year is left out.
  public func datedTimes(from other: LocalDate) -> String? { times.map { "\(style.date(day, from: other)), \($0)" } }

  /// The days of an event without times, or of an occurrence that lasts whole days or whose times are not known.
  public var days: ClosedRange<LocalDate> {
    isAllDay ? event.startDate...max(event.startDate, event.endDate) : occurrence?.days ?? day...day
  }

  /// The last day of several days without times; nil for others, and for an event without end.
  public var lastDay: LocalDate? {
    let last = days.upperBound
    return times == nil && last > days.lowerBound && last != .last ? last : nil
  }

  /// Returns the end of several days without times: "until Sun 22 Nov 2026", "no end"; nil for others.
  ///
  /// - Parameter style: how the date is written.
  package func lastDayText(_ style: RegionalStyle) -> String? {
    if times == nil, days.upperBound == .last { return style.words.text("no-end") }
    return lastDay.map { style.words.text("until-date", ["date": style.date($0)]) }
  }

  /// Whether an event with times takes place at the moment in question.
  public var isHappening: Bool { status.isOpen && !isAllDay }

  /// What a reader must know besides the time: "now" for an event with times, "canceled", "postponed", "not confirmed"; nil for nothing.
  public var remark: String? {
    let words = style.words
    return switch event.status {
    case .cancelled: words.text("remark-canceled")
    case .postponed: words.text("remark-postponed")
    case .tentative: words.text(isHappening ? "remark-now-unconfirmed" : "remark-unconfirmed")
    case nil: isHappening ? words.text("remark-now") : isUnknown ? words.text("remark-times-unknown") : nil
    }
  }

  private var isUnknown: Bool { event.hours?.layers.isEmpty == true || status.unknownReason != nil }

  /// The location, such as "Houston Hall, Room 120" or "Raleigh, North Carolina", or "location unknown".
  public var place: String {
    let location = event.location
    let parts = [location.building ?? location.address, location.room, event.venue?.city, event.venue?.state].compactMap { $0 }
    return parts.isEmpty ? style.words.text(event.isOnline == true ? "online" : "location-unknown") : parts.joined(separator: ", ")
  }

  /// Whether no location is known.
  public var hasNoPlace: Bool { event.location.isEmpty && event.venue == nil && event.isOnline != true }
}
