import CampusCatalog
import CatalogQuery
import OpeningHours
import Testing

/// Test data that does not say what it was meant to say.
struct BadTestData: Error { let text: String }

func made<Value>(_ text: String, _ make: (String) -> Value?) throws -> Value {
  guard let value = make(text) else { throw BadTestData(text: text) }
  return value
}

func moment(_ text: String) throws -> Instant { try made(text) { Instant($0) } }
func date(_ text: String) throws -> LocalDate { try made(text) { LocalDate($0) } }
func entryID(_ text: String) throws -> EntryID { try made(text) { EntryID($0) } }
func feedID(_ text: String) throws -> FeedID { try made(text) { FeedID($0) } }

func service(_ opens: String, _ closes: String, _ label: String? = nil) throws -> Service {
  guard let first = LocalTime(opens), let last = LocalTime(closes), let service = Service(opens: first, closes: last, label: label) else {
    throw BadTestData(text: "\(opens)-\(closes)")
  }
  return service
}

/// Hours that are the same on each day.
func daily(_ services: [Service], zone: String = "America/New_York") throws -> Schedule {
  let week = WeekPlan(Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, DayPlan(services)) }))
  return Schedule(zone: try made(zone) { Zone($0) }, layers: [Layer(.weekly, unbounded: .week(week))])
}

func place(
  _ id: String, _ name: String, category: CampusCatalog.Category = .cafe, location: Location = Location(), hours: Schedule? = nil
) throws -> Entry {
  let id = try entryID(id)
  let feed = try made(id.description) { _ in id.feed }
  return Entry(
    id: id, campus: feed.campus, name: name, sources: [SourceReference(feed: feed, record: "1")],
    details: .place(Place(category: category, location: location, hours: hours)))
}

func rule(at text: String = "2026-11-21T12:00:00-05:00", trust: FeedTrust? = nil) throws -> StatusRule {
  let zone = try made("America/New_York") { Zone($0) }
  let campuses = try ["a", "b"].map { Campus(id: try made($0) { CampusID($0) }, name: $0, timeZone: zone) }
  return StatusRule(at: try moment(text), campuses: campuses, trust: trust)
}

/// The same numbers for the same seed on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
