public import OpeningHours

/// The hours of one service day, and whether they are special.
public struct DayHours: Sendable, Hashable {
  public let date: LocalDate
  public let plan: DayPlan
  /// Whether holiday, special or manual hours decide the day. The only hours of a day are not special if they have no name.
  public let isSpecial: Bool
  /// The name of the special hours; nil if they have none, or the day has none.
  public let name: String?
  /// The feed's remark on the day, such as "By appointment"; nil if there is none.
  public let note: String?
  /// The name of the special hours, or "special hours"; nil if the day has none. Texts for people use `specialName(in:)`.
  public var specialName: String? { specialName(in: .english) }

  /// Returns the name of the special hours, or words for it; nil if the day has none.
  public func specialName(in language: Language) -> String? {
    isSpecial ? name ?? language.words.text("special-hours-name") : nil
  }

  /// Returns the name of special hours and the remark, as one text; nil if the day has neither.
  public func remark(in language: Language) -> String? {
    let texts = [specialName(in: language), note].compactMap { $0 }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  /// - Parameter hours: nil for a place without hours: the day is unknown.
  init(_ date: LocalDate, of hours: Schedule?) {
    self.date = date
    guard let hours, let index = hours.decidingLayer(on: date), let plan = hours.layers[index].plan(on: date) else {
      (self.plan, isSpecial, name, note) = (.unknown, false, nil, nil)
      return
    }
    self.plan = plan
    let layer = hours.layers[index]
    isSpecial = layer.level > .term && (layer.name != nil || hours.weakestLayer(on: date) != index)
    name = isSpecial ? layer.name : nil
    note = layer.notes[date]
  }

  public static func days(_ count: Int, from first: LocalDate, of hours: Schedule) -> [DayHours] {
    (0..<max(0, count)).compactMap { first.adding(days: $0).map { DayHours($0, of: hours) } }
  }
}
