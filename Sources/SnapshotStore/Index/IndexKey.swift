public import CampusCatalog
import Crypto
public import FeedCore
import OpeningHours

/// What an index was made of: another key, another index. It names all that its answers depend on, so that an index with the
/// right key is never stale.
public struct IndexKey: Sendable, Hashable {
  let text: String

  /// - Parameters:
  ///   - states: what the store keeps of the feeds: their last good results count, not when they were checked.
  ///   - registry: a digest of all that decides what becomes of them, such as registry files and the version of the program.
  public init(states: [FeedID: FeedState], registry: String) {
    var hash = SHA256()
    func add(_ text: String) {
      hash.update(data: Array("\(text.utf8.count):\(text)\n".utf8))
    }
    add("campus-index/\(IndexSchema.version)")
    add(Zone.dataVersion)
    add(registry)
    for (feed, state) in states.sorted(by: { $0.key < $1.key }) {
      add(feed.description)
      add(state.key)
      add(state.lastGood?.content ?? "")
    }
    text = hash.finalize().hexadecimal
  }
}
