import FeedKit

/// The days that the rows of a list name: weekdays or dates.
struct RowDays {
  struct Found {
    let rule: JSONTree
    var last: JSONTree?
    let confidence: MappingProposal.Confidence
    let evidence: String
    var isNumber = false
    /// Whether a row of several days is one opening.
    var isContinuous = false
  }

  private(set) var week: Found?
  private(set) var date: Found?
  private(set) var used: Set<String> = []
  /// The number of rows with a date.
  private var datedRows = 0
  private(set) var doubts: Set<HoursProposal.Doubt> = []
  private let flipped: HoursProposal.Doubt?

  /// - Parameters:
  ///   - open: the rows that have times; nil if all have.
  ///   - flipped: the questions to decide the other way round.
  init(in table: RecordTable, open: RecordTable? = nil, used times: Set<String>, flipping flipped: HoursProposal.Doubt? = nil) {
    self.flipped = flipped
    let columns = table.columns.filter {
      !$0.isElement && $0.depth <= Limit.valueDepth && !times.contains($0.pointer) && !$0.has(.recordKeeping)
    }
    findNames(columns)
    if week == nil { findNumbers(columns, open) }
    findDate(columns)
  }

  private mutating func findNames(_ columns: [RecordTable.Column]) {
    for column in columns {
      let texts =
        column.texts + column.arrays.flatMap { $0 }.compactMap(\.string)
      guard !texts.isEmpty, texts.allSatisfy({ Self.isWeekdays($0) }) else { continue }
      week = Found(rule: .string(column.pointer), confidence: .high, evidence: "\(column.key) \"\(texts[0])\"")
      used.insert(column.pointer)
      return
    }
  }

  /// Uses the keys of the rows, and decides between weekdays and dates if rows have both.
  mutating func use(keys: HoursProposal.Keys?, rows: Int) {
    let key = JSONTree.of(("key", .literal("true")))
    switch keys {
    case .dates: date = Found(rule: key, confidence: .high, evidence: "which are the keys")
    case .weekdays: if date == nil { week = Found(rule: key, confidence: .high, evidence: "which are the keys") }
    case nil: break
    }
    // Every row has a date: the weekday follows from it.
    guard week != nil, date != nil, keys == .dates || datedRows == rows else { return }
    week = nil
    doubts.remove(.firstDay)
  }

  private static func isWeekdays(_ text: String) -> Bool {
    guard text.utf8.count <= Length.weekdays else { return false }
    let parts = text.split(whereSeparator: { ",;/&".contains($0) })
    return !parts.isEmpty && parts.allSatisfy { WeekdayRange(String($0)) != nil }
  }

  private mutating func findNumbers(_ columns: [RecordTable.Column], _ open: RecordTable?) {
    func numbers(_ column: RecordTable.Column) -> [Int]? {
      let elements = column.arrays.flatMap { $0 }.map { value in
        switch value {
        case .literal(let text), .string(let text): text
        case .array, .object: ""
        }
      }
      let read = (column.scalars + elements).map { Int($0) }
      let known = read.compactMap { $0 }
      return !known.isEmpty && known.count == read.count && known.allSatisfy((0...7).contains) ? known : nil
    }
    let days = columns.filter { $0.has(.dayNumber) && numbers($0) != nil }
    guard let first = days.first(where: { !$0.isOfEnd }) ?? days.first, let known = numbers(first) else { return }
    let last = days.first { $0.pointer != first.pointer && $0.isOfEnd }
    var (number, confidence, reason) = Self.monday(known, open: open?[first.pointer].flatMap(numbers) ?? known)
    // Periods with a day and a time in "open" and "close", as in Google's Places.
    let isPeriod = first.pointer == "/open/day" && last?.pointer == "/close/day"
    if isPeriod {
      (number, confidence, reason) = (1, .high, "periods with \"open\" and \"close\" begin with Sunday, as Google's do")
    }
    if confidence != .high {
      doubts.insert(.firstDay)
      if flipped == .firstDay { number = Self.mondays(known).first { $0 != number } ?? number }
    }
    let rule = { (pointer: String) in
      JSONTree.of(("at", .string(pointer)), ("numbers", .object([(key: "\(number)", value: .string("monday"))])))
    }
    used.insert(first.pointer)
    if let last { used.insert(last.pointer) }
    week = Found(
      rule: rule(first.pointer), last: last.map { rule($0.pointer) }, confidence: confidence,
      evidence: "\(first.key) has numbers, and \(reason)", isNumber: true, isContinuous: isPeriod)
  }

  /// Returns the number of Monday: of two possible ones, the one with fewer rows on Saturday and Sunday.
  ///
  /// - Parameter open: the numbers of rows with times.
  private static func monday(_ numbers: [Int], open: [Int]) -> (Int, MappingProposal.Confidence, String) {
    let candidates = mondays(numbers)
    if candidates.count == 1 { return (1, .high, "both 0 and 7 occur: 1 is Monday") }
    let weekend = candidates.map { monday in
      open.count { ($0 - monday + 14) % 7 >= 5 }
    }
    if weekend[0] == weekend[1] { return (candidates[0], .low, "it is not clear which of them is Monday") }
    let best = weekend[0] < weekend[1] ? 0 : 1
    // A few rows more or less may be chance.
    let isClear = abs(weekend[0] - weekend[1]).isAtLeast(.clearDifference, of: open.count)
    return (candidates[best], isClear ? .medium : .low, "the fewest rows are on the weekend if \(candidates[best]) is Monday")
  }

  /// Returns the possible numbers of Monday, the usual one first.
  private static func mondays(_ numbers: [Int]) -> [Int] {
    let (least, most) = (numbers.min() ?? 0, numbers.max() ?? 0)
    return most == 7 ? (least == 0 ? [1] : [1, 2]) : [1, 0]
  }

  private mutating func findDate(_ columns: [RecordTable.Column]) {
    for column in columns where !column.texts.isEmpty && !column.has(.end) && !used.contains(column.pointer) {
      guard column.has(.date), let form = Self.form(ofDates: column.texts, flipping: flipped) else { continue }
      if !form.isCertain { doubts.insert(.order) }
      let rule: JSONTree =
        form.order.map { .of(("date", .string(column.pointer)), ("order", .string($0))) } ?? .string(column.pointer)
      date = Found(
        rule: rule, confidence: form.isCertain ? .high : .medium, evidence: "\(column.key) \"\(column.texts[0])\"\(form.reason)")
      used.insert(column.pointer)
      datedRows = column.texts.count
      return
    }
  }

  /// Returns the form of texts that are dates: the order of day and month in numeric ones; nil if they are not dates.
  static func form(
    ofDates texts: [String], flipping flipped: HoursProposal.Doubt? = nil
  ) -> (order: String?, isCertain: Bool, reason: String)? {
    guard !texts.isEmpty, texts.allSatisfy({ $0.utf8.count <= Length.label }) else { return nil }
    if texts.allSatisfy({ LocalDate($0) != nil || LocalDateTime($0) != nil }) { return (nil, true, "") }
    func count(_ order: DateRange.Order) -> Int { texts.count { LocalDate($0) != nil || DateRange($0, order) != nil } }
    let (month, day) = (count(.monthFirst), count(.dayFirst))
    guard max(month, day).isAtLeast(.most, of: texts.count) else { return nil }
    if month == day { return (flipped == .order ? "day-first" : "month-first", false, "; day or month may be first") }
    return month > day ? ("month-first", true, ", with the month first") : ("day-first", true, ", with the day first")
  }

  /// Returns the members that say from when to when a row is valid.
  static func validity(in table: RecordTable, used: Set<String>) -> (from: JSONTree, to: JSONTree, evidence: String)? {
    let dates = table.columns.filter {
      $0.depth == 1 && !$0.isElement && !used.contains($0.pointer) && !$0.has(.recordKeeping)
        && $0.mostTexts { LocalDate($0) != nil || LocalDateTime($0) != nil }
    }
    guard let from = dates.first(where: { $0.has(.start) && !$0.has(.end) }),
      let to = dates.first(where: { $0.has(.end) })
    else { return nil }
    // The end of the last opening, not of a day: 02:00 belongs to the night that began the day before.
    let isOfNights =
      used.count > 2
      && to.texts.contains { text in
        guard let moment = LocalDateTime(text) else { return false }
        return moment.time.seconds % 86_400 != 0 && moment.time.seconds < 86_340
      }
    let end: JSONTree = isOfNights ? .of(("date", .string(to.pointer)), ("nights", .literal("true"))) : .string(to.pointer)
    return (.string(from.pointer), end, "\(from.key) and \(to.key) say when they are valid")
  }
}
