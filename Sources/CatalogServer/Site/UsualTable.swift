import Aggregation
import Basics
import CampusCatalog
import CatalogQuery
import CatalogSession
import OpeningHours

/// The usual weeks of the places of each campus, before the date of the last question. They are computed once for each date of a campus, one
/// campus after the other; all questions wait for the same computation.
final class UsualTable: Sendable {
  typealias Weeks = [CampusID: UsualWeeks<EntryID>]

  private struct Computation: Sendable {
    /// The dates on the clocks of the campuses.
    let dates: [CampusID: LocalDate]
    let weeks: Task<Weeks, Never>
  }

  private let last = Guarded<Computation?>(nil)

  /// - Parameters:
  ///   - session: always the same one.
  ///   - onFailure: called when the results of a campus cannot be read. Its places have no usual weeks then.
  func weeks(
    of session: CatalogSession, at moment: Instant, onFailure: @escaping @Sendable (CampusID, StoreError) -> Void
  ) async -> Weeks {
    if session.store == nil { return [:] }
    var dates: [CampusID: LocalDate] = [:]
    for campus in session.campuses { dates[campus.id] = campus.timeZone?.local(moment).date }
    let weeks = last.withLock { last in
      if let last, last.dates == dates { return last.weeks }
      let task = Task { [before = last, dates] in
        let known = await before?.weeks.value
        var weeks: Weeks = [:]
        for campus in session.campuses {
          if let before, before.dates[campus.id] == dates[campus.id] {
            weeks[campus.id] = known?[campus.id]
          } else {
            do throws(StoreError) { weeks[campus.id] = try await session.usualWeeks(of: campus.id, at: moment)[campus.id] } catch {
              onFailure(campus.id, error)
            }
          }
        }
        return weeks
      }
      last = Computation(dates: dates, weeks: task)
      return task
    }
    return await weeks.value
  }
}

extension UsualTable.Weeks {
  /// Returns the usual week of a place; nil if it is not known.
  func week(of entry: Entry) -> UsualWeek? { self[entry.campus]?.week(of: entry) }
}
