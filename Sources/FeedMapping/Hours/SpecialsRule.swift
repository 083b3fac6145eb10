import FeedKit

/// A rule for schedules that replace the others on some days: `{"each": "/specials", "from": "/start", "to": "/end", "week": {…}}`.
///
/// Both days are included. If several cover a day, the narrowest decides, then the first by name; those with the same days and name have the
/// rule of weekdays (`WeekHours`). A special schedule without hours closes the place, unless it is `unknown`. One without both dates is never
/// in force, with a note. Its `note` is a remark on each of its days.
struct SpecialsRule: Sendable {
  private let each: RowsPath
  private let name: TextRule?
  private let from: DateRule
  private let to: DateRule
  private let week: WeekRule?
  private let always: Conditions
  private let unknown: Conditions
  private let drop: Conditions
  private let note: TextRule?

  /// The maximum number of remarks on days of a record.
  private static let maximumNotes = 1000

  init(reading value: JSONValue, _ style: HoursStyle) throws(JSONFieldError) {
    try value.expectOnly(["each", "drop", "name", "from", "to", "week", "always", "unknown", "note"])
    each = try value.required("each", RowsPath.init(reading:))
    name = try value.optionalRule("name")
    from = try value.required("from", DateRule.init(reading:))
    to = try value.optional("to", DateRule.init(reading:)) ?? from
    week = try value.optional("week") { (rule) throws(JSONFieldError) in try WeekRule(reading: rule, style) }
    always = try Conditions(reading: value["always"])
    unknown = try Conditions(reading: value["unknown"])
    drop = try Conditions(reading: value["drop"])
    note = try value.optionalRule("note")
  }

  func layers(in scope: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> [Layer] {
    var layers: [Layer] = []
    var notesLeft = Self.maximumNotes
    _ = try each.forEach(in: scope) { (special) throws(JSONFieldError) in
      if drop.hold(in: special) { return }
      guard let first = try from.range(in: special, zone, &notes), let last = try to.range(in: special, zone, &notes) else {
        notes.add(.hours, at: special.value.pointer, "a special schedule without both dates is never in force")
        return
      }
      let name = try self.name?.line(in: special, &notes)
      let rule: Layer.Rule
      if always.hold(in: special) {
        rule = .always
      } else if case .week(let plan)? = try week?.layers(in: special, zone, &notes)?.first?.rule {
        rule = .week(plan)
      } else if unknown.hold(in: special) {
        rule = WeekRule.unknown.rule
      } else {
        rule = .week(WeekPlan())
      }
      guard var layer = Layer(.special, name: name, from: first.lowerBound, to: last.upperBound, rule) else {
        notes.add(.hours, at: special.value.pointer, "a special schedule that ends before it begins is never in force")
        return
      }
      if let note = try note?.line(in: special, &notes) {
        let days = Int(last.upperBound.daysSinceEpoch - first.lowerBound.daysSinceEpoch)
        let dates = (0...min(days, notesLeft)).prefix(notesLeft).compactMap { first.lowerBound.adding(days: $0) }
        notesLeft -= dates.count
        layer.notes = DayNotes(Dictionary(dates.map { ($0, note) }) { first, _ in first })
      }
      layers.append(layer)
    }
    return layers.narrowestLast(noting: &notes)
  }
}

/// A rule for dates on which a place is closed: `{"each": "/datesClosed", "date": ""}`. A date may be a range, such as "5/18/19-5/31/19".
struct ClosedDatesRule: Sendable {
  private let each: RowsPath
  private let drop: Conditions
  private let date: DateRule
  private let name: TextRule?

  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["each", "drop", "date", "order", "nights", "name"])
    each = try value.required("each", RowsPath.init(reading:))
    drop = try Conditions(reading: value["drop"])
    date = try DateRule(membersOf: value)
    name = try value.optionalRule("name")
  }

  func layers(in scope: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> [Layer] {
    var layers: [Layer] = []
    _ = try each.forEach(in: scope) { (row) throws(JSONFieldError) in
      if drop.hold(in: row) { return }
      guard let range = try date.range(in: row, zone, &notes) else { throw row.value.fault(.time, "the date is missing") }
      let name = try self.name?.line(in: row, &notes)
      if let layer = Layer(.special, name: name, from: range.lowerBound, to: range.upperBound, .week(WeekPlan())) { layers.append(layer) }
    }
    return layers.narrowestLast(noting: &notes)
  }
}
