import FeedKit

/// A rule that finds weekdays: `"/weekday"` for names and ranges ("monday-friday", "Sat", "mon, wed"), or
/// `{"at": "/days", "numbers": {"1": "monday"}}` for numbers, which states the number of one day. The other days follow from it: with 1 for
/// Monday, Sunday is 7 or 0.
///
/// The value may be an array. With `"order"`, a range of dates ("5/18/19-5/31/19") is read too.
struct WeekdayRule: Sendable {
  private let path: JSONPath?
  private let text: TextRule
  /// The number of Monday; nil for names.
  private let monday: Int?
  private let order: DateRange.Order?

  init(reading value: JSONValue) throws(JSONFieldError) {
    guard value["at"] != nil else {
      text = try TextRule(reading: value)
      if case .at(let path) = text { self.path = path } else { path = nil }
      (monday, order) = (nil, nil)
      return
    }
    try value.expectOnly(["at", "numbers", "order"])
    let path = try value.requiredPath("at")
    self.path = path
    text = .at(path)
    monday = try value.optional("numbers", Self.monday)
    order = try value.parsed("order", "\"month-first\" or \"day-first\"") { DateRange.Order(name: $0) }
  }

  private static func monday(_ numbers: JSONValue) throws(JSONFieldError) -> Int {
    var members = numbers.members
    var monday: Int?
    while let member = members.next() {
      guard let number = Int(member.key), (-7...14).contains(number) else {
        throw member.value.fault(.value, "\"\(member.key)\" is not the number of a weekday")
      }
      let day = try member.value.parsed("a weekday such as \"monday\"") { Weekday(name: $0) }
      let found = (number - day.rawValue + 14) % 7
      guard monday == nil || monday == found else { throw member.value.fault(.value, "the numbers contradict each other") }
      monday = found
    }
    guard let monday else { throw numbers.fault(.value, "state the number of one weekday, as in {\"1\": \"monday\"}") }
    return monday
  }

  /// The maximum length of a text about weekdays, in bytes.
  private static let maximumBytes = 1000

  /// Reading the name of a weekday costs as much as reading this many bytes of hours.
  private static let workOfDay = 8

  /// The days that a row names.
  enum Days {
    case weekdays([Weekday])
    case dates(ClosedRange<LocalDate>)
  }

  /// Returns the days; nil if they are absent.
  ///
  /// - Throws: an error with the code `time` for values that are not weekdays.
  func days(in scope: borrowing Scope, _ notes: inout RecordNotes) throws(JSONFieldError) -> Days? {
    guard let path, let list = path.find(in: scope), list.isArray else {
      guard let text = try text.line(in: scope, &notes) else { return nil }
      return try days(text, scope.value)
    }
    var days: [Weekday] = []
    var elements = list.elements
    while let element = elements.next() {
      try notes.checkTime(before: Self.workOfDay)
      guard let text = try TextRule.text(of: element).flatMap({ PlainText.line($0) }),
        case .weekdays(let named) = try self.days(text, element)
      else { throw element.fault(.time, "not a weekday") }
      for day in named where !days.contains(day) { days.append(day) }
    }
    return .weekdays(days)
  }

  private func days(_ text: String, _ value: JSONValue) throws(JSONFieldError) -> Days {
    if let monday {
      // The days from Sunday, or from Monday if it is 0. With 1 for Monday, Sunday is 0 or 7.
      let known = monday == 0 ? 0...6 : monday == 1 ? 0...7 : (monday - 1)...(monday + 5)
      guard let number = Int(text), known.contains(number), let day = Weekday(rawValue: (number - monday + 7) % 7) else {
        throw value.fault(.time, "\"\(text.prefix(60))\" is not the number of a weekday")
      }
      return .weekdays([day])
    }
    if let order, let dates = DateRange(text, order) { return .dates(dates.first...dates.last) }
    var days: [Weekday] = []
    guard text.utf8.count <= Self.maximumBytes else { throw value.fault(.time, "more than \(Self.maximumBytes) bytes of weekdays") }
    for part in text.split(whereSeparator: { ",;/&".contains($0) }) {
      guard let range = WeekdayRange(String(part)) else {
        throw value.fault(.time, "\"\(text.prefix(60))\" is not a weekday or a range of weekdays")
      }
      for day in range.days where !days.contains(day) { days.append(day) }
    }
    guard !days.isEmpty else { throw value.fault(.time, "\"\(text.prefix(60))\" is not a weekday or a range of weekdays") }
    return .weekdays(days)
  }
}

extension Weekday {
  /// Creates a weekday from its English name; nil for any other text.
  init?(name: String) {
    guard let range = WeekdayRange(name), range.first == range.last else { return nil }
    self = range.first
  }
}
