/// The registry files of the built-in campuses: all JSON files in the folder Campuses.
public enum BuiltInCampuses {
  /// The names (such as "penn.json") and contents of the files, sorted by name.
  public static let files: [(name: String, text: String)] = EmbeddedFiles.texts.filter { $0.key.hasPrefix(folder) }
    .sorted { $0.key < $1.key }.map { (String($0.key.dropFirst(folder.count)), $0.value) }

  private static let folder = "Campuses/"
}
