import CampusCatalog
import FeedKit
import Fetching
import Foundation
import StoreInterface

/// What one call wants to have written, with all work done that needs no file.
enum Change: Sendable {
  case feed(FeedChange)
  case hosts([HostUpdate])
  case run(RunChange)
  case addFavorite(Favorite)
  case removeFavorites([EntryID])
  case watch(WatchRow)

  /// How much it adds to the file, about.
  var size: Int {
    switch self {
    case .feed(let change): change.contents.reduce(4096) { $0 + $1.bytes.count }
    case .hosts(let hosts): hosts.count * 128
    case .run(let change): change.contents.reduce(512) { $0 + $1.bytes.count }
    case .addFavorite, .watch: 256
    case .removeFavorites(let ids): ids.count * 256
    }
  }
}

/// An update whose contents are compressed and whose names are known to be right. A class, because it is large to copy.
final class FeedChange: Sendable {
  /// Bodies are read again when a feed's adapter changes, and that is seldom.
  private static let bodyLevel: Int32 = 3
  /// Entries are read in each run.
  private static let entriesLevel: Int32 = 1

  let state: FeedState
  let isStream: Bool
  let confirmed: FeedState?
  let result: (content: ContentID, lastGood: FeedState.LastGood)?
  let requests: [RequestRow]
  /// What may be new.
  let contents: [Content]
  /// The entries, to be compared with those before them.
  let lines: [UInt8]?

  init(_ update: FeedUpdate) throws(StoreError) {
    state = update.state
    isStream = update.isStream
    confirmed = update.confirmed
    let feed = state.feed
    var requests: [RequestRow] = []
    for (label, request) in state.requests {
      guard let body = ContentID(request.body) else {
        throw StoreError(.storeCorrupt, "the request \(label) of \(feed) names a body that is no SHA-256")
      }
      requests.append(RequestRow(feed: feed, label: label, body: body, request))
    }
    self.requests = requests
    if let lastGood = state.lastGood {
      guard let content = ContentID(lastGood.content) else {
        throw StoreError(.storeCorrupt, "the result of \(feed) names a content that is no SHA-256")
      }
      result = (content, lastGood)
    } else {
      result = nil
    }
    var contents: [Content] = []
    if let entries = update.entries {
      let name = state.lastGood?.content ?? ""
      contents.append(try Content(packing: entries, named: name, level: Self.entriesLevel, "the list of entries of \(feed)"))
    }
    let named = Set(state.requests.values.map(\.body))
    for (sha256, bytes) in update.bodies where named.contains(sha256) {
      contents.append(try Content(packing: bytes, named: sha256, level: Self.bodyLevel, "a body of \(feed)"))
    }
    self.contents = contents
    lines = update.entries
  }

  /// The same result of the same requests with the same bodies: only times and validators move.
  func onlyConfirms(_ known: FeedState) -> Bool {
    contents.isEmpty && requests.count == known.requests.count
      && requests.allSatisfy { known.requests[$0.label]?.body == $0.state.body }
      && result?.lastGood.isSameResult(as: known.lastGood) == true
  }
}
