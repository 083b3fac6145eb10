import OpeningHours

/// The corrected labels of two schedules: services with the same times and other labels, and special hours with another name.
///
/// A label that changes on many days is one change: "“Lunch” is called “Brunch” now".
struct LabelChanges {
  /// A label before and after; nil for services without one.
  private struct Correction: Hashable {
    let old: String?
    let new: String?
  }

  /// The weekdays, or for single dates no weekday, on which each label changed.
  private var corrections: [Correction: Set<Weekday>] = [:]
  /// The weekdays on which services keep a label.
  private var unchanged: [String?: Set<Weekday>] = [:]
  private let renamed: Set<Correction>

  /// - Parameter today: special hours that are over by then are left out.
  init(_ old: Schedule, _ new: Schedule, today: LocalDate?) {
    var renamed: Set<Correction> = []
    let layers = new.layers.filter { $0.level > .term && $0.name != nil }
    if !layers.isEmpty, old.layers.contains(where: { $0.level > .term && $0.name != nil }) {
      for day in Set(layers.flatMap(\.boundaries)).sorted() {
        guard let date = LocalDate(daysSinceEpoch: Int(day)), date >= today ?? date, let from = old.specialName(on: date),
          let to = new.specialName(on: date), !UnicodeForm.isSame(from, to), old.plan(on: date) == new.plan(on: date)
        else { continue }
        renamed.insert(Correction(old: from, new: to))
      }
    }
    self.renamed = renamed
  }

  /// Adds a day that is the same in both schedules.
  mutating func addUnchanged(_ plan: DayPlan, on date: LocalDate) {
    for service in plan.services { unchanged[service.label, default: []].insert(date.weekday) }
  }

  /// Adds a day whose hours differ.
  ///
  /// - Parameter isWeekly: whether the day represents its weekday.
  /// - Returns: whether only labels differ, so that the day needs no other description.
  mutating func add(_ pair: PlanPair, on date: LocalDate, isWeekly: Bool) -> Bool {
    let (old, new) = (Array(pair.old.services), Array(pair.new.services))
    guard old.count == new.count, zip(old, new).allSatisfy({ $0.opens == $1.opens && $0.closes == $1.closes }) else { return false }
    for (before, after) in zip(old, new) {
      guard !UnicodeForm.isSame(before.label, after.label) else {
        unchanged[before.label, default: []].insert(date.weekday)
        continue
      }
      let correction = Correction(old: before.label, new: after.label)
      if isWeekly {
        corrections[correction, default: []].insert(date.weekday)
      } else {
        corrections[correction] = corrections[correction] ?? []
      }
    }
    return true
  }

  /// The corrections in words, each once.
  var texts: [String] {
    let all = corrections.merging(renamed.map { ($0, Set<Weekday>()) }) { first, _ in first }
    return all.map { correction, days in
      // Mention the weekdays only if the label stays on others.
      let isPart = unchanged[correction.old] != nil && !days.isEmpty
      let when = isPart ? " \(HoursDescription.weekdays(days.sorted()))" : ""
      let (from, to) = (correction.old.map(EntryComparison.quote), correction.new.map(EntryComparison.quote))
      return switch (from, to) {
      case (let from?, let to?):
        correction.old == correction.new ? UnicodeForm.text("label", correction.new) : "\(from) is called \(to) now\(when)"
      case (nil, let to?): "the hours\(when) are called \(to) now"
      case (let from?, nil): "the hours\(when) are no longer called \(from)"
      case (nil, nil): ""
      }
    }.sorted()
  }
}
