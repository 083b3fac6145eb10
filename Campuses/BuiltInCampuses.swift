/// The registry files of the built-in campuses: all JSON files in this folder.
public enum BuiltInCampuses {
  /// The names (such as "penn.json") and contents of the files, sorted by name.
  public static let files: [(name: String, text: String)] = EmbeddedFiles.texts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
}
