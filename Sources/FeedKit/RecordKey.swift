import Basics

/// Derives keys for records that have none in their feed.
public enum RecordKey {
  /// Returns the first 32 hexadecimal digits of the SHA-256 of the texts in UTF-8, separated by NUL.
  public static func hash(_ texts: String...) -> String { hash(list: texts) }

  package static func hash(list texts: [String]) -> String {
    String(SHA256.hash(Array(texts.joined(separator: "\0").utf8)).hexadecimal.prefix(32))
  }
}
