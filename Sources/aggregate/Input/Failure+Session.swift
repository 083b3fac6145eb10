import CatalogSession
import FeedKit
import SnapshotStore
import StoreInterface

extension Failure {
  /// What an error of a library means for a command; nil for errors of other kinds.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as SessionError: self.init(error, option: nil)
    case let error as StoreError: self.init(SessionError(error), option: nil)
    default: return nil
    }
  }

  /// Creates the failure for a session's error: the exit code, and advice for the command line.
  ///
  /// - Parameter option: the option that has a wrong time, if it is neither `--at` nor `--as-of`.
  init(_ error: SessionError, option: String?) {
    let advice = error.suggestion.map { "; did you mean \($0)?" } ?? Self.advice(on: error.code)
    self.init(Self.status(of: error.code), Self.subject(of: error.code, option) + error.message + advice)
  }

  /// Reads the value of an option.
  static func reading<Value>(_ option: String, _ body: () throws(SessionError) -> Value) throws(Failure) -> Value {
    do throws(SessionError) { return try body() } catch { throw Failure(error, option: option) }
  }

  private static func status(of code: SessionError.Code) -> ExitStatus {
    switch code {
    case .missingStore, .emptyStore, .unregisteredFeeds, .missingRun, .missingRuns, .missingSelection, .missingSnapshot, .missingEntry,
      .absentFeed:
      .nothing
    case .unknownName, .unknownID, .invalidTime, .missingZone, .invalidPoint, .pointTooEarly, .outdatedRecording: .usage
    case .missingSecret, .unregisteredFeed: .configuration
    case .storeFailure, .unusableStore, .damagedRun, .damagedResult, .incomparableRuns, .cancelled: .local
    }
  }

  /// The option that has a wrong time.
  private static func subject(of code: SessionError.Code, _ option: String?) -> String {
    switch code {
    case .invalidTime: "\(option ?? "--at"): "
    case .missingZone: "\(option ?? "--at") "
    case .invalidPoint: "\(option ?? "--as-of"): "
    case .pointTooEarly: "\(option ?? "--as-of") "
    default: ""
    }
  }

  private static func advice(on code: SessionError.Code) -> String {
    switch code {
    case .missingStore, .emptyStore:
      "; run `aggregate` first, name a file with --catalog, or see a built-in example with --sample"
    case .unregisteredFeeds: ": name it with --config"
    case .unregisteredFeed: "; name the registry file that defines it with --config"
    case .missingRuns: "; run `aggregate` first"
    case .missingSelection(let newest): "; its newest run, of \(newest.generatedAt), was one of \(options(newest.selection))"
    case .missingSnapshot: "; `aggregate snapshots` lists them"
    case .missingEntry: "; `aggregate search` finds places by their names"
    case .missingZone: ", or --campus"
    case .outdatedRecording: ": give a later time with --at, or another --store"
    case .unusableStore(let path, let isDamaged):
      "; use --no-store to run without it" + (isDamaged ? "; \(StoreRepair.advice(path))" : "")
    case .damagedRun: "; run `aggregate snapshots verify` for details"
    case .damagedResult: "; run aggregate --refresh"
    case .missingRun, .absentFeed, .unknownName, .unknownID, .invalidTime, .invalidPoint, .pointTooEarly, .missingSecret, .storeFailure,
      .incomparableRuns, .cancelled:
      ""
    }
  }

  private static func options(_ selection: RunSelection) -> String {
    let options = selection.campuses.map { "--campus \($0)" } + selection.feeds.map { "--feed \($0)" }
    return options.isEmpty ? "all feeds" : options.joined(separator: " ") + ": name that"
  }
}
