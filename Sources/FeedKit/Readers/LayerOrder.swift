public import OpeningHours

/// Orders of the layers of one level. The last layer that covers a day decides.
///
/// The results do not depend on the order of the feed. Layers with the same days and name are joined: their weekdays are equally narrow
/// statements, which may contradict each other (`WeekHours`).
extension [Layer] {
  /// Returns the layers by their first day, the latest last. Among layers that begin on the same day, the last by name is last.
  public func latestStartLast(noting notes: inout RecordNotes) -> [Layer] { sorted(&notes) { $0.from?.daysSinceEpoch ?? 0 } }

  /// Returns the layers by their number of days, the narrowest last. Among layers with the same number of days, the first by name is last.
  public func narrowestLast(noting notes: inout RecordNotes) -> [Layer] {
    sorted(&notes) { layer in
      guard let from = layer.from, let to = layer.to else { return .max }
      return to.daysSinceEpoch - from.daysSinceEpoch
    }.reversed()
  }

  /// Sorts layers by a number, then by name and first day.
  private func sorted(_ notes: inout RecordNotes, by number: (Layer) -> Int32) -> [Layer] {
    guard count > 1 else { return self }
    let sorted = sorted { left, right in
      if number(left) != number(right) { return number(left) < number(right) }
      let (leftName, rightName) = ((left.name ?? "").utf8, (right.name ?? "").utf8)
      if !leftName.elementsEqual(rightName) { return leftName.lexicographicallyPrecedes(rightName) }
      return (left.from?.daysSinceEpoch ?? 0) < (right.from?.daysSinceEpoch ?? 0)
    }
    var groups: [[Layer]] = []
    for layer in sorted {
      // Compare names as bytes: in Swift, canonically equivalent strings are equal.
      let name = (layer.name ?? "").utf8
      if let last = groups.last?.first, last.from == layer.from, last.to == layer.to, (last.name ?? "").utf8.elementsEqual(name) {
        groups[groups.count - 1].append(layer)
      } else {
        groups.append([layer])
      }
    }
    return groups.map { $0.count == 1 ? $0[0] : $0[0].joined(with: $0, &notes) }
  }
}

extension DayNotes {
  /// Creates a list of the remarks of several lists. Different remarks on one day are joined, in the order of their bytes.
  init(joining notes: [DayNotes]) {
    var texts: [LocalDate: Set<String>] = [:]
    for note in notes { for (date, text) in zip(note.dates, note.texts) { texts[date, default: []].insert(text) } }
    self.init(texts.mapValues { $0.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: "; ") })
  }
}

extension Layer {
  /// Returns a layer with the weeks of some layers that have the same days and name as this one.
  fileprivate func joined(with layers: [Layer], _ notes: inout RecordNotes) -> Layer {
    let covered = (0..<7).compactMap { from?.adding(days: $0) }.filter { $0 <= to ?? $0 }
    var contradictions: [LocalDate] = []
    let weeks = layers.map(\.weekPlan)
    let plans = Weekday.allCases.map { day in
      let statements = weeks.enumerated().flatMap { number, week in
        HoursStatement.all(of: week[day], days: 1, number: Int32(number), empty: week[day] == .unknown ? .unknown : .complete)
      }
      let plan = HoursStatement.plan(of: statements)
      if plan == nil { contradictions += covered.filter { $0.weekday == day } }
      return plan ?? .unknown
    }
    if !contradictions.isEmpty { notes.add(.hoursUnknown, WeekHours.note(on: contradictions.sorted().map(\.description))) }
    var joined = Layer(level, name: name, from: from, to: to, .week(WeekPlan(DayPlans(plans)))) ?? self
    joined.notes = DayNotes(joining: layers.map(\.notes))
    return joined
  }

  /// The week of a layer that has no individual dates.
  private var weekPlan: WeekPlan {
    if case .week(let week) = rule { week } else { WeekPlan(DayPlans(repeatElement(DayPlan([.wholeDay]), count: 7))) }
  }
}
