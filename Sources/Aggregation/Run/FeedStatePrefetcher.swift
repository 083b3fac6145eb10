import Basics
import CampusCatalog
import FeedKit

/// Reads the stored states and results of feeds page by page, one page ahead of the feeds that are read.
final class FeedStatePrefetcher: Sendable {
  private typealias Page = Result<[FeedID: StoredFeed], StoreError>

  private struct State {
    /// The pages after the first that are needed, with the numbers of their feeds that have not been asked for.
    var pages: [Int: (page: Task<Page, Never>, left: Int)] = [:]
    /// The number of the last page that was started.
    var last = 0
  }

  private static let pageSize = 64

  private let store: (any FeedStore)?
  private let readings: [Plan.Reading]
  private let order: [Int]
  /// Tasks that wait for the same page continue in any order, and the first feeds should start in theirs.
  private let first: Page
  private let state = Guarded(State())

  /// Reads the first page.
  ///
  /// - Parameter order: the indices of the feeds in the order in which they are read.
  init(_ store: (any FeedStore)?, _ readings: [Plan.Reading], in order: [Int]) async {
    (self.store, self.readings, self.order) = (store, readings, order)
    first = await Self.read(order.prefix(Self.pageSize).map { readings[$0].feed.id }, from: store)
  }

  /// Returns the stored data of a feed. Call it once for each.
  func stored(at turn: Int) async -> Result<StoredFeed, StoreError> {
    guard store != nil else { return .success(StoredFeed()) }
    let number = turn / Self.pageSize
    let page = state.withLock { state in
      // Other tasks may be pages ahead.
      while state.last <= number, (state.last + 1) * Self.pageSize < order.count { startNextPage(&state) }
      let page = state.pages[number]?.page
      state.pages[number]?.left -= 1
      if state.pages[number]?.left == 0 { state.pages[number] = nil }
      return page
    }
    return await (page?.value ?? first).map { $0[readings[order[turn]].feed.id] ?? StoredFeed() }
  }

  private func startNextPage(_ state: inout State) {
    let before = state.pages[state.last]?.page
    state.last += 1
    let feeds = order[(state.last * Self.pageSize)...].prefix(Self.pageSize).map { readings[$0].feed.id }
    let page = Task { [store] in
      _ = await before?.value
      return await Self.read(feeds, from: store)
    }
    state.pages[state.last] = (page, feeds.count)
  }

  private static func read(_ feeds: [FeedID], from store: (any FeedStore)?) async -> Page {
    guard let store else { return .success([:]) }
    do throws(StoreError) {
      let states = try await store.states(of: feeds)
      // Errors are ignored here: the lines are read again when they are needed, which reports the error.
      let lines = (try? await store.lines(of: states.values.compactMap(\.lastGood))) ?? [:]
      return .success(states.mapValues { state in StoredFeed(state: state, lines: state.lastGood.flatMap { lines[$0.content] }) })
    } catch {
      return .failure(error)
    }
  }
}
