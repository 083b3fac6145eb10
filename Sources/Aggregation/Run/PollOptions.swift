public import CampusCatalog
public import FeedCore

/// What a run wants of feeds that have a past.
public struct PollOptions: Sendable {
  /// Ask feeds that are not due.
  public var refresh = false
  /// Answer from the store alone.
  public var offline = false
  /// Feeds whose next result is accepted whatever a guard says, and that are asked again when they were gone.
  public var accepted: Set<FeedID> = []

  public init() {}
}

/// Where live feeds come from and where their past is kept.
public final class LiveSource: Sendable {
  let transport: PoliteTransport
  let store: any FeedStore
  let clock: any RunClock
  let options: PollOptions
  /// Takes each reply that is used, for a recording.
  let record: (@Sendable (Feed, FeedReply) -> Void)?
  let log: FetchEvent.Sink

  public init(
    transport: PoliteTransport, store: any FeedStore, clock: any RunClock, options: PollOptions,
    record: (@Sendable (Feed, FeedReply) -> Void)? = nil, log: @escaping FetchEvent.Sink = { _ in }
  ) {
    self.transport = transport
    self.store = store
    self.clock = clock
    self.options = options
    self.record = record
    self.log = log
  }

  /// Keeps an update in the store. Returns why that could not be done, and logs it.
  func keep(_ update: FeedUpdate) async -> StoreError? {
    do throws(StoreError) {
      try await store.commit(update)
      return nil
    } catch {
      // Another run has kept something newer meanwhile: what this one learned is not worth more.
      if error.reason == "store.conflict", update.entries == nil { return nil }
      tell(error, of: update.state.feed)
      return error
    }
  }

  /// Keeps what servers asked for: a run that is stopped must not make the next one impolite. What can not be kept now is tried again
  /// at the end.
  func keepHolds() async {
    let holds = transport.takeHolds()
    if !holds.isEmpty { try? await store.commit(holds) }
  }

  /// A lock that another run holds is nothing broken.
  private func tell(_ error: StoreError, of feed: FeedID) {
    var event = FetchEvent(error.reason == "store.busy" ? .warn : .error, error.reason, feed)
    event.reason = error.reason
    log(event)
  }

  /// Whether what a run wrote is to be remembered.
  var keepsRuns: Bool { store.keepsRuns && !options.offline }

  /// Keeps what is left at the end of a run. Returns why parts of that could not be done, and logs it.
  func keep(_ confirmations: [FeedUpdate], _ run: RunUpdate?) async -> [StoreError] {
    let end = RunEnd(confirmations: confirmations, hosts: transport.hostChanges(), run: run)
    return await store.commit(end).compactMap { failure in
      guard let feed = failure.feed else { return failure.error }
      // Another run has kept something newer meanwhile: what this one learned is not worth more.
      if failure.error.reason == "store.conflict" { return nil }
      tell(failure.error, of: feed)
      return failure.error
    }
  }
}
