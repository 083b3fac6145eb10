public import CampusCatalog
public import OpeningHours

/// The hours of a place on a day that holiday, special or manual hours decide, if they differ from the usual ones.
public struct UnusualHours: Sendable, Hashable {
  public let entry: Entry
  public let day: DayHours
  /// The weekly or term hours that these replace; nil if there are none.
  public let usual: DayPlan?

  /// Returns the unusual hours of a place from its date on, sorted by day. A day without a name whose hours are the only ones is not unusual:
  /// some feeds have only the dates of one week, in which there is no other day to compare one with.
  static func of(_ entry: Entry, days: Int, by rule: StatusRule) -> [UnusualHours] {
    guard let hours = entry.hours else { return [] }
    return DayHours.days(days, from: rule.date(of: entry), of: hours).compactMap { day in
      guard day.isSpecial else { return nil }
      let weakest = hours.weakestLayer(on: day.date).map { hours.layers[$0] }
      let usual = weakest.flatMap { $0.level <= .term ? $0.plan(on: day.date) : nil }
      return usual == day.plan ? nil : UnusualHours(entry: entry, day: day, usual: usual)
    }
  }

  /// Returns the unusual hours of all places in the days from a moment on, sorted by day, name of the hours, campus and name of the place.
  ///
  /// - Parameters:
  ///   - days: the number of days, starting today on the clock of each campus.
  ///   - prepared: the places of the entries, if they have been prepared before.
  public static func upcoming(days: Int, in entries: [Entry], by rule: StatusRule, prepared: PreparedPlaces? = nil) -> [UnusualHours] {
    let indices = prepared?.withSpecialHours ?? entries.indices.filter { entries[$0].hours?.hasSpecialHours == true }
    let found = indices.flatMap { of(entries[$0], days: days, by: rule) }.map { (hours: $0, name: NameSortKey($0.entry)) }
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
