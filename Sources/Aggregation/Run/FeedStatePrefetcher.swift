import CampusCatalog
import FeedCore
import Locking

/// Reads what a store has of the feeds of a run, a page of feeds at a time, one page ahead of the feeds that are being polled.
///
/// One task calls `read`; the others call `known` meanwhile, and those that have to wait resume in the order of the feeds.
final class FeedStatePrefetcher: Sendable {
  /// What is known of one feed.
  struct Known: Sendable {
    /// Nil for a feed that was never read.
    var state: FeedState?
    /// The lines of its last good result, where the store gave them ahead.
    var lines: LazyEntryLines?
  }

  private typealias Answer = Result<Known, StoreError>

  private struct State {
    /// Of feeds that have been read and not been asked for, by index.
    var answers: [Int: Answer] = [:]
    var waiting: [(index: Int, waiter: CheckedContinuation<Answer, Never>)] = []
    /// How far feeds have been asked for.
    var asked = 0
    /// Waits until feeds have been asked for that far.
    var reader: (end: Int, waiter: CheckedContinuation<Void, Never>)?
  }

  /// How many feeds are read at once: few at first, so that the first requests need not wait long.
  private static let pageSizes = (first: 16, largest: 128)

  private let feeds: [FeedID]
  private let store: any FeedStore
  private let state = Guarded(State())

  /// - Parameter feeds: in the order in which they will be asked for; some may overtake others.
  init(of feeds: [FeedID], in store: any FeedStore) {
    self.feeds = feeds
    self.store = store
  }

  // MARK: - Asking

  /// What is known of a feed; to be asked once for each.
  ///
  /// - Parameter index: its place among the feeds.
  /// - Throws: what reading it, or one of those that were read with it, threw.
  func known(_ index: Int) async throws(StoreError) -> Known {
    if let answer = take(index) { return try answer.get() }
    let answer = await withCheckedContinuation { waiter in
      let (answer, reader) = state.withLock { state -> (Answer?, CheckedContinuation<Void, Never>?) in
        // It may have come since it was asked for.
        let answer = state.answers.removeValue(forKey: index)
        if answer == nil { state.waiting.append((index, waiter)) }
        return (answer, Self.ask(index, &state))
      }
      reader?.resume()
      if let answer { waiter.resume(returning: answer) }
    }
    return try answer.get()
  }

  private func take(_ index: Int) -> Answer? {
    let (answer, reader) = state.withLock { state in (state.answers.removeValue(forKey: index), Self.ask(index, &state)) }
    reader?.resume()
    return answer
  }

  /// Notes that a feed was asked for. Returns the reader, where it waits for that.
  private static func ask(_ index: Int, _ state: inout State) -> CheckedContinuation<Void, Never>? {
    state.asked = max(state.asked, index + 1)
    guard let reader = state.reader, reader.end <= state.asked else { return nil }
    state.reader = nil
    return reader.waiter
  }

  // MARK: - Reading

  /// Reads all feeds, never more than one page ahead of those that were asked for; returns when each was read.
  func read() async {
    var (last, start, size) = (0, 0, Self.pageSizes.first)
    while start < feeds.count {
      if start > 0 { await waitUntilAsked(for: last + 1) }
      let end = min(start + size, feeds.count)
      deliver(await Self.read(Array(feeds[start..<end]), store), start..<end)
      (last, start, size) = (start, end, min(size * 2, Self.pageSizes.largest))
    }
  }

  private func waitUntilAsked(for end: Int) async {
    await withCheckedContinuation { waiter in
      let isAsked = state.withLock { state in
        if state.asked < end { state.reader = (end, waiter) }
        return state.asked >= end
      }
      if isAsked { waiter.resume() }
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
      // What cannot be read now is read again when it is needed, which reports the error.
      let lines = (try? await store.lines(of: states.values.compactMap(\.lastGood))) ?? [:]
      return .success(states.mapValues { state in Known(state: state, lines: state.lastGood.flatMap { lines[$0.content] }) })
    } catch {
      return .failure(error)
    }
  }
}
