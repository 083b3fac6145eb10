import CampusCatalog
import CatalogIndex
import CatalogQuery
import FeedKit
import Foundation
import OpeningHours
import QueryTestData
import Aggregation

/// A catalog in memory with its index in a file, which is updated as in the program.
struct IndexedCatalog {
  static let moment = Instant(secondsSinceEpoch: 1_795_280_400).unsafelyUnwrapped

  let path: String
  private(set) var entries: [Entry]
  private(set) var index: CatalogIndex
  /// How many times the index was updated, and how many times it was built.
  private(set) var updates = 0
  private(set) var builds = 1

  init(_ entries: [Entry], path: String) throws {
    self.path = path
    self.entries = entries
    index = try CatalogIndex.build(Self.parts(entries), key: try Self.key(entries), path: path)
  }

  /// Updates the index to other entries.
  mutating func change(to entries: [Entry]) throws {
    self.entries = entries
    let key = try Self.key(entries)
    switch CatalogIndex.state(path: path, key: key) {
    case .current(let index): self.index = index
    case .outdated(let campuses):
      // Only outdated campuses are available.
      let some = try Self.parts(entries.filter { campuses.contains($0.campus) })
      if let index = try CatalogIndex.update(some, of: campuses, key: key, path: path) {
        self.index = index
        updates += 1
      } else {
        try build(key)
      }
    case .absent, .busy: try build(key)
    }
  }

  private mutating func build(_ key: IndexKey) throws {
    index = try CatalogIndex.build(Self.parts(entries), key: key, path: path)
    builds += 1
  }

  /// One part for each campus.
  static func parts(_ entries: [Entry]) throws -> CatalogParts {
    let parts = Dictionary(grouping: entries, by: \.campus).map { campus, entries in
      (campus: campus, part: CatalogParts.Part.entries(entries.sorted { $0.id < $1.id }))
    }
    return CatalogParts(generatedAt: moment, campuses: [], feeds: [], parts: parts)
  }

  /// As if each campus had one feed with these entries.
  static func key(_ entries: [Entry]) throws -> IndexKey {
    var states: [FeedID: FeedState] = [:]
    for (campus, entries) in Dictionary(grouping: entries, by: \.campus) {
      var state = FeedState(feed: try feedID("\(campus)/x"), key: "places 1")
      let bytes = EntryLines(entries.sorted { $0.id < $1.id }).bytes
      state.lastGood = FeedState.LastGood(
        acceptedAt: moment, checkedAt: moment, fetchedAt: moment, content: String(decoding: bytes, as: UTF8.self), bodies: "", bytes: 1,
        entries: entries.count, rejected: 0, url: nil, etag: nil, notes: [])
      states[state.feed] = state
    }
    return IndexKey(states: states, registry: "1")
  }
}

extension RandomPlaces {
  /// Questions that an index can answer, with moments on several days.
  mutating func indexQuestions(_ count: Int) throws -> [(query: PlaceQuery, rule: StatusRule)] {
    try (0..<count).map { turn in
      var query = try query()
      query.limit = number(0...40)
      query.filter.buildings = []
      if query.filter.state != .open { query.filter.state = turn % 2 == 0 ? .open : nil }
      if query.search != nil {
        query.near = nil
      } else if query.near != nil {
        query.order = .distance
        query.needsPosition = true
      } else if query.order != .closing || query.filter.state == nil {
        query.order = .name
      }
      let day = number(0...3)
      return (query, try rule(at: "2026-11-2\(day + 1)T\(10 + number(0...9)):00:00Z"))
    }
  }

  /// The entries after some of them have changed in some way.
  mutating func changed(_ entries: [Entry], _ count: Int, next: inout Int) throws -> [Entry] {
    var entries = entries
    for _ in 0..<count where !entries.isEmpty {
      let index = number(0...entries.count - 1)
      let other = try make(1)[0]
      var entry = entries[index]
      switch number(0...6) {
      case 0: entries.remove(at: index)
      case 1:
        let feed = entry.campus.description
        next += 1
        entries.append(try copy(of: other, id: "\(feed)/x/\(next)"))
      case 2:
        entry.name = other.name
        entries[index] = entry
      case 3:
        entry.tags = other.tags
        entries[index] = entry
      default:
        entry.details = other.details
        entries[index] = entry
      }
    }
    return entries
  }

  private func copy(of entry: Entry, id: String) throws -> Entry {
    let id = try entryID(id)
    let campus = try parsed(id.description) { _ in id.feed }.campus
    return Entry(
      id: id, campus: campus, name: entry.name, tags: entry.tags, labels: entry.labels, sources: entry.sources, details: entry.details)
  }
}
