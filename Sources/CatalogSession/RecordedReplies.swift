public import Aggregation
public import CampusCatalog
import FeedKit
public import Fetching
public import OpeningHours
import SnapshotStore

/// Recorded replies, and the options for reading them.
public struct RecordedReplies: Sendable {
  public let transport: any Transport
  /// The outcome of a feed that was read: `.sample` or `.replayed`.
  public let delivered: FeedReport.Outcome
  /// The number of feeds to read concurrently.
  public var jobs = 8
  /// The deadline of a run: feeds that are not read by then are absent.
  public var deadline = RunDeadline.never
  /// The folder of a temporary file for the results of a run that do not fit in memory; nil to hold all in memory.
  public var spillFolder: String?
  /// The default moment of queries, whose day is "today"; nil for the time at which the newest reply was received.
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
  public static let sampleMoment = Instant("2026-11-21T17:00:00Z")

  /// Reads the feeds of a plan.
  public func read(_ plan: Plan) async -> FeedResults {
    await Aggregator(transport: transport, delivered: delivered, jobs: jobs, deadline: deadline).read(plan)
  }

  /// Reads the feeds of a plan for a run that stores the results, if there is a store.
  ///
  /// - Parameter time: the moment of generation; nil for the time at which the newest reply was received. A local time is read in the zone
  ///   of the campuses that the recording has.
  func read(_ plan: Plan, into choice: StoreChoice?, at time: String?, now: Instant) async throws(SessionError) -> CatalogRun {
    // Reject an invalid text before reading the replies.
    if let time { _ = try LocalMoment.parse(time, onClocksOf: [], today: now) }
    guard let choice else {
      let aggregator = Aggregator(transport: transport, delivered: delivered, jobs: jobs, deadline: deadline, spillingTo: spillFolder)
      let results = await aggregator.read(plan)
      return CatalogRun(results.merged(at: try self.time(of: results, plan, at: time, now: now)))
    }
    let opened = try RunStore(choice, events)
    let aggregator = Aggregator(
      transport: transport, delivered: .replayed, into: opened.store, jobs: jobs, deadline: deadline, spillingTo: spillFolder)
    let results = await aggregator.read(plan)
    let newest = try await opened.read { () async throws(StoreError) in try await (opened.store as? SnapshotStore)?.runs(limit: 1).first }
    do throws(SessionError) {
      let moment = try self.time(of: results, plan, at: time, now: now)
      let zones = plan.readings.compactMap(\.feed.campus.timeZone)
      if moment > now {
        throw SessionError(
          .futureRecording, "the recording is from \(moment.zonedText(in: zones)), which is in the future, so it cannot be stored")
      }
      if let newest, moment < newest.generatedAt {
        let isInFuture = newest.generatedAt > now
        throw SessionError(
          .outdatedRecording(newest: newest, isInFuture: isInFuture),
          "the recording is from \(moment.zonedText(in: zones)), but the store already has a run from "
            + "\(newest.generatedAt.zonedText(in: zones))\(isInFuture ? ", which is in the future" : ""); recordings must be added in order"
        )
      }
      return CatalogRun(results.merged(at: moment), store: opened)
    } catch {
      await opened.end([])
      throw error
    }
  }

  private func time(of results: FeedResults, _ plan: Plan, at time: String?, now: Instant) throws(SessionError) -> Instant {
    guard let time else { return results.receivedAt ?? now }
    return try LocalMoment.parse(time, campuses: plan.campuses(withDataIn: results), today: moment ?? now)
  }
}
