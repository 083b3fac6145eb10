extension Schedule {
  /// The schedule as OSM `opening_hours` text (https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification); nil
  /// when the text can not say it.
  ///
  /// Each rule replaces the days it names, as each layer does. Days that no layer covers are unknown, so a schedule
  /// without an unbounded layer begins with the rule `unknown`. Labels are left out; touching times are joined; a night
  /// is written `18:00-02:00` and belongs to the day it began. Programs that read such text let a later rule for the next day
  /// cut a night: so, in a layer with nights, rules for closed days come first, and the others add to each other.
  public var osm: String? {
    guard let first = layers.first else { return nil }
    var text = OSMText()
    if !(first.isUnbounded && first.coversEachDay) { text.add("unknown") }
    for (index, layer) in layers.enumerated() {
      guard text.add(layer, isBase: index == 0 && layer.isUnbounded) else { return nil }
    }
    return text.rules
  }
}

extension Layer {
  var isUnbounded: Bool { from == nil && to == nil }

  /// The weekdays that occur between the first and the last day, Monday first.
  var weekdays: [Weekday] {
    guard let from, let to, to.daysSinceEpoch - from.daysSinceEpoch < 6 else { return Weekday.allCases }
    return (from.daysSinceEpoch...to.daysSinceEpoch).compactMap { LocalDate(daysSinceEpoch: Int($0))?.weekday }.sorted()
  }

  var coversEachDay: Bool {
    if case .days = rule { return false }
    return true
  }
}

/// Collects the rules of an `opening_hours` text, as bytes: each place of a catalog has one.
private struct OSMText {
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(256) }

  var rules: String { String(decoding: bytes, as: UTF8.self) }

  mutating func add(_ rule: String) {
    beginRule()
    bytes.append(contentsOf: rule.utf8)
  }

  /// - Parameter adds: the rule leaves what others said of its days.
  private mutating func beginRule(adds: Bool = false) {
    if !bytes.isEmpty { append(adds ? ", " : "; ") }
  }

  /// False when the layer has a form that OSM has no words for (an end without a beginning).
  mutating func add(_ layer: Layer, isBase: Bool) -> Bool {
    if case .days(let days) = layer.rule {
      addDates(days)
      return true
    }
    if layer.from == nil, layer.to != nil { return false }
    switch layer.rule {
    case .week(let week): addWeek(week, of: layer, isBase: isBase)
    default:
      beginRule()
      if addRange(of: layer) { append(" 00:00-24:00") } else { append("24/7") }
    }
    return true
  }

  /// Weekdays with equal times share a rule; on the first layer, days that are not named are closed by themselves.
  private mutating func addWeek(_ week: WeekPlan, of layer: Layer, isBase: Bool) {
    let weekdays = layer.weekdays
    var groups: [(times: [UInt8], days: [Weekday])] = []
    for day in weekdays {
      if isBase, week[day] == .closed { continue }
      let times = Self.times(of: week[day])
      if let index = groups.firstIndex(where: { $0.times == times }) {
        groups[index].days.append(day)
      } else {
        groups.append((times, [day]))
      }
    }
    if groups.isEmpty { add("off") }
    let hasNights = weekdays.contains { week[$0].hasNight }
    if hasNights { groups = groups.filter { !$0.times.isSpan } + groups.filter(\.times.isSpan) }
    for (index, group) in groups.enumerated() {
      beginRule(adds: hasNights && index > 0 && groups[index - 1].times.isSpan)
      let isEachDay = group.days.count == weekdays.count
      let hasRange = addRange(of: layer)
      if isEachDay, !hasRange, group.times.elementsEqual("00:00-24:00".utf8) {
        append("24/7")
        continue
      }
      if hasRange { append(" ") }
      if !isEachDay {
        addRanges(of: group.days)
        append(" ")
      }
      bytes += group.times
    }
  }

  /// Runs of dates with equal times share a rule.
  private mutating func addDates(_ days: [DatedPlan]) {
    guard days.contains(where: \.plan.hasNight) else { return addRuns(of: days) }
    addRuns(of: days.filter { !$0.plan.isOpen })
    addRuns(of: days.filter(\.plan.isOpen), add: true)
  }

  /// - Parameter add: later rules add to the first, so that none cuts a night of another.
  private mutating func addRuns(of days: [DatedPlan], add adds: Bool = false) {
    var start = 0
    var times = days.isEmpty ? [] : Self.times(of: days[0].plan)
    while start < days.count {
      var end = start
      var next: [UInt8] = []
      while end + 1 < days.count {
        next = Self.times(of: days[end + 1].plan)
        guard days[end + 1].date.daysSinceEpoch == days[end].date.daysSinceEpoch + 1, next == times else { break }
        end += 1
      }
      beginRule(adds: adds && start > 0)
      addDates(days[start].date, days[end].date)
      append(" ")
      bytes += times
      start = end + 1
      times = next
    }
  }

  // MARK: - Parts

  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// The dates of a layer; false when it has no beginning.
  private mutating func addRange(of layer: Layer) -> Bool {
    guard let from = layer.from else { return false }
    if let to = layer.to {
      addDates(from, to)
    } else {
      add(from)
      append("+")
    }
    return true
  }

  private static let months: [StaticString] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// "2026 Nov 05".
  private mutating func add(_ date: LocalDate) {
    let (year, month, day) = date.components
    Self.addPair(year / 100, to: &bytes)
    Self.addPair(year % 100, to: &bytes)
    append(" ")
    append(Self.months[month - 1])
    append(" ")
    Self.addPair(day, to: &bytes)
  }

  /// "2026 Nov 05", "2026 Nov 05-07", "2026 Nov 29-Dec 03", "2026 Dec 24-2027 Jan 02".
  private mutating func addDates(_ from: LocalDate, _ to: LocalDate) {
    add(from)
    if from == to { return }
    append("-")
    let (first, last) = (from.components, to.components)
    if first.year != last.year { return add(to) }
    if first.month != last.month {
      append(Self.months[last.month - 1])
      append(" ")
    }
    Self.addPair(last.day, to: &bytes)
  }

  /// "Mo-Fr", "Mo,We", "Sa,Su".
  private mutating func addRanges(of days: [Weekday]) {
    var start = 0
    while start < days.count {
      var end = start
      while end + 1 < days.count, days[end + 1].rawValue == days[end].rawValue + 1 { end += 1 }
      if start > 0 { append(",") }
      bytes.append(contentsOf: days[start].osm.utf8)
      if end > start {
        append(end == start + 1 ? "," : "-")
        bytes.append(contentsOf: days[end].osm.utf8)
      }
      start = end + 1
    }
  }

  /// "unknown", "off", or spans, touching and overlapping services joined.
  private static func times(of plan: DayPlan) -> [UInt8] {
    guard case .services(let services) = plan else { return Array("unknown".utf8) }
    guard let first = services.first else { return Array("off".utf8) }
    var times: [UInt8] = []
    times.reserveCapacity(48)
    var (opens, closes) = (first.opens, first.closes)
    for service in services.dropFirst() {
      if service.opens <= closes {
        closes = max(closes, service.closes)
      } else {
        addSpan(opens, closes, to: &times)
        (opens, closes) = (service.opens, service.closes)
      }
    }
    addSpan(opens, closes, to: &times)
    return times
  }

  /// A night is written with the clock's time of its end, unless that would be its beginning again.
  private static func addSpan(_ opens: LocalTime, _ closes: LocalTime, to times: inout [UInt8]) {
    if !times.isEmpty { times.append(UInt8(ascii: ",")) }
    let wraps = closes > .endOfDay && closes.minutes - opens.minutes < 1440
    let end = Int(closes.minutes) - (wraps ? 1440 : 0)
    addPair(Int(opens.minutes) / 60, to: &times)
    times.append(UInt8(ascii: ":"))
    addPair(Int(opens.minutes) % 60, to: &times)
    times.append(UInt8(ascii: "-"))
    addPair(end / 60, to: &times)
    times.append(UInt8(ascii: ":"))
    addPair(end % 60, to: &times)
  }

  private static func addPair(_ value: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "0") + UInt8(value / 10))
    bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
  }
}

extension DayPlan {
  fileprivate var hasNight: Bool { services.contains { $0.closes > .endOfDay } }
  fileprivate var isOpen: Bool { !services.isEmpty }
}

extension [UInt8] {
  /// Begins with a time, not with "off" or "unknown".
  fileprivate var isSpan: Bool { first.map { $0 <= UInt8(ascii: "9") } ?? false }
}
