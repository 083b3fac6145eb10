/// A layer is coded as in a catalog: `{"level":"weekly","name":"Fall","from":"2026-08-24","week":{"mo":[["07:00","26:00"]]}}`.
extension Layer: Codable {
  private enum CodingKeys: String, CodingKey {
    case level, name, from, to, week, days, always, notes
  }

  /// A key of `days` and `notes`, or of `week`.
  private struct DayKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let levelName = try container.decode(String.self, forKey: .level)
    guard let level = Level(name: levelName) else {
      throw DecodingError.dataCorruptedError(forKey: .level, in: container, debugDescription: "\"\(levelName)\" is not a level")
    }
    let layer = Layer(
      level, name: try container.decodeIfPresent(String.self, forKey: .name),
      from: try container.decodeIfPresent(LocalDate.self, forKey: .from), to: try container.decodeIfPresent(LocalDate.self, forKey: .to),
      try Self.rule(in: container))
    guard let layer else {
      throw DecodingError.dataCorruptedError(forKey: .to, in: container, debugDescription: "the layer ends before it begins")
    }
    self = layer
    if container.contains(.notes) { notes = DayNotes(try Self.byDate(in: container, .notes)) }
  }

  /// Decodes the one rule of the layer.
  private static func rule(in container: KeyedDecodingContainer<CodingKeys>) throws -> Rule {
    switch (container.contains(.week), container.contains(.days), container.contains(.always)) {
    case (true, false, false):
      let week = try container.nestedContainer(keyedBy: DayKey.self, forKey: .week)
      var plans: [Weekday: DayPlan] = [:]
      for key in week.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
        guard let day = Weekday.allCases.first(where: { "\($0.code)" == key.stringValue }) else {
          throw DecodingError.dataCorruptedError(forKey: key, in: week, debugDescription: "\"\(key.stringValue)\" is not a weekday")
        }
        plans[day] = try week.decode(DayPlan.self, forKey: key)
      }
      return .week(WeekPlan(plans))
    case (false, true, false):
      let plans: [LocalDate: DayPlan] = try byDate(in: container, .days)
      return .days(DatedPlans(plans.map { DatedPlan($0.key, $0.value) }))
    case (false, false, true) where try container.decode(Bool.self, forKey: .always):
      return .always
    default:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: container.codingPath, debugDescription: "a layer has one of week, days and always: true"))
    }
  }

  /// Decodes an object whose keys are dates.
  private static func byDate<Value: Decodable>(
    in container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
  ) throws -> [LocalDate: Value] {
    let dates = try container.nestedContainer(keyedBy: DayKey.self, forKey: key)
    var values: [LocalDate: Value] = [:]
    for key in dates.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      guard let date = LocalDate(key.stringValue) else {
        throw DecodingError.dataCorruptedError(forKey: key, in: dates, debugDescription: "\"\(key.stringValue)\" is not a date")
      }
      values[date] = try dates.decode(Value.self, forKey: key)
    }
    return values
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("\(level.name)", forKey: .level)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(from, forKey: .from)
    try container.encodeIfPresent(to, forKey: .to)
    switch rule {
    case .always: try container.encode(true, forKey: .always)
    case .week(let week):
      var days = container.nestedContainer(keyedBy: DayKey.self, forKey: .week)
      for day in Weekday.allCases where week[day] != .closed { try days.encode(week[day], forKey: DayKey("\(day.code)")) }
    case .days(let plans):
      var days = container.nestedContainer(keyedBy: DayKey.self, forKey: .days)
      for day in plans { try days.encode(day.plan, forKey: DayKey(day.date.description)) }
    }
    guard !notes.isEmpty else { return }
    var remarks = container.nestedContainer(keyedBy: DayKey.self, forKey: .notes)
    for (date, text) in zip(notes.dates, notes.texts) { try remarks.encode(text, forKey: DayKey(date.description)) }
  }
}
