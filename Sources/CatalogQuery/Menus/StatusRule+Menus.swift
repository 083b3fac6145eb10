package import CampusCatalog
package import OpeningHours

extension StatusRule {
  /// Returns whether the dishes of a menu are no longer served at the moment in question: its day is over, and so is its night
  /// (`Menu.hasEnded`), which does not count if the question is about a whole day.
  ///
  /// - Parameters:
  ///   - entry: the menu.
  ///   - hours: the hours of its place; nil if unknown.
  package func hasEnded(_ entry: Entry, hours: Schedule?) -> Bool {
    guard let menu = entry.menu, menu.date < date(of: entry) else { return false }
    return kind.isPeriod || menu.hasEnded(by: instant(of: entry), in: zone(of: entry.campus), hours: hours)
  }

  /// Returns whether a meal is over at the moment in question: at its end or, if that is not stated, at its usual end in the place. The dishes
  /// of a whole day are never over.
  ///
  /// - Parameters:
  ///   - entry: the menu.
  ///   - hours: the hours of its place; nil if unknown.
  package func isOver(_ entry: Entry, hours: Schedule?) -> Bool {
    guard let menu = entry.menu, kind != .day else { return false }
    let (today, minute) = local(entry)
    if menu.date != today { return menu.date < today && hasEnded(entry, hours: hours) }
    return minute >= menu.meal.to.map { Int($0.minutes) } ?? menu.meal.kind.usualEnd(in: hours?.plan(on: today) ?? .unknown)
  }

  /// The time from which on the next meal is perhaps that of the next day, in minutes.
  private static let lateEvening = 22 * 60

  /// Returns the menus of a place that answer the question. About a moment, these are the meals that are not over: of the day before, of the
  /// day, and of the next one, once those of the day are over, or from 22:00 on, if none is still to begin. About a whole day, these are
  /// all of its meals, and about a night those that end after it begins.
  ///
  /// - Parameters:
  ///   - before: the menus of the day before.
  ///   - today: the menus of the day in question.
  ///   - next: the menus of the next day.
  ///   - hours: the hours of the place; nil if unknown.
  func meals(before: [Entry], today: [Entry], next: [Entry], hours: Schedule?) -> [Entry] {
    let rest = today.filter { !isOver($0, hours: hours) }
    if kind.isPeriod { return rest }
    let night = before.filter { !hasEnded($0, hours: hours) }
    guard night.isEmpty, let first = next.first else { return night + rest }
    if rest.isEmpty, !today.isEmpty { return next }
    let minute = local(first).minute
    let haveBegun = rest.allSatisfy { ($0.menu?.meal.from).map { Int($0.minutes) <= minute } ?? true }
    return minute >= Self.lateEvening && haveBegun ? rest + next : rest
  }

  /// Returns the date and the minute on the clock of an entry's campus.
  private func local(_ entry: Entry) -> (date: LocalDate, minute: Int) {
    let instant = instant(of: entry)
    return (date(of: entry), (zone(of: entry.campus)?.local(instant) ?? instant.local(offset: 0)).second / 60)
  }
}

extension Meal.Kind {
  /// When a meal of the kind ends if that is not stated, in minutes of the service day: with the last service of the place at the usual time of
  /// such meals. If there is none, or a breakfast, brunch or lunch would be long past, when most of them have ended.
  fileprivate func usualEnd(in plan: DayPlan) -> Int {
    let usual = usualTime
    let services = plan.services.lazy.map { Int($0.opens.minutes)..<Int($0.closes.minutes) }.filter { $0.overlaps(usual) }
    guard let end = services.map(\.upperBound).max() else { return usual.upperBound }
    return [.breakfast, .brunch, .lunch].contains(self) && end > usual.upperBound + 2 * 60 ? usual.upperBound : end
  }

  /// When the first meals of the kind begin and most have ended, in minutes of the service day.
  private var usualTime: Range<Int> {
    switch self {
    case .breakfast: 6 * 60..<10 * 60 + 30
    case .brunch, .lunch: 10 * 60..<15 * 60
    case .dinner: 16 * 60..<22 * 60
    case .late: 20 * 60..<26 * 60
    case .allDay, .other: 0..<22 * 60
    }
  }
}
