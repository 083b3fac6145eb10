package import CampusCatalog
package import CatalogQuery
package import OpeningHours
import TestKit

package func moment(_ text: String) throws -> Instant { try parsed(text) { Instant($0) } }
package func date(_ text: String) throws -> LocalDate { try parsed(text) { LocalDate($0) } }
package func entryID(_ text: String) throws -> EntryID { try parsed(text) { EntryID($0) } }
package func feedID(_ text: String) throws -> FeedID { try parsed(text) { FeedID($0) } }

package func service(_ opens: String, _ closes: String, _ label: String? = nil) throws -> Service {
  guard let first = LocalTime(opens), let last = LocalTime(closes), let service = Service(opens: first, closes: last, label: label) else {
    throw BadTestData(text: "\(opens)-\(closes)")
  }
  return service
}

/// The same hours on every day.
package func daily(_ services: [Service], zone: String = "America/New_York") throws -> Schedule {
  let week = WeekPlan(Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, DayPlan(services)) }))
  return Schedule(zone: try parsed(zone) { Zone($0) }, layers: [Layer(.weekly, unbounded: .week(week))])
}

package func place(
  _ id: String, _ name: String, category: CampusCatalog.Category = .cafe, location: Location = Location(), hours: Schedule? = nil
) throws -> Entry {
  let id = try entryID(id)
  let feed = try parsed(id.description) { _ in id.feed }
  return Entry(
    id: id, campus: feed.campus, name: name, sources: [SourceReference(feed: feed, record: "1")],
    details: .place(Place(category: category, location: location, hours: hours)))
}

package func rule(at text: String = "2026-11-21T12:00:00-05:00", freshness: FreshnessLimit? = nil) throws -> StatusRule {
  let zone = try parsed("America/New_York") { Zone($0) }
  let campuses = try ["a", "b"].map { Campus(id: try parsed($0) { CampusID($0) }, name: $0, timeZone: zone) }
  return StatusRule(at: try moment(text), campuses: campuses, freshness: freshness)
}
