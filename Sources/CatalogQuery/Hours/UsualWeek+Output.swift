public import CampusCatalog
public import OpeningHours
public import SimdJSON

extension UsualWeeks {
  /// Returns the usual week of a place, from the record that its hours come from; nil if they are corrected, or no weekday is known.
  public func week(of entry: Entry) -> UsualWeek? { entry.recordOfHours.flatMap { self[$0.description] } }
}

extension UsualWeek {
  /// Returns the usual week in words: "Usually Mon–Thu 07:00–22:00, Fri 07:00–20:00 (seen for 5 weeks)"; nil if no weekday is known. The weeks
  /// are those of the weekday that has been seen least.
  public func sentence(_ style: RegionalStyle) -> String? {
    let known = Weekday.allCases.compactMap { weekday in self[weekday].map { (weekday, $0) } }
    guard let weeks = known.map(\.1.weeks).min() else { return nil }
    var groups: [(first: Weekday, last: Weekday, times: [Range<Int>])] = []
    for (weekday, day) in known {
      if let last = groups.last, last.times == day.times, last.last.adding(1) == weekday {
        groups[groups.count - 1].last = weekday
      } else {
        groups.append((weekday, weekday, day.times))
      }
    }
    let days = groups.map { group in
      let (first, last) = (style.weekday(group.first), style.weekday(group.last))
      let separator = group.first.adding(1) == group.last ? ", " : "–"
      return "\(group.first == group.last ? first : first + separator + last) \(style.openTimes(group.times))"
    }
    return style.words.text("usual-week", ["days": days.joined(separator: "; "), "weeks": "\(weeks)"])
  }

  /// Returns the usual hours of a day whose hours are known and differ from them; otherwise nil.
  public func deviation(of day: DayHours) -> [Range<Int>]? {
    guard case .services = day.plan, let usual = self[day.date.weekday], usual.times != day.plan.openMinutes else { return nil }
    return usual.times
  }

  /// Returns "usually 07:00–22:00" for a day whose hours are known and differ from the usual ones; otherwise nil.
  public func deviation(of day: DayHours, _ style: RegionalStyle) -> String? {
    deviation(of: day).map { style.words.text("usually", ["hours": style.openTimes($0)]) }
  }

  /// Writes the week as in a list: `{"mo":{"spans":[["07:00","22:00"]],"weeks":5,"since":"2026-09-14"}}`.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for weekday in Weekday.allCases {
      guard let day = self[weekday] else { continue }
      writer.object(weekday.code) { writer in
        writer.key("spans")
        writer.array(day.times) { span, writer in
          writer.array([span.lowerBound, span.upperBound].compactMap { LocalTime(minutes: $0)?.description }) { $1.string($0) }
        }
        writer.member("weeks", day.weeks)
        writer.member("since", day.since)
      }
    }
    writer.endObject()
  }
}
