public import CampusCatalog
import OpeningHours

/// A file of a static site, by its path: `catalog.json` for all campuses, `penn/catalog.json` for one.
public struct SiteFile: Sendable, Hashable {
  /// The content of a file. Raw values are the names of the files.
  public enum Content: String, Sendable, CaseIterable {
    /// Empty. With this file, GitHub Pages publishes the files as they are.
    case marker = ".nojekyll"
    case json = "catalog.json"
    case ndjson = "catalog.ndjson"
    case geojson = "catalog.geojson"
    case ics = "catalog.ics"
    /// The changes that runs saw, if the catalog is from a store.
    case changes = "changes.atom"
    case page = "index.html"

    var format: ExportFormat? {
      switch self {
      case .marker: nil
      case .json: .json
      case .ndjson: .ndjson
      case .geojson: .geojson
      case .ics: .ics
      case .changes: .atom
      case .page: .html
      }
    }

    /// Returns the name for people, in links; nil for files to which no page links.
    func title(in words: WordTable) -> String? {
      switch self {
      case .marker, .page, .ndjson: nil
      case .json: "JSON"
      case .geojson: "GeoJSON"
      case .ics: words.text("calendar")
      case .changes: words.text("changes")
      }
    }
  }

  /// The campus that the file is about; nil for all.
  public let campus: CampusID?
  public let content: Content

  init(_ content: Content, of campus: CampusID? = nil) { (self.content, self.campus) = (content, campus) }

  /// Parses the path of a file that a site may have; nil for any other path.
  public init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let content = parts.last.flatMap({ Content(rawValue: String($0)) }) else { return nil }
    guard parts.count == 2 else {
      self.init(content)
      return
    }
    guard let campus = CampusID(String(parts[0])), content != .marker else { return nil }
    self.init(content, of: campus)
  }

  /// The path below the folder of the site.
  public var path: String { campus.map { "\($0)/\(content.rawValue)" } ?? content.rawValue }

  /// The media type (RFC 6838).
  public var mediaType: String { content.format?.mediaType ?? "text/plain" }
}
