import FeedKit

/// The times in the rows of a list: in which members openings begin and end, and in which form.
struct RowTimes {
  enum Form: String { case clock, fields, moments, epoch, text }

  let form: Form
  /// The rules, as members of a mapping's rule for rows.
  let opens: JSONTree?
  let closes: JSONTree?
  let text: JSONTree?
  /// The pointers that are used.
  let used: Set<String>
  /// An example, for the evidence.
  let example: String
  /// Whether a time without am or pm could be on either clock, and whether some time is later than 12:59.
  let isOnEitherClock: Bool
  let hasAfternoon: Bool

  static func isStart(_ key: String) -> Bool { ["start", "open", "begin", "from"].contains(where: key.contains) }
  static func isEnd(_ key: String) -> Bool {
    ["end", "close", "closing", "until", "till", "finish", "stop"].contains(where: key.contains) || key == "to" || key.hasSuffix("_to")
  }
  static func isRecordKeeping(_ key: String) -> Bool { ["created", "modified", "updated"].contains(where: key.contains) }

  init?(in table: RecordTable) {
    let columns = table.columns.filter { !$0.isElement && $0.depth > 0 && $0.depth <= 2 && !Self.isRecordKeeping($0.lowerKey) }
    func pair(_ isOfForm: (RecordTable.Column) -> Bool) -> (RecordTable.Column, RecordTable.Column)? {
      let found = columns.filter(isOfForm)
      for start in found where Self.isStart(start.lowerKey) && !Self.isEnd(start.lowerKey) {
        if let end = found.first(where: { Self.isEnd($0.lowerKey) && $0.pointer != start.pointer && $0.parent == start.parent }) {
          return (start, end)
        }
      }
      return nil
    }
    func clocks(_ one: RecordTable.Column, _ other: RecordTable.Column) -> (either: Bool, afternoon: Bool) {
      let read = (one.texts + other.texts).map { ($0, ClockText($0)) }
      return (
        read.contains { text, clock in clock.map { !$0.isCertain } ?? false && ClockTime(text) == nil },
        read.contains { $1.map { !$0.hasHalf && $0.minutes >= 780 } ?? false }
      )
    }
    if let (start, end) = pair({ $0.mostTexts { ClockTime($0) != nil || ClockText($0) != nil } }) {
      (form, opens, closes, text) = (.clock, .string(start.pointer), .string(end.pointer), nil)
      (used, example) = ([start.pointer, end.pointer], "\(start.key) \"\(start.texts[0])\", \(end.key) \"\(end.texts[0])\"")
      (isOnEitherClock, hasAfternoon) = clocks(start, end)
      return
    }
    (isOnEitherClock, hasAfternoon) = (false, false)
    let isWhole = { (column: RecordTable.Column, range: ClosedRange<Int>) in
      !column.scalars.isEmpty && column.scalars.allSatisfy { Int($0).map(range.contains) ?? false }
    }
    if let (start, end) = pair({ $0.has("hour") && isWhole($0, 0...24) }) {
      let minutes = pair { $0.has("min") && isWhole($0, 0...59) }
      form = .fields
      opens = .of(("hours", .string(start.pointer)), ("minutes", minutes.map { .string($0.0.pointer) }))
      closes = .of(("hours", .string(end.pointer)), ("minutes", minutes.map { .string($0.1.pointer) }))
      text = nil
      used = [start.pointer, end.pointer, minutes?.0.pointer ?? "", minutes?.1.pointer ?? ""]
      example = "\(start.key) \(start.scalars[0]), \(end.key) \(end.scalars[0])"
      return
    }
    if let (start, end) = pair({ $0.mostTexts { LocalDateTime($0) != nil } }) {
      (form, opens, closes, text) = (.moments, .string(start.pointer), .string(end.pointer), nil)
      (used, example) = ([start.pointer, end.pointer], "\(start.key) \"\(start.texts[0])\", \(end.key) \"\(end.texts[0])\"")
      return
    }
    for (unit, range) in [("seconds", 1e9...4e9), ("milliseconds", 1e12...4e12)] {
      guard let (start, end) = pair({ !$0.scalars.isEmpty && $0.scalars.allSatisfy { Double($0).map(range.contains) ?? false } })
      else { continue }
      let unit: JSONTree? = unit == "seconds" ? nil : .string(unit)
      form = .epoch
      opens = .of(("epoch", .string(start.pointer)), ("unit", unit))
      closes = .of(("epoch", .string(end.pointer)), ("unit", unit))
      (text, used) = (nil, [start.pointer, end.pointer])
      example = "\(start.key) \(start.scalars[0]), \(end.key) \(end.scalars[0])"
      return
    }
    guard let column = columns.first(where: { $0.mostTexts(0.8, Self.isHours) && $0.texts.contains { $0.contains(where: \.isNumber) } })
    else { return nil }
    (form, opens, closes, text) = (.text, nil, nil, .string(column.pointer))
    (used, example) = ([column.pointer], "\(column.key) \"\(column.texts[0])\"")
  }

  /// Returns whether a text is the hours of a day, or a word such as "closed".
  static func isHours(_ text: String) -> Bool { if case .services = HoursText(text) { true } else { false } }
}
