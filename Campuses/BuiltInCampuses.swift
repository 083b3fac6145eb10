/// The registry files of the built-in campuses: every JSON file in this folder.
public enum BuiltInCampuses {
  /// Text by file name ("penn.json"), sorted by name.
  public static let files: [(name: String, text: String)] = EmbeddedFiles.texts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
}
