import CampusCatalog

/// The meaning of an exit code.
enum ExitStatus: Int32 {
  /// All feeds delivered a result.
  case delivered = 0
  /// The compared data differs.
  case different = 1
  /// Some feeds are stale or absent; the others delivered a result.
  case degraded = 3
  /// There is no usable result.
  case nothing = 4
  /// The local store or a local file failed.
  case local = 5
  /// The command line is invalid.
  case usage = 64
  /// A file that the user specified is malformed.
  case data = 65
  /// A registry or settings file is invalid.
  case configuration = 78
  /// The reader of stdout closed the pipe: 128 plus the number of SIGPIPE, as in shells.
  case brokenPipe = 141
}

/// The failure of a command: an exit code and a message for the user.
struct Failure: Error {
  let status: ExitStatus
  /// The problem, its position, and advice; nil if everything has already been printed.
  let message: String?
  /// Whether the output could not be written (`export.io`).
  let isOutputFailure: Bool

  init(_ status: ExitStatus, _ message: String? = nil, isOutputFailure: Bool = false) {
    self.status = status
    self.message = message
    self.isOutputFailure = isOutputFailure
  }
}

extension Failure {
  /// Returns a message with advice after it, as a new sentence if the message ends with a question.
  static func text(_ message: String, advice: String) -> String {
    guard message.hasSuffix("?"), let first = advice.first else { return "\(message); \(advice)" }
    return "\(message) \(first.uppercased())\(advice.dropFirst())"
  }
}

extension ExitStatus {
  /// Creates the status of a run. A feed that is switched off does not count as missing.
  ///
  /// - Parameter isStrict: whether a run with a missing feed counts as a run without usable results.
  init(of feeds: [FeedReport], isStrict: Bool = false) {
    let delivered = feeds.count { $0.outcome.isDelivered }
    let wanted = feeds.count { !$0.isSwitchedOff }
    let isUsable = delivered > 0 || feeds.contains { $0.outcome == .stale }
    self = delivered == wanted && wanted > 0 ? .delivered : isUsable && !isStrict ? .degraded : .nothing
  }
}
