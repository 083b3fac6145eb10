import CampusCatalog
import FeedCore
import Locking

/// What a store knows of the feeds of a run. It is read some feeds at a time, and the next ones while these are polled.
final class Past: Sendable {
  /// What is known of one feed.
  struct Known: Sendable {
    /// Nil for a feed that was never read.
    var state: FeedState?
    /// The lines of its last good result, where the store gave them ahead.
    var lines: KeptLines?
  }

  private typealias Page = Result<[FeedID: Known], StoreError>

  private struct State {
    /// By number; those of which all feeds were asked for are let go. `left` feeds of a page have not been asked for.
    var pages: [Int: (page: Task<Page, Never>, left: Int)] = [:]
    /// How many pages have been begun.
    var begun = 0
  }

  /// The first page is small, so that the first requests need not wait long.
  private static let pageSizes = (first: 16, others: 128)

  private static func page(of index: Int) -> Int { index < pageSizes.first ? 0 : 1 + (index - pageSizes.first) / pageSizes.others }

  private static func start(of page: Int) -> Int { page == 0 ? 0 : pageSizes.first + (page - 1) * pageSizes.others }

  private let feeds: [FeedID]
  private let store: any FeedStore
  private let state = Guarded(State())

  /// - Parameter feeds: in the order in which they will be asked for; some may overtake others.
  init(of feeds: [FeedID], in store: any FeedStore) {
    self.feeds = feeds
    self.store = store
    state.withLock { readOn(to: 0, &$0) }
  }

  /// Waits until something is known: those that wait for it together would go on in no order.
  func begin() async { _ = await state.withLock { $0.pages[0]?.page }?.value }

  /// What is known of a feed; to be asked once for each.
  ///
  /// - Parameter index: its place among the feeds.
  /// - Throws: what reading it, or one of those that are read with it, threw.
  func known(_ index: Int) async throws(StoreError) -> Known {
    let number = Self.page(of: index)
    let page = state.withLock { state in
      readOn(to: number + 1, &state)
      let page = state.pages[number]?.page
      state.pages[number]?.left -= 1
      if state.pages[number]?.left == 0 { state.pages[number] = nil }
      return page
    }
    return try await page?.value.get()[feeds[index]] ?? Known()
  }

  /// Begins to read the pages that have not been begun, as far as this one.
  private func readOn(to number: Int, _ state: inout State) {
    while state.begun <= number {
      let ids = feeds.dropFirst(Self.start(of: state.begun)).prefix(Self.start(of: state.begun + 1) - Self.start(of: state.begun))
      guard !ids.isEmpty else { return }
      state.pages[state.begun] = (Task { [store] in await Self.read(Array(ids), store) }, ids.count)
      state.begun += 1
    }
  }

  private static func read(_ feeds: [FeedID], _ store: any FeedStore) async -> Page {
    do throws(StoreError) {
      let states = try await store.states(of: feeds)
      // What can not be read now is read, and found wanting, when it is needed.
      let lines = (try? await store.lines(of: states.values.compactMap(\.lastGood))) ?? [:]
      return .success(states.mapValues { state in Known(state: state, lines: state.lastGood.flatMap { lines[$0.content] }) })
    } catch {
      return .failure(error)
    }
  }
}
