import Hashing

/// The name of a content: its SHA-256. The file stores it as a blob of 32 bytes.
typealias ContentID = SHA256Digest

extension ContentID {
  private static let prefix = "sha256:"

  /// Parses the `contentHash` of a catalog, such as "sha256:…"; nil for any other text.
  init?(contentHash text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    self.init(String(text.dropFirst(Self.prefix.count)))
  }

  /// Parses a name. `what` begins the message of the error, such as "the result of penn/dining names its content".
  init(_ text: String, _ what: @autoclosure () -> String) throws(StoreError) {
    guard let id = ContentID(text) else { throw StoreError(.storeCorrupt, "\(what()) by something that is not an SHA-256") }
    self = id
  }

  /// The name in the form of a catalog's `contentHash`, such as "sha256:…".
  var contentHash: String { Self.prefix + description }
}
