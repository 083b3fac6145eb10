import CampusCatalog

/// The meaning of an exit code.
enum ExitStatus: Int32 {
  /// All feeds delivered.
  case delivered = 0
  /// What was compared is not the same.
  case different = 1
  /// Some feeds are stale or absent; the rest is delivered.
  case degraded = 3
  /// Nothing usable.
  case nothing = 4
  /// The local store or a local file failed.
  case local = 5
  /// The command line is wrong.
  case usage = 64
  /// A file that the user gave is malformed.
  case data = 65
  /// A registry or settings file is wrong.
  case configuration = 78
  /// The reader of stdout went away: 128 plus the number of SIGPIPE, as in shells.
  case brokenPipe = 141
}

/// The failure of a command: an exit code and a message for people.
struct Failure: Error {
  let status: ExitStatus
  /// What happened, where, and what to do next; nil if everything was printed already.
  let message: String?
  /// The output could not be written (`export.io`).
  let isOutputFailure: Bool

  init(_ status: ExitStatus, _ message: String? = nil, isOutputFailure: Bool = false) {
    self.status = status
    self.message = message
    self.isOutputFailure = isOutputFailure
  }
}

extension ExitStatus {
  /// How a run came out. A feed that was switched off is not missed, one that is gone is.
  ///
  /// - Parameter isStrict: a run in which something is missing is as one with nothing.
  init(of feeds: [FeedReport], isStrict: Bool = false) {
    let delivered = feeds.count { $0.outcome.isDelivered }
    let wanted = feeds.count { $0.outcome != .disabled || $0.reason == .gone }
    let isUsable = delivered > 0 || feeds.contains { $0.outcome == .stale }
    self = delivered == wanted && wanted > 0 ? .delivered : isUsable && !isStrict ? .degraded : .nothing
  }
}
