extension Schedule {
  /// Reads an OSM `opening_hours` text, as far as a schedule can say it; the canonical schedule of its hours.
  ///
  /// Read are rules separated by `;` (each replaces the days it names) or `,` (adds to them), of dates with their year,
  /// weekdays, times up to 48:00, `24/7`, `off`, `closed`, `open`, `unknown`, and comments, which are passed over. Days that
  /// no rule names are closed. Refused, with the place, is what returns each year, holidays, weeks, the sun, and fallbacks.
  public init(osm text: String, zone: Zone) throws(OSMHoursError) {
    var reader = OSMReader(text)
    let rules = try reader.rules()
    var days = DayFunction(boundaries: rules.flatMap(\.boundaries)) { day in
      LocalDate(daysSinceEpoch: Int(day)).map { Self.plan(on: $0, by: rules) } ?? .unknown
    }
    self = days.schedule(zone: zone).canonical
  }

  private static func plan(on date: LocalDate, by rules: [OSMRule]) -> DayPlan {
    var plan = DayPlan.closed
    for rule in rules where rule.covers(date) {
      plan = rule.adds && rule.plan != .unknown ? DayPlan(Array(plan.services) + Array(rule.plan.services)) : rule.plan
    }
    return plan
  }
}
