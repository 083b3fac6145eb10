import CampusCatalog
import Crypto

/// Keys for records of feeds that have none.
public enum RecordKey {
  /// 32 hexadecimal digits of SHA-256 over the UTF-8 bytes of the texts, a NUL between them.
  public static func hash(_ texts: String...) -> String {
    var hash = SHA256()
    for (index, text) in texts.enumerated() {
      if index > 0 { hash.update(data: [0]) }
      hash.update(data: Array(text.utf8))
    }
    return String(hash.finalize().hexadecimal.prefix(32))
  }
}
