/// A recording of every built-in feed, in the layout of `--replay` folders. It was written for the project, in the real shapes of the
/// feeds.
public enum SampleRecording {
  /// The bytes of a file; nil if there is none at this path.
  public static func file(_ path: String) -> [UInt8]? { EmbeddedFiles.texts[folder + path].map { Array($0.utf8) } }

  /// The paths of all files, sorted.
  public static var paths: [String] {
    EmbeddedFiles.texts.keys.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }.sorted()
  }

  private static let folder = "Fixtures/sample/"
}
