public import Aggregation
public import FeedKit
import Fetching

/// A recorded case: replies in the layout of recordings, the moment of the question, and the expected result.
///
///     case.json                       {"about": "one line: why this day is interesting", "at": "2025-03-09T12:00:00-04:00"}
///     registry.json                   campuses and feeds that are not built in; may be missing
///     <campus>/<feed>/<request>.json  replies, byte for byte, each with an optional <request>.meta.json
///     expected.ndjson                 a line for each feed, then one for each entry
public struct RecordedCase: Sendable {
  /// Why the case is interesting, in one line.
  public let about: String
  /// The moment of the run.
  public let at: Instant
  /// The built-in campuses and feeds, and the case's.
  public let registry: Registry
  private let file: @Sendable (String) throws -> [UInt8]?

  /// An error in a case.
  public struct Fault: Error, Sendable, Hashable {
    /// The problem, with the name of the file.
    public let message: String
  }

  /// - Parameters:
  ///   - open: returns the mapping file that the registry file of the case names.
  ///   - executable: returns the adapter that runs a command of the registry file of the case.
  ///   - file: returns the contents of a file by its path in the case's folder; nil if there is none.
  public init(
    registry: Registry = Registry(), open: (String) throws(MappingFileError) -> (name: String, bytes: [UInt8]) = Registry.openNothing,
    executable: (ExecutableCommand) throws(MappingFileError) -> any FeedAdapter = Registry.runNothing,
    file: @escaping @Sendable (String) throws -> [UInt8]?
  ) throws(Fault) {
    guard let bytes = try? file("case.json") else { throw Fault(message: "there is no case.json") }
    do {
      let document = try JSONDocument(parsing: bytes)
      try document.root.expectOnly(["about", "at"])
      about = try document.root.requiredText("about")
      at = try document.root.requiredParsed("at", "a time such as \"2026-11-21T12:00:00-05:00\"") { Instant($0) }
      guard let own = try file("registry.json") else {
        self.registry = registry
        self.file = file
        return
      }
      self.registry = try registry.adding(own, file: "registry.json", open: open, executable: executable)
    } catch let error as JSONFieldError {
      throw Fault(message: "case.json: \(error.message)")
    } catch {
      throw Fault(message: "\(error)")
    }
    self.file = file
  }

  /// Runs over the recorded replies.
  ///
  /// - Parameter adapter: the adapter under test, for the feeds whose adapter has its id; nil for the registered ones.
  public func run(_ adapter: (any FeedAdapter)? = nil) async throws -> Aggregator.Run {
    let recording = Recording { [file] path in try file(path) }
    let registry = adapter.map { self.registry.replacing($0) } ?? self.registry
    return await Aggregator(transport: recording, delivered: .replayed).read(try Plan(RunSelection(), in: registry), at: at, now: at)
  }

  /// Reads the replies of the first feed of an adapter that has some.
  ///
  /// - Returns: the feed, and the reading; nil if the case has no replies for a feed of this adapter.
  public func trial(of adapter: any FeedAdapter) async -> (feed: Feed, trial: AdapterTrial)? {
    for feed in registry.feeds where feed.adapter == adapter.manifest.id {
      let recording = Recording(files: file) { String($0.trimmingPrefix("\(feed.id)/")) }
      let trial = await AdapterTrial(adapter, feed: feed, recording: recording)
      if !trial.isEmpty { return (feed, trial) }
    }
    return nil
  }

  /// The expected lines; nil if there are none yet.
  public func expected() throws -> [String]? {
    try file("expected.ndjson").map(Self.lines)
  }

  /// Returns the feeds of a result whose replies were refused by their adapter.
  public static func refusals(in catalog: Catalog) -> [FeedReport] {
    catalog.feeds.filter { feed in
      [.stale, .absent].contains(feed.outcome) && feed.reason.map { $0.isContentFailure || $0.group == .plugin } ?? false
    }
  }

  /// Returns the differences in the lines of a result: for each feed and entry, the values that are not as expected.
  public static func differences(_ lines: [String], _ expected: [String]) -> [String] {
    func byID(_ lines: [String]) -> [(id: String, values: [(path: String, json: String)])] {
      lines.map { line in
        let values = JSONTree(parsing: Array(line.utf8)).map { leaves(of: $0) } ?? [("", line)]
        let id = values.first { $0.0 == "id" || $0.0 == "feed" }?.1 ?? line
        return (String(id.drop { $0 == "\"" }.prefix { $0 != "\"" }), values)
      }
    }
    let (found, wanted) = (byID(lines), byID(expected))
    let results = Dictionary(found.map { ($0.id, $0.values) }) { first, _ in first }
    let ids = Set(wanted.map(\.id))
    var differences: [String] = []
    for (id, values) in wanted {
      guard let result = results[id] else {
        differences.append("\(id): is missing")
        continue
      }
      for (path, json) in values {
        let other = result.first { $0.path == path }?.json
        if other != json { differences.append("\(id): \(path): expected \(json), got \(other ?? "nothing")") }
      }
      for (path, json) in result where !values.contains(where: { $0.path == path }) {
        differences.append("\(id): \(path): expected nothing, got \(json)")
      }
    }
    for (id, _) in found where !ids.contains(id) { differences.append("\(id): is not expected") }
    // The same values, in another order or form.
    return differences.isEmpty && lines != expected ? ["the same values, but in another order"] : differences
  }

  /// Returns the values of a line with their paths. Lists are values: "labels", not "labels.0".
  private static func leaves(of tree: JSONTree, at path: String = "") -> [(path: String, json: String)] {
    guard case .object(let members) = tree else { return [(path, tree.text)] }
    return members.flatMap { leaves(of: $0.value, at: path.isEmpty ? $0.key : "\(path).\($0.key)") }
  }

  /// Returns the result of a run as the lines of `expected.ndjson`: one for each feed (outcome, reason, counts and the codes of its notes),
  /// then one for each entry.
  public static func lines(of catalog: Catalog) -> [String] {
    let feeds = catalog.feeds.map { feed in
      var writer = JSONWriter(capacity: 1024)
      writer.beginObject()
      writer.member("feed", feed.id.description)
      writer.member("outcome", feed.outcome.rawValue)
      writer.member("reason", feed.reason?.description)
      writer.member("entries", feed.entries)
      writer.member("rejected", feed.rejected)
      writer.list("notes", feed.notes) { $1.string("\($0.code)\($0.pointer.map { " \($0)" } ?? "")") }
      writer.endObject()
      return writer.text
    }
    return feeds + lines(EntryLines(catalog.entries).bytes)
  }

  private static func lines(_ text: [UInt8]) -> [String] { String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init) }
}
