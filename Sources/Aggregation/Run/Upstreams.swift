import CampusCatalog
import FeedKit
import OpeningHours

/// Splits the results of catalogs into those of the feeds that they delivered.
struct Upstreams {
  /// The campuses that are known, and those that only catalogs know, sorted by id.
  private(set) var campuses: [Campus]
  /// The campuses whose entries are from several feeds or catalogs.
  private(set) var contested: Set<CampusID> = []

  /// - Parameter campuses: the campuses of the registry.
  init(_ campuses: [Campus]) { self.campuses = campuses }

  /// Returns the results of feeds and of those that catalogs delivered, one for each feed, sorted by feed.
  ///
  /// A feed that comes several times, from catalogs or because it is also read here, has the result that `isPreferred` chooses.
  ///
  /// - Parameters:
  ///   - results: the results of all feeds; those of catalogs have what this run shows of them as `upstream`.
  ///   - hold: returns lines outside of memory if there are too many in it.
  mutating func shown(_ results: [FeedResult], _ hold: (LazyEntryLines) -> LazyEntryLines = { $0 }) -> [FeedResult] {
    var shown: [FeedResult] = []
    for var result in results {
      if result.upstream != nil {
        do { shown += try result.delivered(hold) } catch {
          result.fail(error as? StoreError ?? StoreError(.storeCorrupt, "the entries of \(result.report.id) cannot be read"))
        }
        result.content = nil
      }
      shown.append(result)
    }
    addCampuses(of: results)
    var origins: [CampusID: FeedID] = [:]
    for result in shown where result.content != nil {
      let origin = result.catalog ?? result.report.id
      if origins.updateValue(origin, forKey: result.report.campus).map({ $0 != origin }) ?? false { contested.insert(result.report.campus) }
    }
    let byFeed = Dictionary(grouping: shown) { $0.report.id }
    return byFeed.sorted { $0.key < $1.key }.map { $0.value.count == 1 ? $0.value[0] : Self.preferred($0.value) }
  }

  /// Adds the campuses of catalogs that the registry does not have. If several have one, the catalog with the highest priority decides, then its id.
  private mutating func addCampuses(of results: [FeedResult]) {
    var known = Set(campuses.map(\.id))
    for result in results.sorted(by: { ($1.priority, $0.report.id) < ($0.priority, $1.report.id) }) {
      for campus in result.upstream?.campuses ?? [] where known.insert(campus.id).inserted { campuses.append(campus) }
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
