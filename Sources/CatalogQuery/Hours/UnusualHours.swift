public import CampusCatalog
public import OpeningHours

/// The hours of a place with holiday, special or manual hours on a day on which they differ from the usual ones.
public struct UnusualHours: Sendable, Hashable {
  public let entry: Entry
  public let day: DayHours
  /// When the place is open according to the weekly or term hours that these replace, otherwise to its usual week; nil if that is unknown.
  public let usual: [Range<Int>]?

  /// Returns the unusual hours of a place from its date on, sorted by day. A day without a name whose hours are the only ones is not unusual:
  /// some feeds have only the dates of one week, in which there is no other day to compare one with.
  static func of(_ entry: Entry, days: Int, by rule: StatusRule, usual week: UsualWeek?) -> [UnusualHours] {
    guard let hours = entry.hours else { return [] }
    return DayHours.days(days, from: rule.date(of: entry), of: hours).compactMap { day in
      let weakest = hours.weakestLayer(on: day.date).map { hours.layers[$0] }
      if day.isSpecial, let replaced = weakest.flatMap({ $0.level <= .term ? $0.plan(on: day.date) : nil }) {
        let usual = replaced == .unknown ? nil : replaced.openMinutes
        return replaced == day.plan ? nil : UnusualHours(entry: entry, day: day, usual: usual)
      }
      if let week, week[day.date.weekday] != nil {
        return week.deviation(of: day).map { UnusualHours(entry: entry, day: day, usual: $0) }
      }
      return day.isSpecial ? UnusualHours(entry: entry, day: day, usual: nil) : nil
    }
  }

  /// Returns the unusual hours of all places in the days from a moment on, sorted by day, name of the hours, campus and name of the place.
  ///
  /// - Parameters:
  ///   - days: the number of days, starting today on the clock of each campus.
  ///   - usual: the usual weeks of the places of each campus.
  ///   - prepared: the places of the entries, if they have been prepared before.
  public static func upcoming(
    days: Int, in entries: [Entry], by rule: StatusRule, usual: [CampusID: UsualWeeks] = [:], prepared: PreparedPlaces? = nil
  ) -> [UnusualHours] {
    let special = prepared?.withSpecialHours ?? entries.indices.filter { entries[$0].hours?.hasSpecialHours == true }
    let others = entries.indices.filter { index in
      !usual.isEmpty && entries[index].hours?.hasSpecialHours == false && usual[entries[index].campus]?.week(of: entries[index]) != nil
    }
    let indices = special + others
    let found = indices.flatMap { index in
      of(entries[index], days: days, by: rule, usual: usual[entries[index].campus]?.week(of: entries[index]))
    }.map { (hours: $0, name: NameSortKey($0.entry)) }
    return found.sorted { left, right in
      let (first, second) = (left.hours, right.hours)
      if first.day.date != second.day.date { return first.day.date < second.day.date }
      let (name, otherName) = (first.day.specialName ?? "", second.day.specialName ?? "")
      if name != otherName { return name.utf8.lexicographicallyPrecedes(otherName.utf8) }
      return first.entry.campus != second.entry.campus ? first.entry.campus < second.entry.campus : left.name < right.name
    }.map(\.hours)
  }
}

extension Schedule {
  /// Whether a layer is stronger than weekly and term hours.
  var hasSpecialHours: Bool { layers.contains { $0.level > .term } }
}
