import OpeningHours

/// Divides the parts of a text about a week into statements.
///
/// A statement is weekdays and then hours, or hours and then weekdays; "24/7" may be alone, and "closed" if there is nothing else. The
/// readings of the text are the divisions with the lowest cost. It costs a point
/// - to join parts of a statement across a ";", or weekdays and hours across any mark,
/// - to separate statements where there is no mark, or only an "and" between parts of the same kind.
struct WeekTextParser {
  struct Statement: Hashable {
    let days: [Weekday]
    let services: [Service]
  }

  private struct Reading {
    var statements: [Statement] = []
    var cost = 0
  }

  private let items: [WeekTextItem]

  init(_ items: [WeekTextItem]) { self.items = items }

  /// Two readings show that a text is ambiguous; keep more, because some may mean the same.
  private static let maximumReadings = 16

  /// Returns the best readings; empty if there are none.
  func readings() -> [[Statement]] {
    // The best readings of the first parts, by their number.
    var readings: [[Reading]] = [[Reading()]] + Array(repeating: [], count: items.count)
    for start in items.indices where !readings[start].isEmpty {
      for end in ends(of: start) {
        guard let statement = statement(start..<end) else { continue }
        let cost = cost(of: start..<end)
        for reading in readings[start] {
          let total = reading.cost + cost
          let best = readings[end].first?.cost ?? .max
          if total > best { continue }
          if total < best { readings[end] = [] }
          if readings[end].count < Self.maximumReadings {
            readings[end].append(Reading(statements: reading.statements + [statement], cost: total))
          }
        }
      }
    }
    return readings[items.count].map(\.statements)
  }

  /// Returns the possible ends of a statement: it changes once between weekdays and hours.
  private func ends(of start: Int) -> Range<Int> {
    func run(from start: Int) -> Int {
      items[start...].firstIndex { ($0.days == nil) != (items[start].days == nil) } ?? items.count
    }
    let middle = run(from: start)
    let isHours = items[start].days == nil
    if middle == items.count { return isHours ? start + 1..<items.count + 1 : 0..<0 }
    return (isHours ? start : middle) + 1..<run(from: middle) + 1
  }

  /// Returns the statement that some parts form; nil if they form none.
  private func statement(_ range: Range<Int>) -> Statement? {
    let parts = items[range]
    // Hours must follow a colon.
    for (part, next) in zip(parts, parts.dropFirst()) where part.hasColon && part.days != nil && next.days != nil { return nil }
    if let last = parts.last, last.hasColon, last.days != nil, range.upperBound < items.count { return nil }
    let hours = parts.compactMap(\.services)
    var days = parts.compactMap(\.days).flatMap { $0 }
    guard !hours.isEmpty, hours.count == 1 || hours.allSatisfy({ !$0.isEmpty && $0 != [.wholeDay] }) else { return nil }
    if days.isEmpty {
      let isSeparate =
        parts[range.lowerBound].separator != .none && (range.upperBound == items.count || items[range.upperBound].separator != .none)
      guard hours == [[.wholeDay]] && isSeparate || hours == [[]] && items.count == 1 else { return nil }
      days = Weekday.allCases
    }
    return Statement(days: days, services: hours.flatMap { $0 })
  }

  private func cost(of range: Range<Int>) -> Int {
    var cost = 0
    for index in range {
      let isAlike = index > 0 && (items[index].days == nil) == (items[index - 1].days == nil)
      let separator = items[index].separator
      if index == range.lowerBound {
        if separator == .none || separator == .and && isAlike { cost += 1 }
      } else if separator == .end || separator != .none && !isAlike {
        cost += 1
      }
    }
    return cost
  }
}
