/// A layer of a schedule: a rule, and the service days it applies to.
public struct Layer: Sendable, Hashable {
  /// The strength of a layer, weakest first. A stronger layer replaces the service days of a weaker one.
  public enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
    case weekly, term, holiday, special, manual

    private static let names: [StaticString] = ["weekly", "term", "holiday", "special", "manual"]

    /// The name of the level in a catalog: "weekly", "term", "holiday", "special" or "manual".
    public var name: StaticString { Self.names[rawValue] }

    /// Creates a level from its name in a catalog; nil for any other text.
    public init?(name: String) {
      guard let level = Self.names.firstIndex(where: { "\($0)" == name }) else { return nil }
      self.init(rawValue: level)
    }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The hours of the service days that a layer covers.
  public enum Rule: Sendable, Hashable {
    /// The same hours every week, on all days from `from` to `to`.
    case week(WeekPlan)
    /// Hours for individual dates. The layer covers no other days.
    case days(DatedPlans)
    /// Open around the clock, on all days from `from` to `to`.
    case always
  }

  public let level: Level
  /// The feed's name for the layer, such as "Spring break"; nil if it has no name.
  public let name: String?
  /// The first service day; nil if the layer has no beginning, and for individual dates.
  public let from: LocalDate?
  /// The last service day, inclusive; nil if the layer has no end, and for individual dates.
  public let to: LocalDate?
  public let rule: Rule
  /// Remarks on service days, whatever their hours are. A schedule has those of the layer that decides the day.
  public var notes = DayNotes()
}

// In an extension, so that the memberwise initializer exists too.
extension Layer {
  /// Creates a layer; nil if `from` is later than `to`. For individual dates, those outside the range are left out.
  public init?(_ level: Level, name: String? = nil, from: LocalDate? = nil, to: LocalDate? = nil, _ rule: Rule) {
    if let from, let to, from > to { return nil }
    if case .days(let days) = rule, from != nil || to != nil {
      self.init(level, name: name, dates: DatedPlans(days.filter { $0.date >= from ?? .first && $0.date <= to ?? .last }))
    } else {
      self.init(level: level, name: name, from: from, to: to, rule: rule)
    }
  }

  /// Creates a layer without beginning or end.
  public init(_ level: Level, name: String? = nil, unbounded rule: Rule) {
    self.init(level: level, name: name, from: nil, to: nil, rule: rule)
  }

  /// Creates a layer of individual dates, in any order. If a date occurs more than once, its last plan is used.
  public init(_ level: Level, name: String? = nil, dates: [DatedPlan]) { self.init(level, name: name, dates: DatedPlans(dates)) }

  public init(_ level: Level, name: String? = nil, dates: DatedPlans) { self.init(level, name: name, unbounded: .days(dates)) }

  /// Returns the plan for a service day; nil if the layer does not cover it.
  public func plan(on date: LocalDate) -> DayPlan? {
    if let from, date < from { return nil }
    if let to, date > to { return nil }
    switch rule {
    case .always: return .wholeDay
    case .week(let week): return week[date.weekday]
    case .days(let days): return days[date]
    }
  }
}
