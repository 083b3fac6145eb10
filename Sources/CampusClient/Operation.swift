/// The operations of the API, by their ids in its description (`/openapi.json`).
enum Operation: String, CaseIterable, Sendable {
  case getCatalog, exportCatalog, listEntries, getEntry, getEntryCalendar, listCampuses, getCampusCalendar, listFeeds, listMenus, listQuotes
  case listChanges, followChanges, getDescription, getHealth, getReadiness, getMetrics

  /// The path below the address of the server, with names in braces.
  var path: String {
    switch self {
    case .getCatalog: "/api/v1/catalog"
    case .exportCatalog: "/api/v1/catalog.{extension}"
    case .listEntries: "/api/v1/entries"
    case .getEntry: "/api/v1/entries/{campus}/{feed}/{record}"
    case .getEntryCalendar: "/api/v1/entries/{campus}/{feed}/{record}.ics"
    case .listCampuses: "/api/v1/campuses"
    case .getCampusCalendar: "/api/v1/campuses/{campus}.ics"
    case .listFeeds: "/api/v1/feeds"
    case .listMenus: "/api/v1/menus"
    case .listQuotes: "/api/v1/quotes"
    case .listChanges: "/api/v1/changes"
    case .followChanges: "/api/v1/changes.atom"
    case .getDescription: "/openapi.json"
    case .getHealth: "/healthz"
    case .getReadiness: "/readyz"
    case .getMetrics: "/metrics"
    }
  }

  /// Returns the path with values for the names in braces. Values are encoded.
  func path(_ values: [(name: String, value: String)]) -> String {
    values.reduce(path) { path, part in
      path.replacing("{\(part.name)}", with: Parameters.encoded(part.value).replacing("/", with: "%2F"))
    }
  }

  /// Returns the path of an operation on one entry; nil for text that is not an id.
  ///
  /// - Parameter entry: "campus/feed/record", in which other characters than those of ids are written as `%XX`.
  func path(ofEntry entry: String) -> String? {
    let parts = entry.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isIdentifier) }),
      parts[..<2].allSatisfy({ !$0.contains(".") })
    else { return nil }
    // Clients of HTTP remove segments such as "..", so these have a "~" before them.
    let dots = parts[2].drop { $0 == "~" }
    let record = dots == "." || dots == ".." ? "~\(parts[2])" : String(parts[2])
    return path.replacing("{campus}/{feed}/{record}", with: "\(parts[0])/\(parts[1])/\(record)")
  }

  /// Returns whether a byte may be in the parts of an id.
  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "._~-%".utf8.contains(byte)
    }
  }
}
