/// A recording of every built-in feed, in the layout of `--replay` folders. It was written for the project, in the real shapes of the feeds.
public enum SampleRecording {
  /// The bytes of a file; nil if there is none at this path.
  public static func file(_ path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }

  /// The paths of all files, sorted.
  public static var paths: [String] { files.keys.sorted() }

  private static let files = EmbeddedFiles.texts
}
