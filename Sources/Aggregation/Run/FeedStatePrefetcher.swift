import CampusCatalog
import FeedKit
import Locking
import StoreInterface

/// Reads the stored states of feeds in pages, one page ahead of the feeds that are being polled.
///
/// One task calls `read` while the others call `known`. Those that have to wait resume in the order of the feeds.
final class FeedStatePrefetcher: Sendable {
  /// The stored data of one feed.
  struct Known: Sendable {
    /// The state; nil for a feed that was never polled.
    var state: FeedState?
    /// The lines of its last good result, if the store returned them in advance.
    var lines: LazyEntryLines?
  }

  private typealias Answer = Result<Known, StoreError>

  private struct State {
    /// The data of feeds that have been read but not requested yet, by index.
    var answers: [Int: Answer] = [:]
    var waiting: [(index: Int, waiter: CheckedContinuation<Answer, Never>)] = []
    /// The end of the range of requested feeds.
    var requested = 0
    /// The reading task, if it waits until feeds up to `end` have been requested.
    var reader: (end: Int, waiter: CheckedContinuation<Void, Never>)?
  }

  /// The number of feeds in a page: few at first, so that polling starts early.
  private static let pageSizes = (first: 16, largest: 128)

  private let feeds: [FeedID]
  private let store: any FeedStore
  private let state = Guarded(State())

  /// - Parameter feeds: the feeds in the approximate order in which they will be requested.
  init(of feeds: [FeedID], in store: any FeedStore) {
    self.feeds = feeds
    self.store = store
  }

  // MARK: - Requesting

  /// Returns the stored data of a feed, waiting for it if necessary. Call it once for each feed.
  ///
  /// - Parameter index: the index of the feed.
  /// - Throws: the error from reading its page.
  func known(_ index: Int) async throws(StoreError) -> Known {
    let answer = await withCheckedContinuation { waiter in
      let (answer, reader) = state.withLock { state -> (Answer?, CheckedContinuation<Void, Never>?) in
        let answer = state.answers.removeValue(forKey: index)
        if answer == nil { state.waiting.append((index, waiter)) }
        return (answer, Self.noteRequest(index, &state))
      }
      reader?.resume()
      if let answer { waiter.resume(returning: answer) }
    }
    return try answer.get()
  }

  /// Records that a feed was requested. Returns the reading task if it can continue.
  private static func noteRequest(_ index: Int, _ state: inout State) -> CheckedContinuation<Void, Never>? {
    state.requested = max(state.requested, index + 1)
    guard let reader = state.reader, reader.end <= state.requested else { return nil }
    state.reader = nil
    return reader.waiter
  }

  // MARK: - Reading

  /// Reads the data of all feeds, at most one page ahead of the requested feeds.
  func read() async {
    var (last, start, size) = (0, 0, Self.pageSizes.first)
    while start < feeds.count {
      if start > 0 { await waitUntilRequested(for: last + 1) }
      let end = min(start + size, feeds.count)
      deliver(await Self.read(Array(feeds[start..<end]), store), start..<end)
      (last, start, size) = (start, end, min(size * 2, Self.pageSizes.largest))
    }
  }

  private func waitUntilRequested(for end: Int) async {
    await withCheckedContinuation { waiter in
      let isRequested = state.withLock { state in
        if state.requested < end { state.reader = (end, waiter) }
        return state.requested >= end
      }
      if isRequested { waiter.resume() }
    }
  }

  private func deliver(_ page: Result<[FeedID: Known], StoreError>, _ indices: Range<Int>) {
    let answers = indices.map { index in page.map { $0[feeds[index]] ?? Known() } }
    let served = state.withLock { state in
      let served = state.waiting.filter { indices.contains($0.index) }.sorted { $0.index < $1.index }
      state.waiting.removeAll { indices.contains($0.index) }
      for (index, answer) in zip(indices, answers) { state.answers[index] = answer }
      for (index, _) in served { state.answers[index] = nil }
      return served
    }
    for (index, waiter) in served { waiter.resume(returning: answers[index - indices.lowerBound]) }
  }

  private static func read(_ feeds: [FeedID], _ store: any FeedStore) async -> Result<[FeedID: Known], StoreError> {
    do throws(StoreError) {
      let states = try await store.states(of: feeds)
      // Errors are ignored here: the lines are read again when they are needed, which reports the error.
      let lines = (try? await store.lines(of: states.values.compactMap(\.lastGood))) ?? [:]
      return .success(states.mapValues { state in Known(state: state, lines: state.lastGood.flatMap { lines[$0.content] }) })
    } catch {
      return .failure(error)
    }
  }
}
