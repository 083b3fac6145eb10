import Aggregation
import Basics
import CampusCatalog
import CatalogQuery
import CatalogSession
import OpeningHours
import SnapshotStore

/// The usual weeks of the places of each campus, before the date of the last question. They are computed once for each date of a campus, one
/// campus after the other; all questions wait for the same computation. A new snapshot keeps those whose results are the same.
final class UsualTable: Sendable {
  typealias Weeks = [CampusID: UsualWeeks]

  private struct Known: Sendable {
    let basis: UsualWeekBasis
    let weeks: UsualWeeks
  }

  private struct Computation: Sendable {
    /// The dates on the clocks of the campuses; nil if it is that of the snapshot before.
    let dates: [CampusID: LocalDate]?
    let result: Task<[CampusID: Known], Never>
  }

  private let last: Guarded<Computation?>

  /// - Parameter previous: the table of the snapshot before.
  init(after previous: UsualTable?) {
    let before = previous?.last.withLock { $0 }
    last = Guarded(before.map { Computation(dates: nil, result: $0.result) })
  }

  /// - Parameters:
  ///   - session: always the same one.
  ///   - onFailure: called when the results of a campus cannot be read. Its places have no usual weeks then.
  func weeks(
    of session: CatalogSession, at moment: Instant, onFailure: @escaping @Sendable (CampusID, StoreError) -> Void
  ) async -> Weeks {
    if session.store == nil { return [:] }
    var dates: [CampusID: LocalDate] = [:]
    for campus in session.campuses { dates[campus.id] = campus.timeZone?.local(moment).date }
    let result = last.withLock { last in
      if let last, last.dates == dates { return last.result }
      let task = Task { [before = last?.result] in
        let known = await before?.value ?? [:]
        var result: [CampusID: Known] = [:]
        for campus in session.campuses {
          do throws(StoreError) {
            result[campus.id] = try await Self.weeks(of: campus, session, at: moment, known[campus.id])
          } catch {
            onFailure(campus.id, error)
          }
        }
        return result
      }
      last = Computation(dates: dates, result: task)
      return task
    }
    return await result.value.mapValues(\.weeks)
  }

  private static func weeks(
    of campus: Campus, _ session: CatalogSession, at moment: Instant, _ known: Known?
  ) async throws(StoreError) -> Known? {
    guard let basis = try await session.usualWeekBasis(of: campus, at: moment) else { return nil }
    if let known, known.basis == basis { return known }
    return try await session.usualWeeks(of: campus.id, at: moment)[campus.id].map { Known(basis: basis, weeks: $0) }
  }
}

extension UsualTable.Weeks {
  /// Returns the usual week of a place; nil if it is not known.
  func week(of entry: Entry) -> UsualWeek? { self[entry.campus]?.week(of: entry) }
}
