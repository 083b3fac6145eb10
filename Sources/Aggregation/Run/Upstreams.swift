import CampusCatalog
import FeedKit
import OpeningHours

/// Splits the results of catalogs into those of the feeds that they delivered.
struct Upstreams {
  private let plan: Plan
  private let catalogs: [FeedID: Feed]
  /// The catalogs of the registry, which no other catalog can deliver.
  private let own: Set<FeedID>
  /// The campuses of the registry, and those that only catalogs know, sorted by id.
  private(set) var campuses: [Campus]

  init(_ plan: Plan) {
    self.plan = plan
    catalogs = Dictionary(plan.readings.filter(\.feed.readsCatalogs).map { ($0.feed.id, $0.feed) }) { first, _ in first }
    own = catalogs.isEmpty ? [] : Set(plan.registry.feeds.filter(\.readsCatalogs).map(\.id))
    campuses = plan.registry.campuses
  }

  /// Whether the plan has no catalogs.
  var isEmpty: Bool { catalogs.isEmpty }

  /// The campuses that a catalog may deliver and another feed of the plan has, too.
  var contested: Set<CampusID> {
    if isEmpty { return [] }
    var counts: [CampusID: Int] = [:]
    for reading in plan.readings where reading.feed.isEnabled {
      for campus in reading.feed.readsCatalogs ? reading.feed.campuses : [reading.feed.campus.id] { counts[campus, default: 0] += 1 }
    }
    return Set(counts.filter { $0.value > 1 }.keys)
  }

  /// Returns the results of the feeds of a plan and of those that catalogs delivered, one for each feed, sorted by feed.
  ///
  /// A feed that comes several times, from catalogs or because it is also read here, has the result that `isPreferred` chooses.
  ///
  /// - Parameter hold: returns lines outside of memory if there are too many in it.
  mutating func shown(_ results: [FeedResult], _ hold: (LazyEntryLines) -> LazyEntryLines) -> [FeedResult] {
    var shown: [FeedResult] = []
    for var result in results {
      let id = result.report.id
      do {
        guard let catalog = catalogs[id] else {
          shown.append(result)
          continue
        }
        shown += try result.delivered(hold) { isShown($0, from: catalog) }
      } catch {
        result.fail(StoreError(.storeCorrupt, "the entries of \(id) cannot be read"))
      }
      result.content = nil
      shown.append(result)
    }
    addCampuses(of: results)
    let byFeed = Dictionary(grouping: shown) { $0.report.id }
    return byFeed.sorted { $0.key < $1.key }.map { $0.value.count == 1 ? $0.value[0] : Self.preferred($0.value) }
  }

  /// Returns whether a feed of a catalog is shown: whether it may come from this catalog, and it or the catalog is selected. An earlier result may
  /// have feeds that the catalog may no longer deliver. The report of a catalog that the registry has is its own.
  private func isShown(_ report: FeedReport, from catalog: Feed) -> Bool {
    let id = report.id
    guard catalog.mayDeliver(id), !catalog.isLoop(report.via), !own.contains(id) else { return false }
    return plan.selection.contains(id) || plan.selection.feeds.contains(catalog.id)
  }

  /// Adds the campuses of catalogs that the registry does not have. If several have one, the catalog with the highest priority decides, then its id.
  private mutating func addCampuses(of results: [FeedResult]) {
    var known = Set(campuses.map(\.id))
    for result in results.sorted(by: { ($1.priority, $0.report.id) < ($0.priority, $1.report.id) }) {
      guard let catalog = catalogs[result.report.id] else { continue }
      for campus in result.upstream?.campuses ?? [] where catalog.campuses.contains(campus.id) && known.insert(campus.id).inserted {
        campuses.append(campus)
      }
    }
    campuses.sort { $0.id < $1.id }
  }

  /// Returns the preferred one of several results of one feed, with a note on each of the others. Its entries have the other values in their
  /// provenance.
  private static func preferred(_ results: [FeedResult]) -> FeedResult {
    let sorted = results.sorted(by: isPreferred)
    var chosen = sorted[0]
    for other in sorted.dropFirst() {
      let origin = other.catalog.map { "the catalog \($0)" } ?? "its own server"
      let reason = other.report.reason.map { " (\($0))" } ?? ""
      let choice = chosen.catalog.map { "the catalog \($0)" } ?? "the feed's own server"
      chosen.report.notes.append(
        Note(.catalogDuplicate, "also from \(origin), \(other.report.outcome.rawValue)\(reason); the entries from \(choice) are used"))
      chosen.recordDisagreements(with: other, from: origin)
    }
    return chosen
  }

  /// Returns whether the first of two results of one feed is used: the one with a result, then the one with the higher priority, then the current one,
  /// then the one that was read here, then the one from the catalog with the smaller id.
  private static func isPreferred(_ left: FeedResult, _ right: FeedResult) -> Bool {
    func isMissing(_ result: FeedResult) -> Int { result.report.outcome == .absent || result.report.outcome == .disabled ? 1 : 0 }
    func isOld(_ result: FeedResult) -> Int { result.report.outcome.isDelivered ? 0 : 1 }
    func catalog(_ result: FeedResult) -> String { result.catalog?.description ?? "" }
    return (isMissing(left), right.priority, isOld(left), catalog(left)) < (isMissing(right), left.priority, isOld(right), catalog(right))
  }
}

extension FeedResult {
  /// Records the values of entries with equal ids that differ from those of another result of the same feed, up to `FeedLimits.notes` notes.
  ///
  /// - Parameter origin: where the other result is from.
  fileprivate mutating func recordDisagreements(with other: FeedResult, from origin: String) {
    var (chosen, other) = (self, other)
    chosen.decode()
    other.decode()
    let others = Dictionary(other.entries.map { ($0.id, $0) }) { first, _ in first }
    if others.isEmpty || chosen.entries.isEmpty { return }
    var (entries, omitted) = (chosen.entries, 0)
    var room = FeedLimits().notes
    for index in entries.indices {
      guard let entry = others[entries[index].id], entry != entries[index] else { continue }
      for part in EntryPart.all {
        guard let value = part.json(entries[index]), let loser = part.json(entry), !value.utf8.elementsEqual(loser.utf8) else { continue }
        entries[index].recordOverridden(part.name, [Provenance.OverriddenValue(from: entry.id, value: loser)])
        room -= 1
        guard room >= 0 else {
          omitted += 1
          continue
        }
        report.notes.append(
          Note(.mergeDisagreement, entry: entry.id, "\(part.name): the value from \(origin) is different and not used"))
      }
    }
    if omitted > 0 { report.notes.append(Note(.notes, "\(omitted) more notes on disagreements were left out")) }
    content = lines == nil ? .entries(entries) : .lines(LazyEntryLines(EntryLines(entries)))
  }
}

extension Entry {
  /// Adds values that were not used to the provenance of a field or part.
  fileprivate mutating func recordOverridden(_ field: String, _ values: [Provenance.OverriddenValue]) {
    let old = provenance.first { $0.field == field }
    provenance.removeAll { $0.field == field }
    provenance.append(
      Provenance(
        field: field, origin: old?.origin ?? .entry(id), because: old?.because, until: old?.until,
        overridden: (old?.overridden ?? []) + values))
    provenance.sort { $0.field.utf8.lexicographicallyPrecedes($1.field.utf8) }
  }
}
