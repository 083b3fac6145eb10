import Aggregation
import CampusCatalog
import CatalogQuery
import FeedKit
import OpeningHours
import SnapshotStore

/// The contents of a source, before the moment of a question is known: the results of feeds, or a catalog that was merged before.
struct SourceContents: Sendable {
  /// The moment of a question that names none, and whose day is "today".
  let today: Instant
  /// Notices about the source rather than its data.
  let notices: [SessionNotice]
  private let contents: Contents

  private enum Contents {
    case results(FeedResults, Plan)
    case catalog(Catalog)
  }

  /// Reads the source of a request.
  ///
  /// - Throws: `unknownID`, the errors of `StoredCatalog.read` and of `PastCatalog`.
  init(of request: CatalogRequest) async throws(SessionError) {
    switch request.source {
    case .catalog(let catalog):
      contents = .catalog(catalog.withoutUnreadCampuses)
      (today, notices) = (request.now, [])
    case .recording(let replies):
      let plan = try Plan(selecting: request.selection, from: request.registry)
      let results = await replies.read(plan)
      contents = .results(results, plan)
      today = replies.moment ?? results.receivedAt ?? request.now
      notices = replies.delivered == .sample ? replies.moment.map { [.sample($0)] } ?? [] : []
    case .store(let stored):
      let plan = try Plan(selecting: request.selection, from: request.registry)
      contents = .results(try await stored.read(plan, request.kinds, now: request.now), plan)
      (today, notices) = (request.now, [])
    case .pastRun(let stored, let asOf):
      let past = try await PastCatalog(asOf: asOf, request.selection, in: stored, now: request.now)
      contents = .catalog(try past.catalog.withoutUnreadCampuses)
      (today, notices) = (past.moment, past.notices + [.run(past.run.generatedAt)])
    }
  }

  /// Returns the moment that a request names, and the moments of campuses that differ.
  ///
  /// - Throws: `invalidTime`.
  func moment(_ time: String?) throws(SessionError) -> (instant: Instant, byCampus: [CampusID: Instant]) {
    guard let time else { return (today, [:]) }
    let campuses =
      switch contents {
      case .catalog(let catalog): catalog.campuses
      case .results(let results, let plan): plan.campuses(withDataIn: results)
      }
    return try LocalMoment.parse(time, onClocksOf: campuses, today: today)
  }

  /// Returns the catalog at a moment, and the run that merged it; nil if it was merged before.
  ///
  /// - Parameter instants: the moments of campuses that differ from the common one.
  /// - Throws: `damagedResult`.
  func catalog(
    at moment: Instant, _ instants: [CampusID: Instant]
  ) async throws(SessionError) -> (catalog: Catalog, run: Aggregator.Run?) {
    switch contents {
    case .catalog(let catalog): return (catalog, nil)
    case .results(let results, _):
      let run = results.merged(at: moment, instants)
      do { return (try run.catalog.withoutUnreadCampuses, run) } catch {
        throw SessionError(.damagedResult, "the stored results cannot be read")
      }
    }
  }
}

extension Plan {
  /// Returns the campuses on whose clocks a local time is read: the campuses of enabled feeds, and those that catalogs delivered; if they have
  /// several zones, only campuses with data.
  func campuses(withDataIn results: FeedResults) -> [Campus] {
    let ids = Set(results.feeds.filter(\.hasData).map(\.campus))
    let delivered = Set(results.feeds.filter { !$0.via.isEmpty }.map(\.campus)).intersection(ids)
    let own = readings.filter(\.feed.isEnabled).map(\.feed.campus)
    let all = own + results.campuses.filter { campus in delivered.contains(campus.id) && !own.contains { $0.id == campus.id } }
    if Zone.shared(by: all) != nil { return all }
    let read = all.filter { ids.contains($0.id) }
    return read.isEmpty ? all : read
  }
}

extension Catalog {
  /// The catalog without the campuses that have neither results nor entries: their clocks do not matter.
  var withoutUnreadCampuses: Catalog {
    let read = Set(feeds.filter(\.hasData).map(\.campus)).union(entries.map(\.campus))
    return Catalog(generatedAt: generatedAt, campuses: campuses.filter { read.contains($0.id) }, feeds: feeds, entries: entries)
  }
}
