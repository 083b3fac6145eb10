import FeedKit

/// The times in the rows of a list: in which members openings begin and end, and in which form.
struct RowTimes {
  enum Form: String { case clock, digits, minutes, fields, moments, epoch, text }

  let form: Form
  /// The rules, as members of a mapping's rule for rows.
  private(set) var opens: JSONTree?
  private(set) var closes: JSONTree?
  private(set) var text: JSONTree?
  /// The pointers that are used.
  private(set) var used: Set<String>
  /// The pointer of the beginning, or of the text.
  let start: String
  /// An example, for the evidence.
  private(set) var example: String
  /// Whether the values can be read in this form only.
  private(set) var isCertain = true
  /// Whether a time without am or pm could be on either clock, and whether some time is later than 12:59.
  private(set) var isOnEitherClock = false
  private(set) var hasAfternoon = false

  private typealias Column = RecordTable.Column
  private typealias Pair = (start: Column, end: Column)

  init?(in table: RecordTable) {
    // Times of one weekday are not those of the row.
    let columns = table.columns.filter {
      !$0.isElement && $0.depth > 0 && $0.depth <= Limit.valueDepth && !$0.has(.recordKeeping) && !$0.isOfWeekday
    }
    func pair(_ isOfForm: (Column) -> Bool) -> Pair? { Self.pair(columns.filter(isOfForm)) }
    if let pair = pair({ $0.mostTexts { ClockTime($0) != nil || ClockText($0) != nil } }) {
      self.init(.clock, pair) { .string($0.pointer) }
      noteClocks(pair)
    } else if let pair = pair(Self.areFields) {
      let minutes = Self.pair(columns.filter { $0.has(.minute) && Self.isWhole($0, 0...59) })
      self.init(.fields, pair) { .of(("hours", .string($0.pointer)), ("minutes", nil)) }
      opens = .of(("hours", .string(pair.start.pointer)), ("minutes", minutes.map { .string($0.start.pointer) }))
      closes = .of(("hours", .string(pair.end.pointer)), ("minutes", minutes.map { .string($0.end.pointer) }))
      if let minutes { used.formUnion([minutes.start.pointer, minutes.end.pointer]) }
    } else if let pair = pair({ $0.mostTexts { LocalDateTime($0) != nil } }) {
      self.init(.moments, pair) { .string($0.pointer) }
    } else if let pair = pair(Self.areDigits) {
      self.init(.digits, pair) { .string($0.pointer) }
      isCertain = !pair.start.texts.isEmpty
      example += ", read as hours and minutes"
    } else if let pair = pair({ Self.isWhole($0, 0...Limit.minutes) && ($0.has(.minute) || $0.scalars.contains { $0.utf8.count > 2 }) }) {
      self.init(.minutes, pair) { .of(("minutes", .string($0.pointer))) }
      isCertain = pair.start.has(.minute)
      example += ", read as minutes since midnight"
    } else if let pair = pair({ Self.isWhole($0, Limit.seconds) }) {
      self.init(.epoch, pair) { .of(("epoch", .string($0.pointer))) }
    } else if let pair = pair({ Self.isWhole($0, Limit.milliseconds) }) {
      self.init(.epoch, pair) { .of(("epoch", .string($0.pointer)), ("unit", .string("milliseconds"))) }
    } else if let column = columns.first(where: {
      $0.mostTexts(.hours, Self.isHours) && $0.texts.contains { $0.contains(where: \.isNumber) }
    }) {
      self.init(hoursIn: column)
    } else {
      return nil
    }
  }

  private init(_ form: Form, _ pair: Pair, rule: (Column) -> JSONTree) {
    (self.form, start) = (form, pair.start.pointer)
    (opens, closes) = (rule(pair.start), rule(pair.end))
    used = [pair.start.pointer, pair.end.pointer]
    func value(_ column: Column) -> String { column.texts.first.map { "\"\($0)\"" } ?? column.scalars.first ?? "" }
    let (one, other) = (Self.name(pair.start), Self.name(pair.end))
    example = "\(one) \(value(pair.start)), \(other) \(value(pair.end))"
  }

  private init(hoursIn column: Column) {
    (form, start, used, text) = (.text, column.pointer, [column.pointer], .string(column.pointer))
    example = "\(column.key) \"\(column.texts.first { $0.contains(where: \.isNumber) } ?? column.texts[0])\""
  }

  private mutating func noteClocks(_ pair: Pair) {
    for text in pair.start.texts + pair.end.texts {
      guard let clock = ClockText(text) else { continue }
      if !clock.isCertain, ClockTime(text) == nil { isOnEitherClock = true }
      if !clock.hasHalf, clock.minutes >= 780 { hasAfternoon = true }
    }
  }

  /// The key of a column, with the key of its object if that says whether it is the beginning or the end.
  private static func name(_ column: Column) -> String {
    column.has(.start) || column.has(.end) ? column.key : String(column.pointer.dropFirst())
  }

  /// Returns the columns for the beginning and the end: members of one object, or of two objects such as "open" and "close".
  private static func pair(_ columns: [Column]) -> Pair? {
    for start in columns where start.has(.start) && !start.has(.end) {
      if let end = columns.first(where: { $0.has(.end) && $0.pointer != start.pointer && $0.parent == start.parent }) {
        return (start, end)
      }
    }
    for start in columns {
      let (object, around) = start.lastKeyAbove
      guard KeyHint.start.matches(object), !KeyHint.end.matches(object) else { continue }
      let end = columns.first { other in
        let above = other.lastKeyAbove
        return KeyHint.end.matches(above.key) && above.around == around && other.lowerKey == start.lowerKey
      }
      if let end { return (start, end) }
    }
    return nil
  }

  private static func isWhole(_ column: Column, _ range: ClosedRange<Int>) -> Bool {
    !column.scalars.isEmpty && column.scalars.allSatisfy { Int($0).map(range.contains) ?? false }
  }

  private static func areFields(_ column: Column) -> Bool { column.has(.hour) && isWhole(column, 0...24) }

  /// Returns whether values are times such as "0930" and 1730.
  private static func areDigits(_ column: Column) -> Bool {
    !column.scalars.isEmpty && !column.has(.minute)
      && column.scalars.allSatisfy { text in
        guard (3...4).contains(text.utf8.count), let number = Int(text), number >= 0 else { return false }
        return number % 100 < 60 && number <= 2400
      }
  }

  /// Returns whether a text is the hours of a day, or a word such as "closed".
  static func isHours(_ text: String) -> Bool { if case .services = HoursText(text) { true } else { false } }
}

extension RecordTable.Column {
  /// The key of the object that contains the value, and the pointer of that object's parent.
  var lastKeyAbove: (key: String, around: Substring) {
    guard let slash = parent.lastIndex(of: "/") else { return ("", "") }
    return (parent[parent.index(after: slash)...].lowercased(), parent[..<slash])
  }

  /// Whether the object that contains the value, or its own key, is the end of something.
  var isOfEnd: Bool { has(.end) || KeyHint.end.matches(lastKeyAbove.key) }
}
