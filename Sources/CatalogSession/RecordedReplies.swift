/// Recorded replies, and the options for reading them.
public struct RecordedReplies: Sendable {
  public let transport: any Transport
  /// The outcome of a feed that was read: `.sample` or `.replayed`.
  public let delivered: FeedReport.Outcome
  /// The number of feeds to read concurrently.
  public var jobs = 8
  /// The deadline of a run: feeds that are not read by then are absent.
  public var deadline = RunDeadline.never
  /// The default moment of queries; nil for the time at which the newest reply was received.
  public var moment: Instant?
  /// Receives events about the store into which a run stores the results.
  public var events: RunEvent.Sink = { _ in }

  public init(_ transport: any Transport, delivered: FeedReport.Outcome) {
    self.transport = transport
    self.delivered = delivered
  }

  /// The recording that is built into the program.
  public static var sample: RecordedReplies { RecordedReplies(Recording { SampleRecording.file($0) }, delivered: .sample) }

  /// The moment at which the sample was recorded.
  ///
  /// - Parameter now: the result for a sample without times.
  public static func sampleMoment(now: Instant) async throws(SessionError) -> Instant {
    await sample.run(try Plan(selecting: RunSelection(), from: Registry()), at: nil, now: now).parts.generatedAt
  }

  /// Reads the feeds of a plan. The moment of generation is that of `Aggregator.read`.
  public func run(_ plan: Plan, at moment: Instant?, now: Instant) async -> Aggregator.Run {
    await Aggregator(transport: transport, delivered: delivered, jobs: jobs, deadline: deadline).read(plan, at: moment, now: now)
  }

  /// Reads the feeds of a plan for a run that stores the results, if there is a store.
  func read(_ plan: Plan, into store: StoreChoice?, at moment: Instant?, now: Instant) async throws(SessionError) -> CatalogRun {
    guard let store else { return CatalogRun(catalog: await run(plan, at: moment, now: now).parts) }
    let opened = try RunStore(store, events)
    let aggregator = Aggregator(transport: transport, delivered: .replayed, into: opened.store, jobs: jobs, deadline: deadline)
    let run = await aggregator.read(plan, at: moment, now: now)
    let newest = try await opened.read { () async throws(StoreError) in try await (opened.store as? SnapshotStore)?.newestMoment() }
    if let newest, run.parts.generatedAt < newest {
      await opened.end([])
      let zones = plan.readings.compactMap(\.feed.campus.timeZone)
      throw SessionError(
        .outdatedRecording(newest: newest),
        "the recording is from \(run.parts.generatedAt.zonedText(in: zones)), but the store already has a run from "
          + "\(newest.zonedText(in: zones)); recordings must be added in order")
    }
    return CatalogRun(catalog: run.parts, run: run, store: opened)
  }
}
