import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import SimdJSON
import TestKit
import Testing

/// The steps of `aggregate work` as processes run them: only bytes pass from one step to the next, divided and reordered at random.
struct Filters {
  let registry: Registry
  var selection = RunSelection()
  var generator: SeededGenerator

  // MARK: - The steps

  /// - Parameter last: the results of the last run.
  func plan(_ last: [UInt8] = [], at now: Instant, _ options: PollOptions = PollOptions()) async throws -> [UInt8] {
    let last = try Self.input(last)
    let lines = await WorkPlan.lines(
      of: try Plan(selection, in: registry), states: last.states, servers: last.hosts, at: now, options)
    return lines.flatMap(\.bytes)
  }

  static func read(_ plan: [UInt8], previous: [UInt8] = [], from transport: any Transport, at now: Instant) async throws -> [UInt8] {
    let work = try WorkPoll(try input(plan), previous: PreviousResults([try input(previous)]))
    let output = Guarded<[UInt8]>([])
    try await work.passOn { lines in output.withLock { $0 += lines } }
    await work.read(from: transport, at: now, jobs: 4, deadline: .never) { lines in output.withLock { $0 += lines } }
    return output.withLock { $0 } + work.servers([])
  }

  static func merge(_ results: [UInt8], previous: [UInt8] = [], at now: Instant) async throws -> [UInt8] {
    var merged: [UInt8] = []
    try await WorkMerge.merge(try input(results), previous: PreviousResults([try input(previous)]), at: now) { merged += $0 }
    return merged
  }

  static func assemble(_ merged: [UInt8], at now: Instant) throws -> String {
    let sorted = lines(merged).sorted { $0.lexicographicallyPrecedes($1) }
    var catalog: [UInt8] = []
    var assembly = try WorkAssembly(reader(Array(sorted.joined())), generatedAt: now)
    try assembly.write { catalog += $0 }
    return String(decoding: catalog, as: UTF8.self)
  }

  /// The catalog of one campus after the other.
  static func assembleCampuses(_ merged: [UInt8], at now: Instant) throws -> [String] {
    let sorted = lines(merged).sorted { $0.lexicographicallyPrecedes($1) }
    var assembly = try WorkAssembly(reader(Array(sorted.joined())), generatedAt: now)
    return try assembly.campusIDs.map { campus in
      var catalog: [UInt8] = []
      try assembly.write(campus) { catalog += $0 }
      return String(decoding: catalog, as: UTF8.self)
    }
  }

  // MARK: - Lines

  static func input(_ bytes: [UInt8]) throws -> WorkInput {
    var reader = reader(bytes)
    return try WorkInput(reading: &reader)
  }

  /// Reads in pieces that do not end with lines.
  static func reader(_ bytes: [UInt8]) -> WorkReader {
    var rest = bytes[...]
    return WorkReader("test") {
      defer { rest = rest.dropFirst(1000) }
      return Array(rest.prefix(1000))
    }
  }

  /// Returns the lines, each with its line feed.
  static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for end in bytes.indices where bytes[end] == UInt8(ascii: "\n") {
      lines.append(bytes[start...end])
      start = end + 1
    }
    return lines
  }

  /// Divides lines among up to three processes, in any order. Lines with the same key of `group` stay together; those without one go to
  /// the first.
  mutating func divided(_ bytes: [UInt8], by group: (String) -> String?) -> [[UInt8]] {
    let count = Int.random(in: 1...3, using: &generator)
    var parts: [[UInt8]] = Array(repeating: [], count: count)
    var processes: [String: Int] = [:]
    for line in Self.lines(bytes).shuffled(using: &generator) {
      var process = 0
      if let key = group(String(decoding: line, as: UTF8.self)) {
        process = processes[key] ?? Int.random(in: 0..<count, using: &generator)
        processes[key] = process
      }
      parts[process] += line
    }
    return parts
  }

  /// Returns a function that returns what belongs together of lines of results: the campus, or the group of campuses that catalogs may deliver.
  /// Nil for a server, which no merge needs.
  static func campus(_ results: [UInt8]) throws -> (String) -> String? {
    var groups: [String: String] = [:]
    for line in lines(results) {
      let value = try JSONDocument(parsing: Array(line)).root
      guard value["type"]?.string == "campus", let group = value["group"]?.string else { continue }
      groups[String((value["key"]?.string ?? "").dropFirst(2))] = group
    }
    return { [groups] line in
      let key = line.dropFirst(#"{"key":""#.count).prefix { $0 != "\"" }
      guard !key.hasPrefix("4"), let campus = key.dropFirst(2).split(separator: "/").first.map(String.init) else { return nil }
      return groups[campus] ?? campus
    }
  }

  /// The group of a feed or a server; nil for other lines.
  static func group(_ line: String) -> String? {
    line.firstRange(of: #""group":""#).map { line[$0.upperBound...].prefix { $0 != "\"" } }.map(String.init)
  }

  /// Merges divided results.
  mutating func catalog(_ results: [UInt8], previous: [UInt8] = [], at now: Instant) async throws -> String {
    var merged: [UInt8] = []
    for part in try divided(results, by: Self.campus(results)) { merged += try await Self.merge(part, previous: previous, at: now) }
    return try Self.assemble(merged, at: now)
  }
}

extension CatalogParts {
  var text: String {
    get throws {
      var bytes: [UInt8] = []
      try CatalogWriter.write(self) { bytes += $0 }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
