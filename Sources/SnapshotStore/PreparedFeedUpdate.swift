import CampusCatalog
import FeedKit
import StoreInterface

/// A feed update with its contents compressed and verified. A class, because it is large to copy.
///
/// Contents are hashed and compressed before the transaction begins, so that this does not prolong the write lock.
final class PreparedFeedUpdate: Sendable {
  /// The zstd level of bodies, which are rarely read: only when the adapter of a feed has changed.
  private static let bodyLevel: Int32 = 3
  /// The zstd level of entries, which every run reads.
  private static let entriesLevel: Int32 = 1

  let state: FeedState
  let isStream: Bool
  let confirmed: FeedState?
  /// The last good result with the name of its entries; nil if there is none.
  let result: (content: ContentID, lastGood: FeedState.LastGood)?
  let requests: [RequestRow]
  /// Contents that may be new: the entries first, then bodies that a request of the state names. Other bodies of the update are
  /// dropped.
  let contents: [StoredContent]
  /// The new entry lines, to be compared with the previous ones.
  let lines: [UInt8]?

  /// Verifies and compresses an update.
  ///
  /// - Throws: `store.corrupt` if a content does not have the SHA-256 that the state names, or a name is not an SHA-256; `store.full`
  ///   for a content of more than `StoredContent.largest` bytes.
  init(_ update: FeedUpdate) throws(StoreError) {
    state = update.state
    isStream = update.isStream
    confirmed = update.confirmed
    let feed = state.feed
    var requests: [RequestRow] = []
    for (label, request) in state.requests {
      guard let body = ContentID(request.body) else {
        throw StoreError(.storeCorrupt, "the request \(label) of \(feed) names its body by something that is not an SHA-256")
      }
      requests.append(RequestRow(feed: feed, label: label, body: body, request))
    }
    self.requests = requests
    if let lastGood = state.lastGood {
      guard let content = ContentID(lastGood.content) else {
        throw StoreError(.storeCorrupt, "the result of \(feed) names its content by something that is not an SHA-256")
      }
      result = (content, lastGood)
    } else {
      result = nil
    }
    var contents: [StoredContent] = []
    if let entries = update.entries {
      let name = state.lastGood?.content ?? ""
      contents.append(try StoredContent(packing: entries, named: name, level: Self.entriesLevel, "the list of entries of \(feed)"))
    }
    let named = Set(state.requests.values.map(\.body))
    for (sha256, bytes) in update.bodies where named.contains(sha256) {
      contents.append(try StoredContent(packing: bytes, named: sha256, level: Self.bodyLevel, "a body of \(feed)"))
    }
    self.contents = contents
    lines = update.entries
  }

  /// Whether result, requests and bodies are the same as before, so that only times and validators change.
  func onlyConfirms(_ known: FeedState) -> Bool {
    contents.isEmpty && requests.count == known.requests.count
      && requests.allSatisfy { known.requests[$0.label]?.body == $0.state.body }
      && result?.lastGood.isSameResult(as: known.lastGood) == true
  }
}
