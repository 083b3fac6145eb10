import AdapterTesting
import AdapterWorkbench
import FeedKit
import FeedMapping
import Foundation
import Testing

/// A feed that is read by a mapping written in a test.
struct MappingCase {
  private let feed: Feed
  private let adapter: any FeedAdapter

  init(_ mapping: String, zone: String = "America/New_York", calendar: [Campus.Period] = [], hosts: [String] = []) throws {
    try self.init(try Mapping(Array(mapping.utf8), file: "mapping.json"), zone: zone, calendar: calendar, hosts: hosts)
  }

  init(_ mapping: Mapping, zone: String = "America/New_York", calendar: [Campus.Period] = [], hosts: [String] = []) throws {
    let campus = Campus(
      id: try #require(CampusID("town")), name: "Town College", timeZone: Zone(zone),
      location: Coordinate(latitude: 42.4475, longitude: -76.4831), calendar: calendar)
    let id = try #require(AdapterID("mapping"))
    adapter = MappingAdapter(mapping, id: id)
    feed = Feed(
      id: try #require(FeedID("town/feed")), campus: campus, adapter: id,
      addresses: [mapping.request: [FeedAddress("https://example.edu/api?format=json")]], hosts: hosts)
  }

  func read(_ bodies: String...) async throws -> FeedDraft {
    let draft = try await read(bodies.map { Array($0.utf8) })
    return draft
  }

  /// Reads a reply that was received at a time.
  func read(_ body: String, receivedAt time: String) async throws -> FeedDraft {
    var draft = FeedDraft(for: feed)
    let request = try await adapter.requests(for: feed)[0]
    try await adapter.normalize([FeedReply(to: request, body: Array(body.utf8), receivedAt: Instant(time))], of: feed, into: &draft)
    try draft.finish()
    return draft
  }

  /// Returns the address of the page after a reply.
  func next(after body: String, headers: [String: String]) async throws -> String? {
    let request = try await adapter.requests(for: feed)[0]
    let reply = FeedReply(to: request, headers: headers, body: Array(body.utf8))
    return try await adapter.followUps(to: reply, for: feed).first?.addresses.first?.url
  }

  /// Reads the pages of the feed.
  ///
  /// - Parameters:
  ///   - headers: the headers of each reply.
  ///   - isOver: returns whether the run's deadline has passed.
  func read(
    _ bodies: [[UInt8]], headers: [String: String] = [:], isOver: @escaping @Sendable () -> Bool = { false }
  ) async throws -> FeedDraft {
    var draft = try await unfinished(bodies, headers: headers, isOver: isOver)
    try draft.finish()
    return draft
  }

  /// Reads a reply as authors of adapters do.
  func trial(_ body: String) async throws -> AdapterTrial {
    await AdapterTrial(adapter, feed: feed, bodies: [try await adapter.requests(for: feed)[0].label: Array(body.utf8)])
  }

  /// Returns the broken promises of the contract for an array of records, of which it reads only some damaged forms.
  func contractFailures(_ body: String) async throws -> [ContractFailure] {
    let request = try await adapter.requests(for: feed)[0].label
    let contract = AdapterContract(adapter, feed: feed, bodies: [request: Array(body.utf8)], records: [request: ""], samples: 1000)
    return await contract.failures()
  }

  /// Reads the pages of the feed into a draft that is not finished.
  func unfinished(
    _ bodies: [[UInt8]], headers: [String: String] = [:], isOver: @escaping @Sendable () -> Bool = { false }
  ) async throws -> FeedDraft {
    var draft = FeedDraft(for: feed, isOver: isOver)
    var request = try await adapter.requests(for: feed)[0]
    var replies: [FeedReply] = []
    for body in bodies {
      let reply = FeedReply(to: request, headers: headers, body: body)
      replies.append(reply)
      request = try await adapter.followUps(to: reply, for: feed).first ?? request
    }
    try await adapter.normalize(replies, of: feed, into: &draft)
    return draft
  }

  /// Returns the address of the page after each body.
  func pages(_ bodies: String...) async throws -> [String] {
    var request = try await adapter.requests(for: feed)[0]
    var addresses = request.addresses.map(\.url)
    for body in bodies {
      guard let next = try await adapter.followUps(to: FeedReply(to: request, body: Array(body.utf8)), for: feed).first else { break }
      request = next
      addresses += next.addresses.map(\.url)
    }
    return addresses
  }

  /// Returns the plans of a week of the first record, from a Monday on: "08:00-16:00 Lunch", "closed" or "unknown".
  ///
  /// - Parameter holiday: a holiday of the campus calendar; nil if there is no calendar.
  static func hours(
    _ rule: String, _ record: String, from monday: String = "2026-11-23", holiday: String? = nil
  ) async throws -> [String] {
    let mapping = #"{"records": "", "id": {"text": "a"}, "name": {"text": "A"}, "hours": \#(rule)}"#
    let date = holiday.flatMap { LocalDate($0) }
    let calendar = date.flatMap { Campus.Period(.holiday, name: "Holiday", from: $0, to: $0) }.map { [$0] } ?? []
    let draft = try await MappingCase(mapping, calendar: calendar).read("[\(record)]")
    let schedule = try #require(draft.entries.first?.place?.hours, "\(draft.notes)")
    let first = try #require(LocalDate(monday))
    return try (0..<7).map { day in
      switch schedule.plan(on: try #require(first.adding(days: day))) {
      case .unknown: "unknown"
      case .services(let services) where services.isEmpty: "closed"
      case .services(let services):
        services.map { "\($0.opens)-\($0.closes)\($0.label.map { " \($0)" } ?? "")" }.joined(separator: ", ")
      }
    }
  }
}
