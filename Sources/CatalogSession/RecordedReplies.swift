public import Aggregation
public import CampusCatalog
public import FeedKit
public import Fetching
import Fixtures
public import OpeningHours

/// Recorded replies, and how they are read.
public struct RecordedReplies: Sendable {
  public let transport: any Transport
  /// The outcome of a feed that was read: `.sample` or `.replayed`.
  public let delivered: FeedReport.Outcome
  /// How many feeds are read at once.
  public var jobs = 8
  /// Feeds that are not read by then are absent.
  public var deadline = RunDeadline.never
  /// The moment that queries are about unless a request says another; nil: when the newest reply was received.
  public var moment: Instant?

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
    try await sample.run(try FeedChoice(Selection(), in: Registry()), at: nil, now: now).parts.generatedAt
  }

  /// Reads the chosen feeds.
  ///
  /// - Parameters:
  ///   - moment: the moment of generation; nil: when the newest reply was received.
  ///   - now: the moment of generation when no reply says one.
  public func run(_ choice: FeedChoice, at moment: Instant?, now: Instant) async throws(SessionError) -> Aggregator.Run {
    let aggregator = Aggregator(
      registry: choice.registry, transport: transport, delivered: delivered, jobs: jobs, deadline: deadline)
    do throws(PlanError) {
      return try await aggregator.run(choice.selection, at: moment, now: now)
    } catch {
      throw SessionError(.unknownID, error.description)
    }
  }
}
