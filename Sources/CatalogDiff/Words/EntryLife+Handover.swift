import CampusCatalog
import OpeningHours

extension EntryLife {
  /// A moment at which something went on under another id: one record left, and one came that has the id of the first among its aliases.
  struct Handover {
    let from: EntryID
    let to: EntryID
    let at: Instant
    /// What it was before, where that is kept.
    let last: Entry?

    typealias Versions = [(at: Instant, state: State)]

    /// All that lead to one of the records.
    ///
    /// - Parameter records: all that are known, with their versions, oldest first.
    static func all(to id: EntryID, _ versions: Versions, from records: [(id: EntryID, versions: Versions)]) -> [Handover] {
      var handovers: [Handover] = []
      var isThere = false
      for (at, state) in versions {
        if case .entry(let entry) = state, !isThere {
          handovers += records.filter { entry.aliases.contains($0.id) && left($0.versions, at) }
            .map { Handover(from: $0.id, to: id, at: at, last: last($0.versions, before: at)) }
        }
        if case .gone = state { isThere = false } else { isThere = true }
      }
      return handovers
    }

    private static func left(_ versions: Versions, _ at: Instant) -> Bool {
      versions.contains { version in
        if case .gone = version.state { version.at == at } else { false }
      }
    }

    private static func last(_ versions: Versions, before at: Instant) -> Entry? {
      guard case .entry(let entry)? = versions.last(where: { $0.at < at })?.state else { return nil }
      return entry
    }
  }
}
