package import CampusCatalog
import FeedKit
package import SimdJSON

/// One line of the filters `aggregate work …`: a JSON object that begins with its sort key.
///
///     {"key":"3 penn/dining/593","type":"entry","version":1,"entry":{"id":"penn/dining/593",…}}
///
/// Sorted by their bytes, the lines of a catalog are in its order. Docs/reference/work.md describes all types.
package enum WorkLine: Sendable {
  /// A feed that is due.
  case feed(WorkFeed)
  /// A campus, for merging and for the catalog.
  case campus(WorkCampus)
  /// The result of a feed, without its entries.
  case result(WorkResult)
  /// The report of a feed in a catalog.
  case report(FeedReport)
  /// An entry of a feed, or of the catalog that is made. If a feed is a catalog that others made, its entries have its id.
  case entry(Entry, from: FeedID?)
  /// The state of a server.
  case server(WorkServer)

  /// The version of the format.
  static let version = 1

  /// The text by which lines are sorted: the number of the type in the order of a catalog, and an id.
  package var key: String {
    switch self {
    case .feed(let feed): "0 \(feed.group) \(feed.feed.id)"
    case .campus(let campus): "1 \(campus.id)"
    case .result(let result): "2 \(result.report.id)"
    case .report(let report): "2 \(report.id)"
    case .entry(let entry, let catalog): Self.key(ofEntry: entry.id.description, from: catalog)
    case .server(let server): "4 \(server.origin)"
    }
  }

  private static func key(ofEntry id: String, from catalog: FeedID?) -> String { catalog.map { "3 \($0) \(id)" } ?? "3 \(id)" }
}

// MARK: - Writing

extension WorkLine {
  /// Returns the line, with its line feed.
  package var bytes: [UInt8] {
    Self.bytes(key, type) { writer in
      switch self {
      case .feed(let feed): feed.writeMembers(to: &writer)
      case .campus(let campus): campus.writeMembers(to: &writer)
      case .result(let result): result.writeMembers(to: &writer)
      case .report(let report):
        writer.key("report")
        report.write(to: &writer)
      case .entry(let entry, let catalog):
        writer.member("from", catalog?.description)
        writer.key("entry")
        entry.write(to: &writer)
      case .server(let server): server.writeMembers(to: &writer)
      }
    }
  }

  /// Returns the lines of entries, each with its line feed.
  ///
  /// - Parameter feed: the feed of a result; nil for the entries of the catalog that is made.
  static func bytes(of lines: EntryLines, of feed: FeedID? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    let prefix = feed.map { Array("\($0)/".utf8) } ?? []
    lines.bytes.withUnsafeBytes { text in
      for line in EntryLine.all(in: text) {
        let catalog = line.id.starts(with: prefix) ? nil : feed
        bytes += Self.bytes(key(ofEntry: String(decoding: line.id, as: UTF8.self), from: catalog), "entry") { writer in
          writer.member("from", catalog?.description)
          writer.key("entry")
          writer.json(line.bytes)
        }
      }
    }
    return bytes
  }

  private static func bytes(_ key: String, _ type: String, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(capacity: 1024)
    writer.beginObject()
    writer.member("key", key)
    writer.member("type", type)
    writer.member("version", version)
    members(&writer)
    writer.endObject()
    writer.literal("\n")
    return writer.bytes
  }

  private var type: String {
    switch self {
    case .feed: "feed"
    case .campus: "campus"
    case .result: "result"
    case .report: "report"
    case .entry: "entry"
    case .server: "server"
    }
  }
}

// MARK: - Reading

extension WorkLine {
  /// - Throws: an error for a line of another version, with unknown members or an invalid value, or with a key that is not its own.
  package init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected a line of aggregate work (an object), found \(value.kind)") }
    let type = try value.requiredText("type")
    guard let version = try value.integer("version") else { throw value.fault(.missing, "\"version\" is missing") }
    guard version == Int64(Self.version) else {
      throw value.fault(
        .value, at: "version", "this program reads version \(Self.version); use the same version of aggregate for all steps")
    }
    switch type {
    case "feed": self = .feed(try WorkFeed(reading: value))
    case "campus": self = .campus(try WorkCampus(reading: value))
    case "result": self = .result(try WorkResult(reading: value))
    case "report":
      try value.expectOnly(["key", "type", "version", "report"])
      self = .report(try FeedReport(reading: value.requiredObject("report")))
    case "entry":
      try value.expectOnly(["key", "type", "version", "from", "entry"])
      self = .entry(
        try Entry(reading: value.requiredObject("entry")), from: try value.parsed("from", "the id of a catalog's feed") { FeedID($0) })
    case "server": self = .server(try WorkServer(reading: value))
    default:
      throw value.fault(.value, at: "type", "unknown type \"\(type)\"; use feed, campus, result, report, entry or server")
    }
    guard try value.requiredText("key") == key else { throw value.fault(.value, at: "key", "the key of this line is \"\(key)\"") }
  }
}
