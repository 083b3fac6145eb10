import Aggregation
import CampusCatalog
import CatalogDiff
import CatalogQuery
import CatalogSession
import OpeningHours
import SnapshotStore

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
        (.nothing, " (\(Self.options(newest.selection)))")
      case .missingSnapshot: (.nothing, "; `aggregate snapshots` lists them")
      case .missingEntry: (.nothing, "; `aggregate search` finds places by their names")
      case .missingRun, .absentFeed, .unknownName, .unreachableCatalog: (.nothing, "")
      case .invalidCatalog: (.data, "")
      case .missingZone: (.usage, ", or choose campuses in one time zone with --campus")
      case .outdatedRecording(let newest, isInFuture: true):
        (.usage, ": name another --store, or remove that run: aggregate snapshots remove --run \(newest.id)")
      case .outdatedRecording: (.usage, ": give a later time with --at, or another --store")
      case .futureRecording: (.usage, ": give an earlier time with --at, or leave out --store")
      case .ambiguousName, .longName, .unknownID, .invalidTime, .invalidPoint, .pointTooEarly: (.usage, "")
      case .unregisteredFeed: (.configuration, "; name the registry file that defines it with --config")
      case .missingSecret: (.configuration, "")
      case .unusableStore(let path, let isDamaged):
        (.local, "; use --no-store to run without it" + (isDamaged ? "; \(Self.repairAdvice(path))" : ""))
      case .damagedRun: (.local, "; run `aggregate snapshots verify` for details")
      case .damagedResult: (.local, "; run aggregate --refresh")
      case .storeFailure, .incomparableRuns, .cancelled: (.local, "")
      }
    let subject =
      switch error.code {
      case .invalidTime: "\(option ?? "--at"): "
      case .missingZone: "\(option ?? "--at") "
      case .invalidPoint: "\(option ?? "--as-of"): "
      case .pointTooEarly: "\(option ?? "--as-of") "
      default: ""
      }
    let suggestion = error.suggestion.map { "; did you mean \($0)?" }
    self.init(status, subject + error.message + (suggestion ?? advice))
  }

  private static func options(_ selection: RunSelection) -> String {
    let options = selection.campuses.map { "--campus \($0)" } + selection.feeds.map { "--feed \($0)" }
    return options.isEmpty ? "all feeds" : options.joined(separator: " ") + "; use the same options"
  }

  /// Creates the failure for an error of a store, with advice if the store is damaged.
  init(_ error: StoreError, at path: String) {
    let advice = error.reason == .storeCorrupt ? "; \(Self.repairAdvice(path))" : ""
    self.init(.local, SessionError(error).message + advice)
  }

  static func repairAdvice(_ path: String) -> String {
    "to set the file aside and start with an empty store, run: \(resetCommand(path))"
  }

  /// Returns the shell command that sets a store aside.
  static func resetCommand(_ path: String) -> String {
    let force = SnapshotStore.isRecognizable(path: path) ? "" : " --force"
    return "aggregate snapshots reset --store \(quoted(path))\(force)"
  }

  /// Returns a path as a word of a shell command.
  static func quoted(_ path: String) -> String {
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@%"
    return path.utf8.allSatisfy(plain.utf8.contains) ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }
}

extension PointInTime {
  /// Parses the value of an option, and prints a notice if it is read in UTC.
  static func parse(_ text: String, of option: String, zones: [Zone], now: Instant) throws(Failure) -> PointInTime {
    let point: PointInTime
    do throws(SessionError) { point = try parse(text, zones: zones, now: now) } catch { throw Failure(error, option: option) }
    if isReadInUTC(text, zones: zones) { Console.note(SessionNotice.readInUTC(option, text)) }
    return point
  }

  static func moment(_ text: String, of option: String, _ form: String, zones: [Zone], now: Instant) throws(Failure) -> Instant {
    guard case .moment(let moment) = try parse(text, of: option, zones: zones, now: now) else {
      throw Failure(.usage, "\(option) must be \(form)")
    }
    return moment
  }
}
