import Aggregation
import CampusCatalog
import OpeningHours
import SimdJSON

/// Corrections of the hours of days. Other corrections stay as they are.
extension RegistryDraft {
  /// Adds corrections after the others, so that they take precedence. One that equals the last correction of its place is left out.
  mutating func add(_ corrections: [HoursCorrection]) {
    let before = Dictionary(grouping: self.corrections.compactMap { HoursCorrection($0) }, by: \.id)
    self.corrections += corrections.filter { before[$0.id]?.last != $0 }.map(\.item)
  }

  /// Removes days from the corrections of entries: for each entry and date, from the last one that decides it. Corrections without days are
  /// removed.
  ///
  /// - Parameters:
  ///   - ids: the ids and aliases of the entries.
  ///   - dates: the dates; nil to remove all corrections of the entries.
  mutating func removeHours(of ids: Set<EntryID>, on dates: Set<LocalDate>?) {
    var removed: [EntryID: Set<LocalDate>] = [:]
    var kept: [JSONTree] = []
    for item in corrections.reversed() {
      guard var correction = HoursCorrection(item), ids.contains(correction.id) else {
        kept.append(item)
        continue
      }
      guard let dates else { continue }
      let days = dates.filter { correction.days[$0] != nil && removed[correction.id]?.contains($0) != true }
      removed[correction.id, default: []].formUnion(days)
      var rest: HoursCorrection? = correction
      for date in days { rest = rest?.without(date) }
      if days.isEmpty {
        kept.append(item)
      } else if let rest {
        correction = rest
        kept.append(correction.item)
      }
    }
    corrections = kept.reversed()
  }
}
