import Locking
import NIOCore

/// One state of the catalog, with what is prepared from it. A response is made from one snapshot only.
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
  /// The lines of the entries in the document, by their position in the catalog; empty if they are not one line each.
  private let lines: [Range<Int>]
  let answers = AnswerCache()
  /// The places by position; nil if there are so few that all may be examined.
  private let nearest: NearestPlaces?
  private let present = Guarded<(rule: StatusRule, states: PlaceStates?)?>(nil)
  private static let manyEntries = 1_000

  public init(_ session: CatalogSession) async throws(SessionError) {
    self.session = session
    catalog = try await session.catalog
    freshness = session.rule.freshness
    document = Representation(CatalogWriter.bytes(of: catalog), "application/json")
    // Compressing a large catalog takes a moment, which no client should have to wait for.
    document.compress()
    zone = Zone.shared(by: catalog.campuses)
    lines = Self.lines(of: catalog.entries, in: document.body)
    nearest = catalog.entries.count < Self.manyEntries ? nil : NearestPlaces(catalog.entries)
    var byID: [EntryID: Int] = [:]
    for (index, entry) in catalog.entries.enumerated() {
      byID[entry.id] = index
      for alias in entry.aliases where byID[alias] == nil { byID[alias] = index }
    }
    entriesByID = byID
  }

  /// Returns the entry with an id or alias; nil if there is none.
  func entry(_ id: EntryID) -> Entry? { entriesByID[id].map { catalog.entries[$0] } }

  /// Returns the rule that decides whether places are open at a moment.
  func rule(at moment: Instant, _ byCampus: [CampusID: Instant] = [:]) -> StatusRule {
    StatusRule(at: moment, byCampus, campuses: catalog.campuses, freshness: freshness)
  }

  /// Returns the places that match a query.
  ///
  /// - Parameter isNow: whether the rule is about the moment for which the site answers, which many ask for.
  func results(of query: PlaceQuery, by rule: StatusRule, isNow: Bool) -> QueryResults<PlaceListing> {
    if isNow, rule.instants.isEmpty, let nearest, query.order == .distance,
      let results = nearest.results(of: query, states(by: rule), by: rule)
    {
      return results
    }
    return query.results(in: catalog.entries, by: rule)
  }

  /// Returns the states of all places now. The first request of a minute computes them, and the others wait for it.
  private func states(by rule: StatusRule) -> PlaceStates {
    present.withLock { present in
      if let present, present.rule.instant == rule.instant, let states = present.states { return states }
      let states = PlaceStates(of: catalog.entries, by: rule)
      present = (rule, states)
      return states
    }
  }

  /// Whether the states of all places now have been computed, so that the nearest ones are found without examining all.
  func isReadyForNearest(at moment: Instant) -> Bool {
    nearest != nil && present.withLock { $0?.rule.instant == moment && $0?.states != nil }
  }

  /// Returns the rule for the moment for which the site answers.
  func presentRule(at moment: Instant) -> StatusRule {
    present.withLock { present in
      if let present, present.rule.instant == moment { return present.rule }
      let rule = rule(at: moment)
      present = (rule, nil)
      return rule
    }
  }

  // MARK: - Lines

  private static func lines(of entries: [Entry], in document: ByteBuffer) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    document.withUnsafeReadableBytes { bytes in
      var start = 0
      for entry in entries {
        let prefix = "{\"id\":\"\(entry.id)\"".utf8
        // Entries follow one another, after the lines of campuses and feeds.
        while start < bytes.count {
          let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
          let line = start..<(end > start && bytes[end - 1] == UInt8(ascii: ",") ? end - 1 : end)
          start = end + 1
          guard bytes[line].starts(with: prefix) else { continue }
          lines.append(line)
          break
        }
      }
    }
    return lines.count == entries.count ? lines : []
  }

  /// Calls `body` with the line of an entry in the document, which need not be written again; with nil if it is not known.
  func withLine<Result>(of entry: Entry, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
    guard !lines.isEmpty, let index = entriesByID[entry.id] else { return body(nil) }
    return document.body.withUnsafeReadableBytes { body(UnsafeRawBufferPointer(rebasing: $0[lines[index]])) }
  }
}
