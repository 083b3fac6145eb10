import Basics
public import CampusCatalog
import CatalogQuery
public import CatalogSession
import NIOCore
import OpeningHours

/// One state of the catalog, with the values prepared from it. A response is made from one snapshot only.
public final class SiteSnapshot: Sendable {
  /// The whole catalog.
  public let catalog: Catalog
  /// How old hours may be, for a store; nil for no limit.
  let freshness: FreshnessLimit?
  /// The session that can find the records of entries and past runs.
  let session: CatalogSession
  /// The catalog as JSON.
  let document: Representation
  let entriesByID: [EntryID: Int]
  /// The zone that all campuses share; nil if there is none.
  let zone: Zone?
  let answers = AnswerCache()
  /// The prefix of this snapshot's cursors.
  let cursorTag: String
  /// The statuses of all entries at the moment of the last question.
  private let present = Guarded<(moment: Instant, statuses: [Status])?>(nil)

  public init(_ session: CatalogSession) {
    self.session = session
    catalog = session.catalog
    freshness = session.rule.freshness
    document = Representation(CatalogWriter.bytes(of: catalog), "application/json")
    // Compressing a large catalog takes a moment, which no client should have to wait for.
    document.compress()
    zone = Zone.shared(by: catalog.campuses)
    cursorTag = String(document.etag.filter { $0 != "\"" }.prefix(12))
    var byID: [EntryID: Int] = [:]
    for (index, entry) in catalog.entries.enumerated() {
      byID[entry.id] = index
      for alias in entry.aliases where byID[alias] == nil { byID[alias] = index }
    }
    entriesByID = byID
  }

  /// Returns the entry with an id or alias; nil if there is none.
  func entry(_ id: EntryID) -> Entry? { entriesByID[id].map { catalog.entries[$0] } }

  /// Returns the statuses of all entries at a moment, in their order. They are computed once a minute; others wait meanwhile.
  func statuses(at moment: Instant) -> [Status] {
    present.withLock { present in
      if let present, present.moment == moment { return present.statuses }
      let rule = rule(at: moment)
      let statuses = catalog.entries.map { rule.status(of: $0) }
      present = (moment, statuses)
      return statuses
    }
  }

  /// Returns the rule that decides whether places are open at a moment.
  func rule(at moment: Instant, _ byCampus: [CampusID: Instant] = [:]) -> StatusRule {
    StatusRule(at: moment, byCampus, campuses: catalog.campuses, freshness: freshness)
  }
}
