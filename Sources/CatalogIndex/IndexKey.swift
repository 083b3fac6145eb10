import Basics

/// A digest of everything that an index depends on, campus by campus. An index with a different key is updated before it is used.
public struct IndexKey: Sendable, Hashable {
  let text: String
  /// The digest of what every row depends on: the format of the index, the version of the time zone data and that of the program.
  let edition: String
  /// For each campus, the digest of what its entries depend on.
  let campuses: [CampusID: String]

  /// - Parameters:
  ///   - states: the stored states of the feeds, of which the last good results count, but not the times.
  ///   - registry: a digest of everything that affects entries besides the feeds, such as registry files.
  ///   - program: the version of the program, which affects how entries are read and words are folded.
  public init(states: [FeedID: FeedState], registry: String, program: String = "") {
    edition = Self.digest(["campus-index/\(IndexSchema.version)", Zone.dataVersion, program])
    var parts: [CampusID: [String]] = [:]
    for (feed, state) in states.sorted(by: { $0.key < $1.key }) {
      parts[feed.campus, default: [registry]] += [feed.description, state.key, state.lastGood?.content ?? ""]
    }
    campuses = parts.mapValues(Self.digest)
    text = Self.digest([edition, registry] + campuses.sorted { $0.key < $1.key }.flatMap { [$0.key.description, $0.value] })
  }

  /// Returns the SHA-256 of texts, each preceded by its length, so that `["ab", "c"]` and `["a", "bc"]` differ.
  private static func digest(_ parts: [String]) -> String {
    var hash = SHA256()
    for part in parts { hash.update(Array("\(part.utf8.count):\(part)\n".utf8)) }
    return hash.finalize().hexadecimal
  }
}
