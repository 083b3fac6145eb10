public import CampusCatalog
import CatalogDiff
import CatalogQuery
import CatalogSession
import NIOCore
import OpeningHours
import SnapshotStore

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
  /// The documents that are stored for as long as the snapshot, or its answers, are.
  var storedDocuments: Set<ObjectIdentifier> { answers.documents.union([ObjectIdentifier(document)]) }
  /// The clock that the site chose for texts.
  var chosenStyle: RegionalStyle.Choice { session.rule.chosenStyle }
  /// The version of the content.
  let version: ContentVersion
  /// When the site first showed the catalog with these bytes; nil if other servers show it, too.
  let modified: Instant?
  /// The places, for queries.
  let places: PreparedPlaces
  /// The choices that the list of places offers.
  let choices: PlaceChoices
  private let entriesByKind: [Entry.Kind: [Entry]]
  private let statuses = StatusTable()
  private let unusual = UnusualTable()
  private let usual: UsualTable
  private let lastChanges = LastChanges()

  /// - Parameters:
  ///   - outcomes: the reports of the run that read the feeds, if there was one; a store has only their last results.
  ///   - changes: when the entries last changed, if a store has that.
  ///   - previous: the snapshot that the site shows.
  ///   - now: the time; nil if the snapshot must depend on nothing but the catalog, because other servers show it, too.
  init(
    _ session: CatalogSession, _ outcomes: [FeedReport], changes: EntryChangeTimes?, after previous: SiteSnapshot?, at now: Instant?
  ) {
    self.session = session
    usual = UsualTable(after: previous?.usual)
    let stored = session.catalog
    let byFeed = Dictionary(outcomes.map { ($0.id, $0) }) { first, _ in first }
    catalog = Catalog(
      generatedAt: stored.generatedAt, campuses: stored.campuses, feeds: stored.feeds.map { byFeed[$0.id] ?? $0 }, entries: stored.entries)
    freshness = session.rule.freshness
    var bytes: [UInt8] = []
    let contentHash = (try? CatalogWriter.write(catalog) { bytes.append(contentsOf: $0) }) ?? ""
    document = Representation(bytes, "application/json")
    if let now {
      version = ContentVersion(of: catalog, contentHash: contentHash, changes: changes, after: previous?.version, at: now)
      let isSame = previous?.document.etag == document.etag
      modified = isSame ? previous?.modified ?? now : ContentVersion.time(after: previous?.modified, at: now)
    } else {
      version = ContentVersion(ofShared: catalog, contentHash: contentHash)
      modified = nil
    }
    // Compressing a large catalog takes a moment; no client should have to wait for it.
    document.compress()
    zone = Zone.shared(by: catalog.campuses)
    var byID: [EntryID: Int] = [:]
    for (index, entry) in catalog.entries.enumerated() {
      byID[entry.id] = index
      for alias in entry.aliases where byID[alias] == nil { byID[alias] = index }
    }
    entriesByID = byID
    places = PreparedPlaces(catalog.entries)
    choices = PlaceChoices(catalog)
    entriesByKind = Dictionary(grouping: catalog.entries.lazy.filter { $0.kind != .place }, by: \.kind)
  }

  /// Returns the zone that the selected campuses share; nil if there are several or none.
  ///
  /// - Parameter campuses: empty for all.
  func zone(of campuses: Set<CampusID>) -> Zone? {
    campuses.isEmpty ? zone : Zone.shared(by: catalog.campuses.filter { campuses.contains($0.id) })
  }

  /// Returns the entry with an id or alias; nil if there is none.
  func entry(_ id: EntryID) -> Entry? { entriesByID[id].map { catalog.entries[$0] } }

  /// Returns the entries of a kind other than places, in their order.
  func entries(of kind: Entry.Kind) -> [Entry] { entriesByKind[kind] ?? [] }

  /// Returns the statuses of all entries by a rule, in their order. They are computed once for each minute.
  func statuses(by rule: StatusRule) -> [Status] { statuses.statuses(of: catalog.entries, by: rule) }

  /// Returns the unusual hours of the week from a moment on. They are computed once for each day.
  ///
  /// - Parameters:
  ///   - campuses: empty for all.
  ///   - usual: the usual weeks on that day.
  func unusualHours(of campuses: Set<CampusID>, by rule: StatusRule, usual: UsualTable.Weeks) -> UnusualTable.Hours {
    unusual.hours(of: campuses, in: catalog, places, by: rule, usual: usual)
  }

  /// Returns the usual weeks of the places of each campus at a time, from the results in the store; none without a store. They are computed
  /// once for each day.
  func usualWeeks(at now: Instant, _ settings: SiteSettings) async -> UsualTable.Weeks {
    await usual.weeks(of: session, at: now) { settings.onFailure("the usual hours of \($0)", $1) }
  }

  /// Returns the changes of all campuses since a stored run. They are computed once for each run.
  func changes(since past: PastCatalog, named name: String, _ style: RegionalStyle.Choice) async throws -> ChangeLog {
    try await lastChanges.log(since: past, named: name, until: self, style)
  }

  /// Returns the moment of a question that chooses none. If the session is about a chosen time, so is the question.
  func moment(at now: Instant) -> AskedMoment { AskedMoment(instant: now, kind: session.rule.kind == .now ? .now : .chosen) }

  /// Returns the rule that decides whether places are open at the moment of a question, or on its day.
  func rule(at moment: AskedMoment) -> StatusRule {
    var rule = StatusRule(at: moment.instant, moment.byCampus, kind: moment.kind, campuses: catalog.campuses, freshness: freshness)
    rule.chosenStyle = chosenStyle
    return rule
  }
}
