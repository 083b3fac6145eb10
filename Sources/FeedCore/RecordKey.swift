import CampusCatalog
import Hashing

/// Makes keys for records that have none in their feed.
public enum RecordKey {
  /// 32 hexadecimal digits of SHA-256 over the UTF-8 bytes of the texts, a NUL between them.
  public static func hash(_ texts: String...) -> String { hash(list: texts) }

  static func hash(list texts: [String]) -> String {
    var hash = SHA256()
    for (index, text) in texts.enumerated() {
      if index > 0 { hash.update([0]) }
      hash.update(Array(text.utf8))
    }
    return hash.finalize().withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0.prefix(16)).hexadecimal }
  }
}

/// Makes keys of requests. A key is stored with validators, so that these are never sent with another request.
public enum RequestKey {
  /// - Parameter headers: as they are sent; the key is a digest and shows nothing of them.
  public static func of(_ url: String, headers: [Feed.Header]) -> String {
    var texts = [url]
    for header in headers { texts += [header.name.lowercased(), header.value] }
    return RecordKey.hash(list: texts)
  }
}
