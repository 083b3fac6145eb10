public import CampusCatalog

/// The registry files of the built-in campuses: `Campuses/<country>/<campus>.json`, and `Campuses/everywhere.json`. They may name tables of
/// codes in `Campuses/codes`.
public enum BuiltInCampuses {
  /// The registry file of one campus.
  public struct File: Sendable {
    public let campus: CampusID
    /// The path, such as "Campuses/us/penn.json".
    public let path: String
    let text: String
  }

  /// All files, sorted by campus. The name of a file is the id of its campus, so that it need not be parsed before the campus is named.
  public static let files: [File] = EmbeddedFiles.texts.compactMap { path, text in
    guard path.hasPrefix("Campuses/"), !path.hasPrefix(codes), let name = path.split(separator: "/").last?.dropLast(".json".count) else {
      return nil
    }
    return CampusID(String(name)).map { File(campus: $0, path: path, text: text) }
  }.sorted { $0.campus < $1.campus }

  private static let codes = "Campuses/codes/"

  /// Opens a table of codes that the file of a campus names, such as "../codes/hamburg.json".
  static func open(_ path: String) throws(MappingFileError) -> (name: String, bytes: [UInt8]) {
    let name = codes + (path.split(separator: "/").last ?? "")
    guard path.hasPrefix("../codes/"), let text = EmbeddedFiles.texts[name] else { throw MappingFileError("there is no file \(path)") }
    return (name, Array(text.utf8))
  }

  /// The campuses that are read unless others are selected.
  public static let standard: Set<CampusID> = Set(["everywhere", "gmu", "liverpool", "penn"].compactMap { CampusID($0) })
}
