public import CampusCatalog
import Fetching
public import OpeningHours
public import SnapshotStore

/// How a feed did in the runs of a store: how often it delivered, its longest outage, and when it changes.
public struct FeedStatistics: Sendable, Hashable {
  /// A time during which no run got the feed.
  public struct Outage: Sendable, Hashable {
    /// The time of the first run that did not get it.
    public let from: Instant
    /// The time of the next run that got it; nil if none has yet.
    public let to: Instant?
    /// The seconds until then, or until the last run.
    public let seconds: Int
    /// The number of runs that did not get it.
    public let runs: Int
    /// The reason in the first of them.
    public let reason: ReasonCode?
  }

  public let feed: FeedID
  /// The number of runs in which the feed was selected and enabled.
  public let runs: Int
  /// The number of those that sent requests to its server.
  public let requested: Int
  /// The number of those that have its current entries.
  public let delivered: Int
  /// Nil if all runs got the feed.
  public let longestOutage: Outage?
  /// The number of runs that found other entries than before.
  public let changes: Int
  /// The numbers of these runs by the local hour in which they checked the feed: 24 numbers.
  public let changeHours: [Int]
  /// For each change, the seconds between the check that found it and the check before, ascending. When a change is found, it is at most this
  /// old.
  public let delays: [Int]
  /// The seconds from the first check to the last one.
  public let observed: Int

  /// - Parameters:
  ///   - polls: what the feed delivered in each run, in any order.
  ///   - zone: the zone of the campus; nil for UTC.
  public init(of feed: FeedID, _ polls: [FeedPoll], in zone: Zone?) {
    self.feed = feed
    let polls = polls.filter { !$0.report.isSwitchedOff }.sorted { $0.run < $1.run }
    runs = polls.count
    requested = polls.count { ($0.report.attempts ?? 0) > 0 }
    delivered = polls.count(where: \.report.outcome.isDelivered)
    longestOutage = Self.outages(among: polls).max { $0.seconds < $1.seconds }
    var (changes, hours, delays) = (0, Array(repeating: 0, count: 24), [Int]())
    var (first, last): (Instant?, Instant?) = (nil, nil)
    for poll in polls {
      // Recorded replies may have no time.
      guard let check = poll.report.checkedAt ?? (poll.report.outcome.isDelivered ? poll.at : nil) else { continue }
      if let found = poll.changes, found.added + found.changed + found.gone > 0 {
        changes += 1
        hours[(zone?.local(check) ?? check.local(offset: 0)).second / 3600] += 1
        if let last, check > last { delays.append(check.seconds(since: last)) }
      }
      first = first ?? check
      last = max(last ?? check, check)
    }
    (self.changes, changeHours, self.delays) = (changes, hours, delays.sorted())
    observed = if let first, let last { max(0, last.seconds(since: first)) } else { 0 }
  }

  /// The median of the delays; nil if no change was found.
  public var medianDelay: Int? { delays.isEmpty ? nil : delays[delays.count / 2] }

  /// Returns the runs in a row that did not get the feed.
  private static func outages(among polls: [FeedPoll]) -> [Outage] {
    var outages: [Outage] = []
    var failed: [FeedPoll] = []
    func end(_ poll: FeedPoll?) {
      guard let first = failed.first, let last = poll ?? failed.last else { return }
      let seconds = max(0, last.at.seconds(since: first.at))
      outages.append(Outage(from: first.at, to: poll?.at, seconds: seconds, runs: failed.count, reason: first.report.reason))
      failed = []
    }
    for poll in polls { if poll.report.outcome.isDelivered { end(poll) } else { failed.append(poll) } }
    end(nil)
    return outages
  }

  // MARK: - Cadence

  /// The cadences that are suggested, in seconds. A shorter one is a burden for the server; a longer one would make the catalog old.
  public static let cadences = [900, 1800, 3600, 2 * 3600, 3 * 3600, 6 * 3600, 12 * 3600, 86_400]

  /// The cadence that fits the changes: the longest of `cadences` that is at most a quarter of the average time between two changes, so that a
  /// change is on average found after an eighth of that time. Nil if the feed was checked for less than a day.
  public var suggestedCadence: Int? {
    guard observed >= 86_400 else { return nil }
    let quarter = observed / max(1, changes) / 4
    return Self.cadences.last { $0 <= quarter } ?? Self.cadences[0]
  }
}
