/// What the exit code says.
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
}

/// The end of a command that did not do what was asked, with a message for people.
struct Failure: Error {
  let status: ExitStatus
  /// What happened, where, and what to do next; nil when all is said already.
  let message: String?

  init(_ status: ExitStatus, _ message: String? = nil) {
    self.status = status
    self.message = message
  }
}
