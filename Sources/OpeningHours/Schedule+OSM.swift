extension Schedule {
  /// The schedule as OSM `opening_hours` text (https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification); nil
  /// when the text can not say it.
  ///
  /// Each rule replaces the days it names, as each layer does. Days that no layer covers are unknown, so a schedule
  /// without an unbounded layer begins with the rule `unknown`. Labels are left out; touching times are joined; a night
  /// is written `18:00-02:00` and belongs to the day it began.
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

  var coversEachDay: Bool {
    if case .days = rule { return false }
    return true
  }
}

/// Collects the rules of an `opening_hours` text.
private struct OSMText {
  private(set) var rules = ""

  mutating func add(_ rule: String) {
    if !rules.isEmpty { rules += "; " }
    rules += rule
  }

  /// False when the layer has a form that OSM has no words for (an end without a beginning).
  mutating func add(_ layer: Layer, isBase: Bool) -> Bool {
    switch layer.rule {
    case .days(let days):
      addDates(days)
      return true
    case .always:
      guard let range = range(layer) else { return false }
      add(range.isEmpty ? "24/7" : "\(range) 00:00-24:00")
      return true
    case .week(let week):
      guard let range = range(layer) else { return false }
      addWeek(week, in: range, isBase: isBase)
      return true
    }
  }

  /// Weekdays with equal times share a rule; on the first layer, days that are not named are closed by themselves.
  private mutating func addWeek(_ week: WeekPlan, in range: String, isBase: Bool) {
    var groups: [(times: String, days: [Weekday])] = []
    for day in Weekday.allCases {
      let times = Self.times(week[day])
      if isBase, times == "off" { continue }
      if let index = groups.firstIndex(where: { $0.times == times }) {
        groups[index].days.append(day)
      } else {
        groups.append((times, [day]))
      }
    }
    if groups.isEmpty { add("off") }
    for group in groups {
      let days = group.days.count == 7 && !(range.isEmpty && group.times == "00:00-24:00") ? "" : Self.ranges(of: group.days)
      if days == "Mo-Su", range.isEmpty {
        add("24/7")
      } else {
        add([range, days, group.times].filter { !$0.isEmpty }.joined(separator: " "))
      }
    }
  }

  /// Runs of dates with equal times share a rule.
  private mutating func addDates(_ days: [DatedPlan]) {
    var start = 0
    while start < days.count {
      let times = Self.times(days[start].plan)
      var end = start
      while end + 1 < days.count, days[end + 1].date.daysSinceEpoch == days[end].date.daysSinceEpoch + 1,
        Self.times(days[end + 1].plan) == times
      {
        end += 1
      }
      add("\(Self.dates(days[start].date, days[end].date)) \(times)")
      start = end + 1
    }
  }

  /// "", or the dates of a layer; nil for an end without a beginning.
  private func range(_ layer: Layer) -> String? {
    switch (layer.from, layer.to) {
    case (nil, nil): ""
    case (let from?, nil): Self.date(from) + "+"
    case (let from?, let to?): Self.dates(from, to)
    case (nil, _): nil
    }
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func date(_ date: LocalDate) -> String {
    let (year, month, day) = date.components
    return "\(year) \(months[month - 1]) \(pad(day))"
  }

  private static func dates(_ from: LocalDate, _ to: LocalDate) -> String {
    let (first, last) = (from.components, to.components)
    if from == to { return date(from) }
    if first.year == last.year, first.month == last.month { return "\(date(from))-\(pad(last.day))" }
    if first.year == last.year { return "\(date(from))-\(months[last.month - 1]) \(pad(last.day))" }
    return "\(date(from))-\(date(to))"
  }

  /// "Mo-Fr", "Mo,We", "Sa,Su".
  private static func ranges(of days: [Weekday]) -> String {
    var parts: [String] = []
    var start = 0
    while start < days.count {
      var end = start
      while end + 1 < days.count, days[end + 1].rawValue == days[end].rawValue + 1 { end += 1 }
      switch end - start {
      case 0: parts.append(days[start].osm)
      case 1: parts.append("\(days[start].osm),\(days[end].osm)")
      default: parts.append("\(days[start].osm)-\(days[end].osm)")
      }
      start = end + 1
    }
    return parts.joined(separator: ",")
  }

  private static func times(_ plan: DayPlan) -> String {
    guard case .services(let services) = plan else { return "unknown" }
    if services.isEmpty { return "off" }
    return plan.joined.map { service in
      let span = Int(service.closes.minutes - service.opens.minutes)
      let wraps = service.closes > .endOfDay && span < 1440
      let closes = wraps ? LocalTime(minutes: Int(service.closes.minutes) - 1440) ?? service.closes : service.closes
      return "\(service.opens)-\(closes)"
    }.joined(separator: ",")
  }
}
