import Aggregation
import Basics
import CampusCatalog
import Fetching

/// Collects events.
final class EventCollector: Sendable {
  private let state = Guarded<[FetchEvent]>([])

  func take(_ event: FetchEvent) { state.withLock { $0.append(event) } }

  var events: [FetchEvent] { state.withLock { $0 } }

  func clear() { state.withLock { $0 = [] } }

  func named(_ name: String) -> [FetchEvent] { events.filter { $0.event == name } }

  /// The final events of a feed.
  func endings(of feed: FeedID) -> [FetchEvent] {
    let names = ["feed.fresh", "feed.unchanged", "feed.stale", "feed.absent", "feed.disabled"]
    return events.filter { $0.feed == feed && names.contains($0.event) }
  }
}
