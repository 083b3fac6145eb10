import CatalogSession

extension Failure {
  /// Creates the failure for a session's error: the exit code, and advice for the command line.
  init(_ error: SessionError) {
    let advice = error.suggestion.map { "; did you mean \($0)?" } ?? Self.advice(on: error.code)
    self.init(Self.status(of: error.code), error.message + advice)
  }

  private static func status(of code: SessionError.Code) -> ExitStatus {
    switch code {
    case .missingStore, .emptyStore, .unregisteredFeeds, .missingRun, .missingEntry, .absentFeed: .nothing
    case .unknownName, .unknownID, .invalidTime: .usage
    case .storeFailure, .damagedRun, .damagedResult: .local
    }
  }

  private static func advice(on code: SessionError.Code) -> String {
    switch code {
    case .missingStore, .emptyStore:
      "; run `aggregate` first, name a file with --catalog, or see a built-in example with --sample"
    case .unregisteredFeeds: ": name it with --config"
    case .missingEntry: "; `aggregate search` finds places by their names"
    case .damagedRun: "; run `aggregate snapshots verify` for details"
    case .damagedResult: "; run aggregate --refresh"
    case .missingRun, .absentFeed, .unknownName, .unknownID, .invalidTime, .storeFailure: ""
    }
  }

  /// Calls the session's library, and throws its errors as failures of the command.
  static func ofSession<Value>(_ body: () throws(SessionError) -> Value) throws(Failure) -> Value {
    do throws(SessionError) { return try body() } catch { throw Failure(error) }
  }

  static func ofSession<Value>(_ body: () async throws(SessionError) -> Value) async throws(Failure) -> Value {
    do throws(SessionError) { return try await body() } catch { throw Failure(error) }
  }
}
