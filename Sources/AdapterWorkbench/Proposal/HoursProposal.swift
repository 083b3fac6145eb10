import FeedKit

/// The hours of records, as rules of a mapping with the reasons for them.
struct HoursProposal {
  /// The questions that the values do not answer.
  enum Doubt: CaseIterable {
    /// Which weekday is the first, in a list or by number.
    case firstDay
    /// Whether the month or the day is first in a date.
    case order
  }

  var members: [(key: String, value: JSONTree)] = []
  var confidence = MappingProposal.Confidence.high
  var evidence: [String] = []
  /// The questions that the values do not answer here.
  var doubts: Set<Doubt> = []
  var isOnEitherClock = false
  var hasAfternoon = false
  let flipped: Doubt?
  /// The object in the record that contains the rows of the week.
  var schedule: String?

  /// The pointers of values that are not names of services, if places have several records.
  let shared: Set<String>?
  /// The pointers of the values in which the records of a place differ: the days, and the name of a service.
  var rowKeys: [String] = []

  /// - Parameters:
  ///   - flipped: the questions to decide the other way round.
  ///   - shared: the pointers of values that are not names of services, if places have several records.
  init?(in table: RecordTable, flipping flipped: Doubt? = nil, sharing shared: Set<String>? = nil) {
    (self.flipped, self.shared) = (flipped, shared)
    if shared != nil {
      findRecordRows(in: table)
      guard has("week") || has("dates") else { return nil }
      addClock()
      return
    }
    if let column = table.columns.first(where: { !$0.isInArray && $0.mostTexts(.hours, Self.isOSM) }) {
      add("osm", .string(column.pointer), .high, "\(column.key) has OpenStreetMap text such as \"\(column.texts[0])\"")
      return
    }
    findRows(in: table)
    if has("dates"), !has("week") { findWeekdays(in: table) }
    if members.isEmpty { findToday(in: table) }
    if !has("week"), !has("dates") { findTexts(in: table) }
    preferNames(in: table)
    findExceptions(in: table)
    guard !members.isEmpty else { return nil }
    findClosedDates(in: table)
    if let schedule, let name = table["\(schedule)/name"] ?? table["\(schedule)/title"], !name.texts.isEmpty,
      !table.columns.contains(where: { $0.depth == 1 && $0.pointer != name.pointer && $0.texts == name.texts })
    {
      add("name", .string(name.pointer), .high, "\(name.pointer) is the name of the schedule")
    }
    if let flag = table.columns.first(where: { $0.flags > 0 && !$0.isElement && $0.has(.always) }) {
      add("always", .of(("at", .string(flag.pointer))), .high, "\(flag.key) is true or false")
    }
    addClock()
  }

  private mutating func addClock() {
    if isOnEitherClock {
      let confidence: MappingProposal.Confidence = hasAfternoon ? .high : .low
      let reason = hasAfternoon ? "times later than 12:59 without am or pm are on the 24-hour clock" : "no time shows which clock it is on"
      add("clock", .string("24-hour"), confidence, reason)
      members.insert(members.removeLast(), at: 0)
    }
  }

  /// Reads texts that name the weekdays instead of rows whose numbers leave open which weekday is the first.
  private mutating func preferNames(in table: RecordTable) {
    guard doubts.contains(.firstDay), members.count == 1, members[0].key == "week" else { return }
    var texts = self
    (texts.members, texts.evidence, texts.confidence, texts.doubts) = ([], [], .high, [])
    texts.findNamedTexts(in: table)
    if texts.members.count == 1 { self = texts }
  }

  mutating func add(_ key: String, _ value: JSONTree, _ confidence: MappingProposal.Confidence, _ evidence: String) {
    members.append((key, value))
    self.confidence = max(self.confidence, confidence)
    self.evidence.append(evidence)
  }

  private static func isOSM(_ text: String) -> Bool {
    if text == "24/7" { return true }
    let head = text.prefix(2)
    guard Hints.osmDays.contains(where: { $0 == head }), text.contains(":") || text.contains("off") else { return false }
    let third = text.dropFirst(2).first
    return third.map { !$0.isLetter } ?? false
  }
}
