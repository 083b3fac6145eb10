import Basics
import CampusCatalog
import CatalogQuery
import OpeningHours

/// The statuses of all entries at the moments of the last questions: this minute, and those of cursors and chosen times.
final class StatusTable: Sendable {
  private static let mostMoments = 4
  /// The statuses by the rules of their moments; the last ones are those of the last question.
  private let known = Guarded<[(rule: StatusRule, statuses: [Status])]>([])

  /// - Parameters:
  ///   - entries: always the same ones.
  ///   - rule: the rule of a moment.
  func statuses(of entries: [Entry], by rule: StatusRule) -> [Status] {
    var rule = rule
    // Statuses do not depend on the style of texts.
    rule.chosenStyle = RegionalStyle.Choice()
    return statuses(of: entries, byStyleless: rule)
  }

  private func statuses(of entries: [Entry], byStyleless rule: StatusRule) -> [Status] {
    let found = known.withLock { known in
      let found = known.firstIndex { $0.rule == rule }.map { known.remove(at: $0) }
      if let found { known.append(found) }
      return found?.statuses
    }
    if let found { return found }
    // Several threads may do this at the same time. No thread waits for another, which may be about another moment.
    let span = entries.span
    var statuses: [Status] = []
    for index in span.indices { statuses.append(rule.status(of: span[index])) }
    known.withLock { known in
      known.removeAll { $0.rule == rule }
      known = known.suffix(Self.mostMoments - 1) + [(rule, statuses)]
    }
    return statuses
  }
}
