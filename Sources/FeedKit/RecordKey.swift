import Hashing

/// Derives keys for records that have none in their feed.
public enum RecordKey {
  /// Returns the first 32 hexadecimal digits of the SHA-256 of the texts in UTF-8, separated by NUL.
  public static func hash(_ texts: String...) -> String { hash(list: texts) }

  package static func hash(list texts: [String]) -> String {
    var hash = SHA256()
    for (index, text) in texts.enumerated() {
      if index > 0 { hash.update([0]) }
      hash.update(Array(text.utf8))
    }
    return hash.finalize().withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0.prefix(16)).hexadecimal }
  }
}
