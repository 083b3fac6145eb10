import FeedKit

/// Recognizes a reply about one day, such as today. Its rows all name the same weekday; read as a week, they would close all places on the
/// other days.
enum OneDay {
  /// Returns the only weekday on which places open, apart from those that are always open. If there are only such places, it is the only
  /// weekday that the records name.
  ///
  /// - Returns: nil if there are several weekdays, or none, or the hours are not those of a week.
  static func weekday(of schedules: [Schedule], in records: RecordTable) -> Weekday? {
    let layers = schedules.flatMap(\.layers).filter { $0.level == .weekly }
    let weeks = layers.compactMap { layer -> WeekPlan? in
      guard case .week(let week) = layer.rule, !week.days.allSatisfy(\.isAroundTheClock) else { return nil }
      return week
    }
    let open = Weekday.allCases.filter { day in weeks.contains { !$0[day].services.isEmpty } }
    if open.count == 1 { return open[0] }
    // Rows that are about different days contradict each other if they are read as one.
    let unknown = Weekday.allCases.filter { day in weeks.contains { $0[day] == .unknown } }
    if open.isEmpty, unknown.count == 1 { return unknown[0] }
    return open.isEmpty && !layers.isEmpty ? records.onlyWeekday : nil
  }
}

extension RecordTable {
  /// The weekday that all records name in the same member; nil if there is none.
  var onlyWeekday: Weekday? {
    columns.lazy.compactMap { column in
      let days = column.isInArray || !column.has(.day) ? [] : Set(column.texts.map { HoursProposal.weekday($0) })
      return days.count == 1 && column.texts.count.isAtLeast(.half, of: count) ? days.first ?? nil : nil
    }.first
  }
}

extension DayPlan {
  var isAroundTheClock: Bool {
    services.count == 1 && services.allSatisfy { $0.closes.minutes - $0.opens.minutes >= 1439 }
  }
}
