/// A writer of OSM `opening_hours` text.
struct OSMWriter: ~Copyable {
  private(set) var out: ASCIIBuffer
  /// The times of the days of one layer, concatenated.
  private var times: ASCIIBuffer

  /// The size of the buffer to provide, in bytes. Longer texts are allocated.
  static let bufferSize = 1024

  /// - Parameter buffer: `bufferSize` bytes that outlive the writer.
  init(using buffer: UnsafeMutableBufferPointer<UInt8>) {
    out = ASCIIBuffer(using: buffer[(Self.bufferSize / 2)...])
    times = ASCIIBuffer(using: buffer[..<(Self.bufferSize / 2)])
  }

  /// The text of a day's times: a range of `times`.
  private struct Times {
    var range: Range<Int> = 0..<0
    /// False for "off" and "unknown".
    var isOpen = false
  }

  /// Adds the rules of all layers, of which there must be at least one. Returns false if the text cannot express them.
  mutating func add(_ layers: [Layer]) -> Bool {
    let isBased = layers[0].coversEachDay
    if !isBased { add("unknown") }
    let layers = layers.span
    for index in layers.indices {
      guard add(layers[index], isBase: index == 0 && isBased, isOnly: layers.count == 1) else { return false }
    }
    return true
  }

  private mutating func add(_ rule: StaticString) {
    beginRule()
    out.append(rule)
  }

  /// - Parameter adds: whether the rule adds to the rules before it instead of replacing their days.
  private mutating func beginRule(adds: Bool = false) {
    if out.count > 0 { out.append(adds ? ", " : "; ") }
  }

  /// Begins a rule of a layer, up to its times. A rule for all days names them if it follows another rule, because some programs would read
  /// it as a continuation of that rule.
  ///
  /// - Parameter part: an element of `parts(of: layer)`.
  private mutating func beginRule(of layer: Layer, _ part: Int, on days: WeekdaySet, adds: Bool = false) {
    let isFirst = out.count == 0
    beginRule(adds: adds)
    let hasDates = addRange(of: layer, part)
    if days != layer.weekdays || !hasDates && !isFirst {
      addRanges(of: days)
      out.append(" ")
    }
  }

  /// Adds the rules of a layer. Returns false for a layer that has an end but no beginning, which the text cannot express.
  ///
  /// - Parameters:
  ///   - isBase: whether the layer is the first one and covers each day.
  ///   - isOnly: whether there is no other layer.
  @inline(__always)
  private mutating func add(_ layer: Layer, isBase: Bool, isOnly: Bool) -> Bool {
    if case .days(let days) = layer.rule {
      addDates(days)
      return true
    }
    if layer.from == nil, layer.to != nil { return false }
    switch layer.rule {
    case .week(let week): addWeek(week, of: layer, isBase: isBase, isOnly: isOnly)
    default:
      if isBase, isOnly {
        add("24/7")
      } else {
        for part in parts(of: layer) {
          beginRule(of: layer, part, on: layer.weekdays)
          out.append("00:00-24:00")
        }
      }
    }
    return true
  }

  /// Adds one rule for all weekdays with equal times. In the base layer, closed days are omitted, because days without a rule are closed.
  private mutating func addWeek(_ week: WeekPlan, of layer: Layer, isBase: Bool, isOnly: Bool) {
    let days = week.days
    let weekdays = layer.weekdays
    var groups = InlineArray<7, (times: Times, days: WeekdaySet)>(repeating: (Times(), WeekdaySet()))
    var count = 0
    var isNightly = false
    for day in 0..<7 where weekdays.contains(day) && !(isBase && days.isClosed(day)) {
      isNightly = isNightly || days.passesMidnight(on: day)
      // Usually, an earlier day has the same times.
      var group = 0
      while group < count, !days.hasEqualTimes(groups[group].days.first, day) { group += 1 }
      if group == count {
        // Different services may have equal text after joining.
        let found = addTimes(of: days, day)
        group = 0
        while group < count, !times.isEqual(groups[group].times.range, found.range) { group += 1 }
        if group == count {
          groups[group].times = found
          count += 1
        }
      }
      groups[group].days.insert(day)
    }
    if count == 0 { add("off") }
    if isBase, isOnly, count == 1, groups[0].days == weekdays, days.isAlways(0) { return add("24/7") }
    let parts = parts(of: layer)
    // A single rule that opens days replaces weaker layers. If there are several and some have nights, they must add to each other.
    var opening = 0
    for group in 0..<count where groups[group].times.isOpen { opening += parts.count }
    let closesFirst = isNightly && !isBase && opening > 1
    if closesFirst {
      for part in parts {
        beginRule(of: layer, part, on: weekdays)
        out.append("off")
      }
    }
    // With nights, closed and unknown days come first.
    var hasOpened = false
    for pass in isNightly ? 0...1 : 0...0 {
      for group in 0..<count where !isNightly || groups[group].times.isOpen == (pass == 1) {
        let (times, days) = groups[group]
        for part in parts {
          beginRule(of: layer, part, on: days, adds: times.isOpen && (closesFirst || isNightly && hasOpened))
          hasOpened = hasOpened || times.isOpen
          out.append(self.times, times.range)
        }
      }
    }
  }

  /// Adds one rule for each run of consecutive dates with equal times.
  private mutating func addDates(_ days: DatedPlans) {
    let plans = days.plans
    guard plans.indices.contains(where: plans.passesMidnight) else { return addRuns(of: days, adds: false) { _ in true } }
    func isOpen(_ index: Int) -> Bool { plans.range(of: index)?.isEmpty == false }
    let open = plans.indices.filter(isOpen)
    let isOneRun = zip(open, open.dropFirst()).allSatisfy {
      days.dates[$0].daysSinceEpoch + 1 == days.dates[$1].daysSinceEpoch && plans.isEqual($0, $1)
    }
    addRuns(of: days, areClosed: true, adds: false) { plans.range(of: $0) != nil && !(isOneRun && isOpen($0)) }
    addRuns(of: days, adds: false) { plans.range(of: $0) == nil }
    addRuns(of: days, adds: !isOneRun, where: isOpen)
  }

  /// - Parameters:
  ///   - areClosed: whether to write "off" for all of them.
  ///   - adds: whether the rules add to the rules before them, so that none cuts a night short.
  ///   - isIncluded: which dates to write, by index.
  private mutating func addRuns(of days: DatedPlans, areClosed: Bool = false, adds: Bool, where isIncluded: (Int) -> Bool) {
    var first = -1
    var last = -1
    var shared = Times()
    for index in 0..<days.count where isIncluded(index) {
      let found = areClosed ? addTimes("off") : addTimes(of: days.plans, index)
      if last >= 0, days.dates[last].daysSinceEpoch + 1 == days.dates[index].daysSinceEpoch, times.isEqual(found.range, shared.range) {
        last = index
        continue
      }
      if last >= 0 { addRun(days.dates[first], days.dates[last], shared, adds: adds) }
      (first, last, shared) = (index, index, found)
    }
    if last >= 0 { addRun(days.dates[first], days.dates[last], shared, adds: adds) }
  }

  private mutating func addRun(_ first: LocalDate, _ last: LocalDate, _ times: Times, adds: Bool) {
    beginRule(adds: adds)
    addDates(first, last)
    out.append(" ")
    out.append(self.times, times.range)
  }

  // MARK: - Dates and weekdays

  /// The rules for the dates of a layer. A layer without an end has one for the rest of its first year (0) and one for the years after it
  /// (1), because other programs reject dates such as "2026 Nov 30+".
  private func parts(of layer: Layer) -> Range<Int> {
    guard let from = layer.from, layer.to == nil else { return 0..<1 }
    let first = from.components
    if first.month == 1, first.day == 1 { return 1..<2 }
    return first.year == LocalDate.last.components.year ? 0..<1 : 0..<2
  }

  /// Adds the dates of one part of a layer and a space. Returns false if the layer has no beginning.
  private mutating func addRange(of layer: Layer, _ part: Int) -> Bool {
    guard let from = layer.from else { return false }
    let first = from.components
    if let to = layer.to {
      addDates(from, to)
    } else if part == 0 {
      add(first)
      if (first.month, first.day) != (12, 31) {
        out.append("-")
        add((first.year, 12, 31))
      }
    } else {
      addYear(first.month == 1 && first.day == 1 ? first.year : first.year + 1)
      out.append("+")
    }
    out.append(" ")
    return true
  }

  /// Four bytes per month.
  private static let months: StaticString = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec "

  /// Adds a date such as "2026 Nov 05".
  private mutating func add(_ date: (year: Int, month: Int, day: Int)) {
    addYear(date.year)
    out.append(" ")
    let month = UnsafeRawPointer(Self.months.utf8Start).loadUnaligned(fromByteOffset: 4 * (date.month - 1), as: UInt32.self)
    out.append(word: month)
    out.appendPair(date.day)
  }

  private mutating func addYear(_ year: Int) {
    out.appendPair(year / 100)
    out.appendPair(year % 100)
  }

  /// Adds dates such as "2026 Nov 05", "2026 Nov 05-07" or "2026 Nov 29-2026 Dec 03".
  private mutating func addDates(_ from: LocalDate, _ to: LocalDate) {
    let first = from.components
    add(first)
    if from == to { return }
    out.append("-")
    let last = to.components
    if (first.year, first.month) == (last.year, last.month) { out.appendPair(last.day) } else { add(last) }
  }

  /// Adds weekdays such as "Mo-Fr", "Mo,We" or "Sa,Su".
  private mutating func addRanges(of days: WeekdaySet) {
    for start in 0..<7 where days.contains(start) && (start == 0 || !days.contains(start - 1)) {
      var end = start
      while days.contains(end + 1) { end += 1 }
      if start > days.first { out.append(",") }
      out.append(Weekday.osmNames[start])
      if end > start {
        out.append(end == start + 1 ? "," : "-")
        out.append(Weekday.osmNames[end])
      }
    }
  }

  private mutating func addTimes(_ word: StaticString) -> Times {
    let start = times.count
    times.append(word)
    return Times(range: start..<times.count, isOpen: false)
  }

  /// Adds "unknown", "off", or the times of a day, with touching and overlapping services joined.
  private mutating func addTimes(of days: DayPlans, _ day: Int) -> Times {
    guard let range = days.range(of: day) else { return addTimes("unknown") }
    if range.isEmpty { return addTimes("off") }
    let start = times.count
    let services = days.services.span
    var opens = services[range.lowerBound].opens
    var closes = services[range.lowerBound].closes
    for index in (range.lowerBound &+ 1)..<range.upperBound {
      let (nextOpens, nextCloses) = (services[index].opens, services[index].closes)
      if nextOpens <= closes {
        closes = max(closes, nextCloses)
      } else {
        times.appendSpan(minutes: Int(opens.minutes), Int(closes.minutes))
        times.append(",")
        (opens, closes) = (nextOpens, nextCloses)
      }
    }
    times.appendSpan(minutes: Int(opens.minutes), Int(closes.minutes))
    return Times(range: start..<times.count, isOpen: true)
  }
}

extension Layer {
  /// The weekdays that occur between the first and last day.
  fileprivate var weekdays: WeekdaySet {
    guard let from, let to, to.daysSinceEpoch - from.daysSinceEpoch < 6 else { return .all }
    var days = WeekdaySet()
    for day in from.daysSinceEpoch...to.daysSinceEpoch { days.insert(LocalDate.weekday(of: day)) }
    return days
  }

  /// Whether each service day is one of the layer's.
  var coversEachDay: Bool {
    if case .days = rule { return false }
    return from == nil && to == nil
  }
}

/// A set of weekdays, by raw value.
private struct WeekdaySet: Equatable {
  var bits: UInt8 = 0

  static let all = WeekdaySet(bits: 0x7F)

  mutating func insert(_ day: Int) { bits |= 1 << UInt8(truncatingIfNeeded: day) }
  func contains(_ day: Int) -> Bool { bits & 1 << UInt8(truncatingIfNeeded: day) != 0 }
  var first: Int { bits.trailingZeroBitCount }
}

extension DayPlans {
  fileprivate func passesMidnight(on day: Int) -> Bool {
    guard let range = range(of: day) else { return false }
    let services = services.span
    for index in range where services[index].closes > .endOfDay { return true }
    return false
  }

  /// Returns whether the services of two days have the same times, in order.
  fileprivate func hasEqualTimes(_ left: Int, _ right: Int) -> Bool {
    guard let first = range(of: left), let second = range(of: right) else { return range(of: left) == nil && range(of: right) == nil }
    guard first.count == second.count else { return false }
    let services = services.span
    for index in 0..<first.count {
      let (one, other) = (first.lowerBound &+ index, second.lowerBound &+ index)
      if services[one].opens != services[other].opens || services[one].closes != services[other].closes { return false }
    }
    return true
  }

  fileprivate func isAlways(_ day: Int) -> Bool {
    guard let range = range(of: day), range.count == 1 else { return false }
    let service = services[range.lowerBound]
    return service.opens == .midnight && service.closes == .endOfDay
  }
}
