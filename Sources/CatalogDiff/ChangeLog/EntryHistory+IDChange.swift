import CampusCatalog
import OpeningHours

extension EntryHistory {
  /// A change of an entry's id: one record disappeared, and at the same time another appeared that lists its id as an alias.
  struct IDChange {
    /// The id of the record that disappeared.
    let from: EntryID
    /// The id of the record that appeared.
    let to: EntryID
    /// When both happened.
    let at: Instant
    /// The last version under the old id, if it is stored.
    let last: Entry?

    typealias Versions = [(at: Instant, state: State)]

    /// Returns the changes that lead to an id. An alias that a record adds while it is there does not count.
    ///
    /// - Parameters:
    ///   - versions: the versions of the record with this id, oldest first.
    ///   - records: all known records with their versions, oldest first.
    static func all(to id: EntryID, _ versions: Versions, from records: [(id: EntryID, versions: Versions)]) -> [IDChange] {
      var idChanges: [IDChange] = []
      var isThere = false
      for (at, state) in versions {
        if case .entry(let entry) = state, !isThere {
          idChanges += records.filter { entry.aliases.contains($0.id) && left($0.versions, at) }
            .map { IDChange(from: $0.id, to: id, at: at, last: last($0.versions, before: at)) }
        }
        if case .gone = state { isThere = false } else { isThere = true }
      }
      return idChanges
    }

    /// Whether a record disappeared at a moment.
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
