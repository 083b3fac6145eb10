import Aggregation
public import CampusCatalog
import FeedKit
public import OpeningHours
public import SnapshotStore

/// Problems in the data of a feed that its owner can repair, judging by its last good result and earlier ones.
public struct FeedQuality: Sendable {
  /// What is wrong with an entry. Raw values are the values of `problem` in JSON.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case unknownHours = "unknown-hours"
    case position
    case duplicate
    case eventWithoutPlace = "event-without-place"
  }

  public struct Problem: Sendable, Hashable {
    public let kind: Kind
    public let entry: EntryID?
    public let name: String?
    /// The first date on which the hours were unknown; nil for other problems, and if they have been unknown since the oldest stored result.
    public var since: LocalDate?
    /// A description without a period.
    public let detail: String
  }

  /// Notes of one kind about the records.
  public struct Notes: Sendable, Hashable {
    public let code: ReasonCode
    public let count: Int
    /// The first of them.
    public let example: Note
  }

  public let feed: FeedID
  public let entries: Int
  /// The number of records that were set aside.
  public let rejected: Int
  /// The problems, by kind, then by id.
  public let problems: [Problem]
  /// All notes of the last good result by their codes, the most frequent first.
  public let notes: [Notes]

  /// Hours that have been unknown for fewer days are no problem: hours are often late.
  public static let patience = 14
  /// The number of days, from today on, on which unknown hours must be unknown.
  private static let outlook = 7

  /// Examines the last good result of a feed; nil if it has none of its own.
  public init?(of feed: FeedID, _ campus: Campus, in store: SnapshotStore, now: Instant) async throws(SessionError) {
    let results = try await SessionError.ofStore { () async throws(StoreError) in try await store.snapshots(of: [feed]) }
    guard let index = results.firstIndex(where: \.isCurrent) else { return nil }
    let newest = results[index]
    let current = try await Self.entries(of: newest, in: store)
    // Hours that have passed since the feed was last checked are not its fault.
    let moment = min(now, newest.result.checkedAt)
    let today = (campus.timeZone?.local(moment) ?? moment.local(offset: 0)).date
    self.feed = feed
    entries = current.count
    rejected = newest.result.rejected
    let places = current.filter { $0.kind == .place }
    problems =
      try await Self.unknownHours(of: places, on: today, Array(results[index...]), campus.timeZone, in: store)
      + Self.oddPositions(newest.result.notes, current)
      + Self.duplicates(newest.result.notes, current)
      + Self.eventsWithoutPlace(current, today)
    var notes: [ReasonCode: (count: Int, example: Note)] = [:]
    for note in newest.result.notes { notes[note.code, default: (0, note)].count += 1 }
    self.notes = notes.map { Notes(code: $0, count: $1.count, example: $1.example) }
      .sorted { ($1.count, $0.code.description) < ($0.count, $1.code.description) }
  }

  private static func entries(of result: SnapshotRecord, in store: SnapshotStore) async throws(SessionError) -> [Entry] {
    let lines = try await SessionError.ofStore { () async throws(StoreError) in try await store.lines(of: result.id) }
    do { return try lines?.entries() ?? [] } catch {
      throw SessionError(.damagedResult, "the entries of the snapshot \(result.id) cannot be read")
    }
  }

  // MARK: - Hours

  /// Returns the places whose hours are unknown from today on, and have been for weeks. Goes back in the results until the hours of each are known.
  ///
  /// - Parameter results: the last good result and all earlier ones, newest first.
  private static func unknownHours(
    of places: [Entry], on today: LocalDate, _ results: [SnapshotRecord], _ zone: Zone?, in store: SnapshotStore
  ) async throws(SessionError) -> [Problem] {
    guard let zone else { return [] }
    var left: [EntryID: Entry] = [:]
    for place in places {
      guard let hours = place.place?.hours, hours.knownDate(from: today, through: today.adding(days: outlook - 1)) == nil else { continue }
      left[place.id] = place
    }
    let unknown = left
    var since: [EntryID: LocalDate] = [:]
    // The first date on which a newer result applied.
    var end = today
    for result in results where !left.isEmpty {
      let start = zone.local(result.acceptedAt).date
      let found = try await entries(of: result, in: store)
      // A place that was not there had no hours to state.
      let absent = Set(left.keys).subtracting(found.map(\.id))
      for id in absent {
        since[id] = end
        left[id] = nil
      }
      for entry in found where left[entry.id] != nil {
        guard let date = entry.place?.hours?.knownDate(from: start, through: end) else { continue }
        since[entry.id] = min(date.adding(days: 1) ?? date, end)
        left[entry.id] = nil
      }
      end = min(start, end)
    }
    let first = end
    return unknown.values.sorted { $0.id < $1.id }.compactMap { place in
      guard let days = (since[place.id] ?? first).days(until: today), days >= patience else { return nil }
      let detail =
        since[place.id].map { "the hours have been unknown since \($0)" }
        ?? "the hours have been unknown since the first result, of \(first)"
      return Problem(kind: .unknownHours, entry: place.id, name: place.name, since: since[place.id], detail: detail)
    }
  }

  // MARK: - Positions and duplicates

  private static func oddPositions(_ notes: [Note], _ entries: [Entry]) -> [Problem] {
    problems(.position, notes, with: .location, entries)
  }

  /// Returns the records with the id of another one, the places with the name of another one beside it, and the events with the same name, time
  /// and location.
  private static func duplicates(_ notes: [Note], _ entries: [Entry]) -> [Problem] {
    struct EventKey: Hashable {
      let name: String
      let event: Event
    }
    var problems = problems(.duplicate, notes, with: .duplicateID, entries)
    var places: [String: [Entry]] = [:]
    var events: [EventKey: Entry] = [:]
    for entry in entries {
      guard let name = entry.name.flatMap({ MatchName.key($0) }) else { continue }
      var other: Entry?
      if let place = entry.place {
        other = places[name]?.first { $0.place?.location.isSame(as: place.location) ?? false }
        if other == nil { places[name, default: []].append(entry) }
      } else if let event = entry.event {
        let key = EventKey(name: name, event: event)
        other = events[key]
        if other == nil { events[key] = entry }
      }
      guard let other else { continue }
      let detail = entry.kind == .place ? "the name and the position of" : "the name, the time and the location of"
      problems.append(Problem(kind: .duplicate, entry: entry.id, name: entry.name, detail: "has \(detail) \(other.id)"))
    }
    return problems
  }

  private static func problems(_ kind: Kind, _ notes: [Note], with code: ReasonCode, _ entries: [Entry]) -> [Problem] {
    let names = Dictionary(entries.map { ($0.id, $0.name) }) { first, _ in first }
    return notes.filter { $0.code == code }.map { note in
      Problem(kind: kind, entry: note.entry, name: note.entry.flatMap { names[$0] ?? nil }, detail: note.detail)
    }
  }

  /// Returns the events that are not over, take place on campus or elsewhere, and have no location.
  private static func eventsWithoutPlace(_ entries: [Entry], _ today: LocalDate) -> [Problem] {
    entries.compactMap { entry in
      guard let event = entry.event, event.endDate >= today, event.location.isEmpty, event.venue == nil, event.isOnline != true,
        event.status != .cancelled
      else { return nil }
      return Problem(kind: .eventWithoutPlace, entry: entry.id, name: entry.name, detail: "the event on \(event.startDate) has no location")
    }
  }
}

extension Location {
  /// Whether both are within 75 m, or, if one has no position, in the same building or at the same address.
  fileprivate func isSame(as other: Location) -> Bool {
    if let coordinate, let position = other.coordinate { return coordinate.distance(to: position) <= 75 }
    if let building, building == other.building { return room == other.room }
    return address != nil && address == other.address
  }
}

extension Schedule {
  /// Returns the last date of a range whose hours are known; nil if there is none.
  fileprivate func knownDate(from first: LocalDate, through last: LocalDate?) -> LocalDate? {
    guard var date = last, first <= date else { return nil }
    while plan(on: date) == .unknown {
      guard date > first, let before = date.adding(days: -1) else { return nil }
      date = before
    }
    return date
  }
}

extension LocalDate {
  fileprivate func days(until other: LocalDate) -> Int? { Int(other.daysSinceEpoch) - Int(daysSinceEpoch) }
}
