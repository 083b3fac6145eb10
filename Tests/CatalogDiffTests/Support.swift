import CampusCatalog
import CatalogDiff
import OpeningHours
import RandomData
import TestKit

/// "07:00-26:00" or "07:00-26:00 Lunch".
func service(_ text: String) throws -> Service {
  let parts = text.split(separator: " ", maxSplits: 1)
  let times = parts.first?.split(separator: "-") ?? []
  guard times.count == 2 else { throw BadTestData(text: text) }
  let opens = try parsed(String(times[0])) { LocalTime($0) }
  let closes = try parsed(String(times[1])) { LocalTime($0) }
  return try parsed(text) { _ in Service(opens: opens, closes: closes, label: parts.count == 2 ? String(parts[1]) : nil) }
}

/// Services separated by commas; "" is closed, "unknown" is unknown.
func plan(_ text: String) throws -> DayPlan {
  text == "unknown" ? .unknown : DayPlan(try text.split(separator: ",").map { try service(String($0)) })
}

func date(_ text: String) throws -> LocalDate { try parsed(text) { LocalDate($0) } }

func zone(_ name: String = "America/New_York") throws -> Zone { try parsed(name) { Zone($0) } }

func instant(_ text: String) throws -> Instant { try parsed(text) { Instant($0) } }

/// A week by the codes of its days; those that are missing are closed.
func week(_ days: [String: String]) throws -> Layer.Rule {
  .week(WeekPlan(try Dictionary(uniqueKeysWithValues: days.map { (try weekday($0.key), try plan($0.value)) })))
}

/// Monday to Friday the same.
func workdays(_ text: String, except: [String: String] = [:]) throws -> Layer.Rule {
  try week(["mo": text, "tu": text, "we": text, "th": text, "fr": text].merging(except) { $1 })
}

func weekly(_ rule: Layer.Rule) throws -> Schedule { Schedule(zone: try zone(), layers: [Layer(.weekly, unbounded: rule)]) }

/// Dated hours, from a date on, a day each.
func dated(from first: String, _ plans: [String]) throws -> Schedule {
  let first = try date(first)
  return Schedule(
    zone: try zone(),
    layers: [
      Layer(
        .special,
        dates: try plans.enumerated().map { index, text in
          DatedPlan(try parsed("date") { _ in first.adding(days: index) }, try plan(text))
        })
    ])
}

/// A catalog with one campus, whose feeds have these outcomes.
func catalog(
  _ entries: [Entry], at generatedAt: String = "2026-11-21T12:00:00Z", feeds: [String: FeedReport.Outcome] = ["penn/dining": .fresh],
  country: String? = nil, checkedAt: String? = nil
) throws -> Catalog {
  let campuses = Set(feeds.keys.compactMap { FeedID($0)?.campus })
  return Catalog(
    generatedAt: try instant(generatedAt),
    campuses: try campuses.map { Campus(id: $0, name: "Campus \($0)", timeZone: try zone(), country: country) },
    feeds: try feeds.map { id, outcome in
      var report = FeedReport(
        id: try parsed(id) { FeedID($0) }, adapter: try parsed("penn") { AdapterID($0) }, outcome: outcome,
        reason: outcome.isDelivered ? nil : .http(503))
      report.checkedAt = try checkedAt.map { try instant($0) }
      return report
    },
    entries: entries)
}

/// "penn/dining/593", with hours.
func place(_ id: String, name: String = "Commons", hours: Schedule? = nil, category: CampusCatalog.Category = .cafe) throws -> Entry {
  try entry(id, name: name, .place(Place(category: category, hours: hours)))
}

func entry(_ id: String, name: String? = "Something", _ details: Entry.Details) throws -> Entry {
  let id = try parsed(id) { EntryID($0) }
  let feed = try parsed("feed") { _ in id.feed }
  return Entry(
    id: id, campus: feed.campus, name: name, sources: [SourceReference(feed: feed, record: String(id.record))], details: details)
}

func text(of catalog: Catalog, named name: String = "test") -> CatalogText {
  CatalogText(named: name, bytes: CatalogWriter.bytes(of: catalog))
}

func changeLog(_ old: Catalog, _ new: Catalog, newDates: [EntryID: [NewDate]] = [:]) throws -> ChangeLog {
  try ChangeLog(CatalogComparison(text(of: old, named: "old"), text(of: new, named: "new")), newDates: newDates)
}

/// All changes as lines: "breaking gone penn/dining/593: is gone".
func changes(_ old: Catalog, _ new: Catalog) throws -> [String] {
  try changeLog(old, new).entries.flatMap { news in news.changes.map { "\($0.rank.rawValue) \(news.event.rawValue) \(news.id): \($0.text)" }
  }
}

private func weekday(_ code: String) throws -> Weekday {
  try parsed(code) { code in Weekday.allCases.first { "\($0.code)" == code } }
}
