import CatalogSession

extension Failure {
  /// Creates the failure for an error of a library; nil for any other error.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as SessionError: self.init(error, option: nil)
    case let error as StoreError: self.init(SessionError(error), option: nil)
    case let error as PlanError: self.init(error)
    case let error as QueryError: self.init(.usage, error.message)
    case let error as DiffError: self.init(.data, error.description)
    default: return nil
    }
  }

  /// Creates the failure for an unknown id or word on the command line.
  init(_ error: PlanError) { self.init(.usage, error.description) }

  /// Creates the failure for a session's error: the exit code, and advice for the command line.
  ///
  /// - Parameter option: the option with an invalid time, if it is neither `--at` nor `--as-of`.
  init(_ error: SessionError, option: String?) {
    let (status, advice): (ExitStatus, String) =
      switch error.code {
      case .missingStore, .emptyStore:
        (.nothing, "; run `aggregate` first, name a file with --catalog, or see a built-in example with --sample")
      case .unregisteredFeeds: (.nothing, ": name it with --config")
      case .missingRuns: (.nothing, "; run `aggregate` first")
      case .missingSelection(let newest):
        (.nothing, "; its newest run, of \(newest.generatedAt), was one of \(Self.options(newest.selection))")
      case .missingSnapshot: (.nothing, "; `aggregate snapshots` lists them")
      case .missingEntry: (.nothing, "; `aggregate search` finds places by their names")
      case .missingRun, .absentFeed: (.nothing, "")
      case .missingZone: (.usage, ", or --campus")
      case .outdatedRecording: (.usage, ": give a later time with --at, or another --store")
      case .unknownName, .unknownID, .invalidTime, .invalidPoint, .pointTooEarly: (.usage, "")
      case .unregisteredFeed: (.configuration, "; name the registry file that defines it with --config")
      case .missingSecret: (.configuration, "")
      case .unusableStore(let path, let isDamaged):
        (.local, "; use --no-store to run without it" + (isDamaged ? "; \(Self.repairAdvice(path))" : ""))
      case .damagedRun: (.local, "; run `aggregate snapshots verify` for details")
      case .damagedResult: (.local, "; run aggregate --refresh")
      case .storeFailure, .incomparableRuns, .cancelled: (.local, "")
      }
    let suggestion = error.suggestion.map { "; did you mean \($0)?" }
    self.init(status, Self.subject(of: error.code, option) + error.message + (suggestion ?? advice))
  }

  /// Reads the value of an option, and reports an error as a failure of that option.
  static func reading<Value>(_ option: String, _ body: () throws(SessionError) -> Value) throws(Failure) -> Value {
    do throws(SessionError) { return try body() } catch { throw Failure(error, option: option) }
  }

  /// Returns the option with an invalid time, as the beginning of a message; empty for other errors.
  private static func subject(of code: SessionError.Code, _ option: String?) -> String {
    switch code {
    case .invalidTime: "\(option ?? "--at"): "
    case .missingZone: "\(option ?? "--at") "
    case .invalidPoint: "\(option ?? "--as-of"): "
    case .pointTooEarly: "\(option ?? "--as-of") "
    default: ""
    }
  }

  private static func options(_ selection: RunSelection) -> String {
    let options = selection.campuses.map { "--campus \($0)" } + selection.feeds.map { "--feed \($0)" }
    return options.isEmpty ? "all feeds" : options.joined(separator: " ") + ": name that"
  }
}

extension PointInTime {
  /// Parses the value of an option, and prints a notice if it is read in UTC.
  static func parse(_ text: String, of option: String, zones: [Zone] = [], now: Instant) throws(Failure) -> PointInTime {
    let point = try Failure.reading(option) { () throws(SessionError) in try parse(text, zones: zones, now: now) }
    if isReadInUTC(text, zones: zones) { Console.error(SessionNotice.readInUTC(option, text)) }
    return point
  }

  /// Parses the value of an option that specifies a moment, not a run.
  static func moment(_ text: String, of option: String, _ form: String, now: Instant) throws(Failure) -> Instant {
    guard case .moment(let moment) = try parse(text, of: option, now: now) else { throw Failure(.usage, "\(option) must be \(form)") }
    return moment
  }
}
