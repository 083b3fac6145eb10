public import OpeningHours

/// The hours of a week, parsed from free text: "Mon-Fri: 8am-5pm; Sat 10:00-14:00; closed Sunday".
///
/// The text is a list of statements, each of which has weekdays and, before or after them, hours or a state ("closed", "24 hours"). "24/7"
/// and "closed" alone are about all days. Statements, and the parts of one ("Sat, Sun"; "8am-noon, 1pm-5pm"), are separated by ";", "|" and
/// line breaks, by ",", "/", "&", "+" and "and", or only by spaces. A text with more than one reading is ambiguous (`WeekTextParser`).
///
/// Weekdays without a statement are closed, unless the text only says when the place is closed. `WeekHours` has the rule for several statements
/// about a weekday. A text of more than 4,096 bytes is not read.
public enum WeekText: Sendable, Hashable {
  /// The week, and the weekdays that are unknown because of contradictory statements.
  case week(WeekPlan, contradictions: [Weekday])
  /// There are several readings, with different hours.
  case ambiguous
  /// Some part is not understood.
  case unreadable

  public init(_ text: String) {
    guard text.utf8.count <= Self.maximumBytes, let items = WeekTextItem.all(of: text), !items.isEmpty, items.count <= Self.maximumItems
    else {
      self = .unreadable
      return
    }
    let weeks = Set(WeekTextParser(items).readings().map { Self.week(of: $0) })
    self = weeks.count > 1 ? .ambiguous : weeks.first ?? .unreadable
  }

  private static let maximumBytes = 4096
  /// The maximum number of weekdays, ranges and hours in a text.
  private static let maximumItems = 100

  /// Whether the hours of at least some weekdays are known.
  package var isRead: Bool {
    if case .week(let plan, _) = self { plan.days.contains { $0 != .unknown } } else { false }
  }

  private static func week(of statements: [WeekTextParser.Statement]) -> WeekText {
    var week = WeekHours()
    for statement in statements { week.addAll(statement.services, on: statement.days) }
    if statements.allSatisfy(\.services.isEmpty) {
      let known = Set(statements.flatMap(\.days))
      for day in Weekday.allCases where !known.contains(day) { week.makeUnknown(day) }
    }
    let (plan, contradictions) = week.resolve()
    return .week(plan.joiningSplitNights(), contradictions: contradictions)
  }
}
