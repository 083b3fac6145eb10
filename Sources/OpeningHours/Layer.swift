/// One layer of a schedule: a rule, and the service days it decides.
public struct Layer: Sendable, Hashable {
  /// How strong a layer is; a stronger one replaces the service days of a weaker one.
  public enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
    case weekly, term, holiday, special, manual

    /// The name of the level in a catalog: "weekly", "term", "holiday", "special" or "manual".
    public var name: StaticString {
      switch self {
      case .weekly: "weekly"
      case .term: "term"
      case .holiday: "holiday"
      case .special: "special"
      case .manual: "manual"
      }
    }

    /// Reads the name of a level in a catalog; nil for any other text.
    public init?(name: String) {
      switch name {
      case "weekly": self = .weekly
      case "term": self = .term
      case "holiday": self = .holiday
      case "special": self = .special
      case "manual": self = .manual
      default: return nil
      }
    }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// What a layer says about the service days that it covers.
  public enum Rule: Sendable, Hashable {
    /// The same each week, on all days between `from` and `to`.
    case week(WeekPlan)
    /// These days and no others.
    case days(DatedPlans)
    /// Open around the clock, on all days between `from` and `to`.
    case always
  }

  /// How strong the layer is.
  public let level: Level
  /// What the feed calls the layer, such as "Spring break"; nil if it has no name.
  public let name: String?
  /// The first service day, included; nil: without beginning.
  public let from: LocalDate?
  /// The last service day, included; nil: without end.
  public let to: LocalDate?
  /// What the layer says about its days.
  public let rule: Rule

  /// Nil when `from` is later than `to`. Dated plans outside of them are left out; the dates then say all.
  public init?(_ level: Level, name: String? = nil, from: LocalDate? = nil, to: LocalDate? = nil, _ rule: Rule) {
    if let from, let to, from > to { return nil }
    if case .days(let days) = rule, from != nil || to != nil {
      self.init(level, name: name, dates: DatedPlans(days.filter { $0.date >= from ?? .first && $0.date <= to ?? .last }))
    } else {
      self.init(unchecked: level, name, from, to, rule)
    }
  }

  /// A layer without beginning or end.
  public init(_ level: Level, name: String? = nil, unbounded rule: Rule) {
    self.init(unchecked: level, name, nil, nil, rule)
  }

  /// A layer of dated plans, in any order; of two for one date the later in the list stays.
  public init(_ level: Level, name: String? = nil, dates: [DatedPlan]) { self.init(level, name: name, dates: DatedPlans(dates)) }

  /// A layer of dated plans.
  public init(_ level: Level, name: String? = nil, dates: DatedPlans) {
    self.init(unchecked: level, name, nil, nil, .days(dates))
  }

  private init(unchecked level: Level, _ name: String?, _ from: LocalDate?, _ to: LocalDate?, _ rule: Rule) {
    self.level = level
    self.name = name
    self.from = from
    self.to = to
    self.rule = rule
  }

  /// Whether this layer says something of a service day, even if only that it is unknown.
  func covers(_ date: LocalDate) -> Bool {
    if let from, date < from { return false }
    if let to, date > to { return false }
    if case .days(let days) = rule { return days.position(of: date) != nil }
    return true
  }

  /// The plan for a service day; nil when this layer does not cover it.
  public func plan(on date: LocalDate) -> DayPlan? {
    if let from, date < from { return nil }
    if let to, date > to { return nil }
    switch rule {
    case .always: return .services([.wholeDay])
    case .week(let week): return week[date.weekday]
    case .days(let days): return days[date]
    }
  }
}
