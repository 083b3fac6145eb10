extension Schedule {
  /// The schedule as OSM `opening_hours` text (https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification); nil
  /// when the text can not say it.
  ///
  /// Each rule replaces the days it names, as each layer does. Days that no layer covers are unknown, so a schedule
  /// without an unbounded layer begins with the rule `unknown`. Labels are left out; touching times are joined; a night
  /// is written `18:00-02:00` and belongs to the day it began. Programs that read such text let a later rule for the next day
  /// cut a night: so a layer with nights first closes its days, and the rules that open them add to that.
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
private struct OSMText: ~Copyable {
  private var out = ASCIIBuffer(capacity: 384)
  /// The times of the days of one layer, one after another.
  private var times = ASCIIBuffer(capacity: 384)

  /// Where the times of a day stand.
  private struct Times {
    let range: Range<Int>
    /// Spans, and not "off" or "unknown".
    let isOpen: Bool
  }

  var rules: String { out.text }

  mutating func add(_ rule: StaticString) {
    beginRule()
    out.append(rule)
  }

  /// - Parameter adds: the rule leaves what others said of its days.
  private mutating func beginRule(adds: Bool = false) {
    if out.count > 0 { out.append(adds ? ", " : "; ") }
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
      out.append(addRange(of: layer) ? " 00:00-24:00" : "24/7")
    }
    return true
  }

  /// Weekdays with equal times share a rule; on the first layer, days that are not named are closed by themselves.
  private mutating func addWeek(_ week: WeekPlan, of layer: Layer, isBase: Bool) {
    let weekdays = layer.weekdays
    var groups: [(times: Times, days: [Weekday])] = []
    for day in weekdays {
      if isBase, week[day] == .closed { continue }
      let found = addTimes(of: week[day])
      if let index = groups.firstIndex(where: { times.isEqual($0.times.range, found.range) }) {
        groups[index].days.append(day)
      } else {
        groups.append((found, [day]))
      }
    }
    if groups.isEmpty { add("off") }
    let hasNights = weekdays.contains { week[$0].hasNight }
    if hasNights { groups = groups.filter { !$0.times.isOpen } + groups.filter(\.times.isOpen) }
    // One rule that opens days replaces what weaker layers said of them; several must add to each other.
    let closesFirst = hasNights && !isBase && groups.count { $0.times.isOpen } > 1
    if closesFirst {
      beginRule()
      if addRange(of: layer) { out.append(" ") }
      out.append("off")
    }
    for (index, group) in groups.enumerated() {
      beginRule(adds: group.times.isOpen && (closesFirst || hasNights && index > 0 && groups[index - 1].times.isOpen))
      let isEachDay = group.days.count == weekdays.count
      if isEachDay, layer.from == nil, week[group.days[0]].isAlways {
        out.append("24/7")
        continue
      }
      if addRange(of: layer) { out.append(" ") }
      if !isEachDay {
        addRanges(of: group.days)
        out.append(" ")
      }
      out.append(times, group.times.range)
    }
  }

  /// Runs of dates with equal times share a rule.
  private mutating func addDates(_ days: [DatedPlan]) {
    guard days.contains(where: \.plan.hasNight) else { return addRuns(of: days, adds: false) }
    let open = days.filter { !$0.plan.services.isEmpty }
    let isOneRun = zip(open, open.dropFirst()).allSatisfy {
      $0.date.daysSinceEpoch + 1 == $1.date.daysSinceEpoch && $0.plan == $1.plan
    }
    let closed = days.filter { $0.plan != .unknown && !(isOneRun && !$0.plan.services.isEmpty) }
    addRuns(of: closed.map { DatedPlan($0.date, .closed) }, adds: false)
    addRuns(of: days.filter { $0.plan == .unknown }, adds: false)
    addRuns(of: open, adds: !isOneRun)
  }

  /// - Parameter adds: the rules add to what stands before them, so that none cuts a night of another.
  private mutating func addRuns(of days: [DatedPlan], adds: Bool) {
    guard let first = days.first else { return }
    var start = 0
    var found = addTimes(of: first.plan)
    for index in 1...days.count {
      var next: Times?
      if index < days.count {
        let times = addTimes(of: days[index].plan)
        let follows = days[index].date.daysSinceEpoch == days[index - 1].date.daysSinceEpoch + 1
        if follows, self.times.isEqual(times.range, found.range) { continue }
        next = times
      }
      beginRule(adds: adds)
      addDates(days[start].date, days[index - 1].date)
      out.append(" ")
      out.append(self.times, found.range)
      start = index
      if let next { found = next }
    }
  }

  // MARK: - Parts

  /// The dates of a layer; false when it has no beginning.
  private mutating func addRange(of layer: Layer) -> Bool {
    guard let from = layer.from else { return false }
    if let to = layer.to {
      addDates(from, to)
    } else {
      add(from.components)
      out.append("+")
    }
    return true
  }

  private static let months: [StaticString] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// "2026 Nov 05".
  private mutating func add(_ date: (year: Int, month: Int, day: Int)) {
    out.appendPair(date.year / 100)
    out.appendPair(date.year % 100)
    out.append(" ")
    addMonth(date.month)
    out.appendPair(date.day)
  }

  private mutating func addMonth(_ month: Int) {
    out.append(Self.months[month - 1])
    out.append(" ")
  }

  /// "2026 Nov 05", "2026 Nov 05-07", "2026 Nov 29-Dec 03", "2026 Dec 24-2027 Jan 02".
  private mutating func addDates(_ from: LocalDate, _ to: LocalDate) {
    let first = from.components
    add(first)
    if from == to { return }
    out.append("-")
    let last = to.components
    if first.year != last.year { return add(last) }
    if first.month != last.month { addMonth(last.month) }
    out.appendPair(last.day)
  }

  /// "Mo-Fr", "Mo,We", "Sa,Su".
  private mutating func addRanges(of days: [Weekday]) {
    var start = 0
    while start < days.count {
      var end = start
      while end + 1 < days.count, days[end + 1].rawValue == days[end].rawValue + 1 { end += 1 }
      if start > 0 { out.append(",") }
      out.append(days[start].osm)
      if end > start {
        out.append(end == start + 1 ? "," : "-")
        out.append(days[end].osm)
      }
      start = end + 1
    }
  }

  /// "unknown", "off", or spans, touching and overlapping services joined.
  private mutating func addTimes(of plan: DayPlan) -> Times {
    let start = times.count
    guard case .services(let services) = plan, let first = services.first else {
      times.append(plan == .unknown ? "unknown" : "off")
      return Times(range: start..<times.count, isOpen: false)
    }
    var (opens, closes) = (first.opens, first.closes)
    for service in services.dropFirst() {
      if service.opens <= closes {
        closes = max(closes, service.closes)
      } else {
        addSpan(opens, closes)
        times.append(",")
        (opens, closes) = (service.opens, service.closes)
      }
    }
    addSpan(opens, closes)
    return Times(range: start..<times.count, isOpen: true)
  }

  /// A night is written with the clock's time of its end, unless that would be its beginning again.
  private mutating func addSpan(_ opens: LocalTime, _ closes: LocalTime) {
    let wraps = closes > .endOfDay && closes.minutes - opens.minutes < 1440
    times.append(minutes: Int(opens.minutes))
    times.append("-")
    times.append(minutes: Int(closes.minutes) - (wraps ? 1440 : 0))
  }
}

extension DayPlan {
  fileprivate var hasNight: Bool {
    guard case .services(let services) = self else { return false }
    for service in services where service.closes > .endOfDay { return true }
    return false
  }

  fileprivate var isAlways: Bool {
    guard case .services(let services) = self, services.count == 1 else { return false }
    return services[0].opens == .midnight && services[0].closes == .endOfDay
  }
}
