import FeedKit

/// The rules for the hours of a record. A record may have a week, listed dates, special schedules, dates on which it is closed, and text in
/// the form of OpenStreetMap's `opening_hours`; days without a text are unknown.
struct HoursRule: Sendable {
  private let week: WeekRule?
  private let dates: [DatesRule]
  private let specials: SpecialsRule?
  private let closedDates: ClosedDatesRule?
  private let osm: TextRule?
  private let always: Conditions
  /// The feed's name for the hours of every week.
  private let name: TextRule?

  init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected an object, found \(value.kind)") }
    try value.expectOnly(["week", "dates", "specials", "closedDates", "osm", "always", "name"] + HoursStyle.keys)
    let style = try HoursStyle(reading: value)
    week = try value.optional("week") { (rule) throws(JSONFieldError) in try WeekRule(reading: rule, style) }
    dates = try value["dates"]?.asList { (rule) throws(JSONFieldError) in try DatesRule(reading: rule, style) } ?? []
    specials = try value.optional("specials") { (rule) throws(JSONFieldError) in try SpecialsRule(reading: rule, style) }
    closedDates = try value.optional("closedDates", ClosedDatesRule.init(reading:))
    osm = try value.optionalRule("osm")
    always = try Conditions(reading: value["always"])
    name = try value.optionalRule("name")
    if osm != nil, week != nil { throw value.fault(.value, "the hours of every week are in \"osm\" or in \"week\", not in both") }
    if week == nil, dates.isEmpty, specials == nil, osm == nil {
      throw value.fault(.missing, "the hours have none of \"week\", \"dates\", \"specials\" and \"osm\"")
    }
  }

  /// Returns the hours. They are unknown, with a note, if a date or a time cannot be read, and the days that depend on it are not known.
  func schedule(in scope: borrowing Scope, of campus: Campus, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> Schedule {
    do throws(JSONFieldError) {
      return try read(in: scope, of: campus, zone, &notes)
    } catch {
      guard error.code == .time else { throw error }
      notes.addUnreadTimes(at: error.pointer, error.message)
      return Schedule(zone: zone, layers: [])
    }
  }

  private func read(
    in scope: borrowing Scope, of campus: Campus, _ zone: Zone, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Schedule {
    var layers: [Layer] = []
    if always.hold(in: scope) {
      layers.append(Layer(.weekly, unbounded: .always))
    } else if let osm = try osm?.line(in: scope, &notes) {
      layers += Self.schedule(osm: osm, zone, of: campus, &notes)?.layers ?? []
    }
    // Rows of one list may be of either kind.
    let sharing = week?.each.flatMap { each in dates.first { $0.each == each } }
    if let week, layers.isEmpty {
      let found = try week.layers(in: scope, zone, &notes) { (row) throws(JSONFieldError) in
        try sharing?.hasDate(row, zone) ?? false
      }
      layers += (found ?? []).filter { $0 != WeekRule.unknown }
    }
    if let name = try name?.line(in: scope, &notes) {
      layers = layers.map { layer in
        layer.level == .weekly ? Layer(.weekly, name: name, from: layer.from, to: layer.to, layer.rule) ?? layer : layer
      }
    }
    if !dates.isEmpty {
      let week = week
      var days = DatedHours()
      var isListed = false
      for rule in dates {
        let isSharing = rule.each == sharing?.each
        let found = try rule.read(in: scope, zone, into: &days, &notes, isAlone: layers.isEmpty) { (row) throws(JSONFieldError) in
          guard isSharing, let week else { return false }
          return try week.hasDay(row)
        }
        if found { isListed = true }
      }
      if isListed { layers += try days.schedule(zone, regular: Schedule(zone: zone, layers: layers), noting: &notes).layers }
    }
    layers += try specials?.layers(in: scope, zone, &notes) ?? []
    layers += try closedDates?.layers(in: scope, zone, &notes) ?? []
    return Schedule(zone: zone, layers: layers)
  }

  /// Reads text in the form of OpenStreetMap's `opening_hours`, in which unknown holidays are left out with a note.
  private static func schedule(osm: String, _ zone: Zone, of campus: Campus, _ notes: inout RecordNotes) -> Schedule? {
    var remarks: [String] = []
    do {
      let holidays = campus.calendar.filter { $0.kind == .holiday }.map { $0.from...$0.to }
      let schedule = try Schedule(osm: osm, zone: zone, in: OSMContext(holidays: holidays), remarks: &remarks)
      for remark in remarks { notes.add(.hours, remark) }
      notes.addReadTimes(WeekRule.times(in: osm))
      return schedule
    } catch {
      notes.addUnreadTimes(WeekRule.times(in: osm), at: "", "not readable as opening_hours: \"\(osm.prefix(60))\" (\(error))")
      return nil
    }
  }
}
