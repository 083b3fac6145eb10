import CampusCatalog
import OpeningHours

/// The opening hours of a place as a map has them: the hours of a week, without dates.
struct MapHours {
  /// A comparison with the `opening_hours` of an element.
  enum Comparison {
    case same
    /// The hours differ. The remarks say which parts of the text were left out.
    case different(remarks: [String])
    /// The catalog knows hours only for dates.
    case unknown
    case unreadable(OSMHoursError)
  }

  /// The text of the week; nil if hours are known only for dates.
  let text: String?
  /// The schedules that are equal to the hours: those with dates, those of each week that applies, and the usual week.
  private let equals: [Schedule]
  private let zone: Zone

  /// - Parameters:
  ///   - usual: the usual week; nil if it is not known.
  ///   - date: the date of the comparison.
  init?(_ hours: Schedule?, usual: UsualWeek?, on date: LocalDate) {
    guard let hours, !hours.layers.isEmpty else { return nil }
    let base = hours.layers.first { $0.from == nil && $0.to == nil && $0.isWholeWeek }
    let current = hours.layers.last { $0.isWholeWeek && $0.plan(on: date) != nil }
    let week = usual?.schedule(in: hours.zone) ?? base.map { Schedule(zone: hours.zone, layers: [Layer(.weekly, unbounded: $0.rule)]) }
    let other = current.map { Schedule(zone: hours.zone, layers: [Layer(.weekly, unbounded: $0.rule)]) }
    zone = hours.zone
    text = week?.portableOSM
    equals = [hours, base.map { Schedule(zone: hours.zone, layers: [Layer(.weekly, unbounded: $0.rule)]) }, week, other]
      .compactMap { $0.flatMap(Self.withoutLabels) }
  }

  /// Compares the hours with `opening_hours` text. Rules for holidays are left out, and so are those for dates if the rest is the week.
  func comparison(with text: String) -> Comparison {
    var remarks: [String] = []
    do throws(OSMHoursError) {
      let other = try Schedule(osm: text, zone: zone, in: OSMContext(holidays: []), remarks: &remarks)
      guard let other = Self.withoutLabels(other) else { return .unknown }
      let undated = Schedule(zone: zone, layers: other.layers.filter { $0.from == nil && $0.to == nil && $0.isWeekly })
      let others = undated.layers.isEmpty ? [other] : [other, undated]
      if equals.contains(where: { hours in others.contains { hours.isEquivalent(to: $0) } }) { return .same }
    } catch {
      return .unreadable(error)
    }
    return self.text == nil ? .unknown : .different(remarks: remarks)
  }

  /// Returns hours as their text has them, without labels; nil if they have no text.
  private static func withoutLabels(_ schedule: Schedule) -> Schedule? {
    schedule.osm.flatMap { try? Schedule(osm: $0, zone: schedule.zone) }
  }
}

extension Layer {
  /// Whether the layer is the same every week.
  fileprivate var isWeekly: Bool {
    if case .days = rule { false } else { true }
  }

  /// Whether the layer has hours for all days of a week.
  fileprivate var isWholeWeek: Bool {
    switch rule {
    case .always: true
    case .week(let week): Weekday.allCases.allSatisfy { week[$0] != .unknown }
    case .days: false
    }
  }
}
