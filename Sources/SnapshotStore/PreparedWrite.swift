import CampusCatalog
import FeedKit
import Fetching
import Foundation

/// A write that is ready for its transaction: everything that needs no file, such as compression, is done.
enum PreparedWrite: Sendable {
  case feed(PreparedFeedUpdate)
  case hosts([HostUpdate])
  case run(PreparedRun)
  case addFavorite(Favorite)
  case removeFavorites([EntryID])
  case watch(WatchRow)

  /// An estimate of the bytes that it adds to the file, from which `CommitQueue` decides how many writes share a transaction.
  var size: Int {
    switch self {
    case .feed(let update): update.contents.reduce(4096) { $0 + $1.bytes.count }
    case .hosts(let hosts): hosts.count * 128
    case .run(let run): run.contents.reduce(512) { $0 + $1.bytes.count }
    case .addFavorite, .watch: 256
    case .removeFavorites(let ids): ids.count * 256
    }
  }
}
