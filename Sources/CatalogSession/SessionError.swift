public import FeedKit
public import StoreInterface

/// Why a session cannot be opened, or cannot answer.
public struct SessionError: Error, Sendable, Hashable {
  /// What kind of error it is, for callers that turn it into an exit code, an HTTP status or advice.
  public enum Code: Sendable, Hashable {
    /// There is no store at the path.
    case missingStore
    /// The store has nothing of what was selected.
    case emptyStore
    /// The store has results only of feeds that the registry does not have.
    case unregisteredFeeds
    /// The store remembers no such run.
    case missingRun
    /// The catalog has no such entry.
    case missingEntry
    /// The feed of the entry has no entries now.
    case absentFeed
    /// Several entries have the name, or none has.
    case unknownName
    /// A campus, feed or other id is not known.
    case unknownID
    /// A time cannot be read, or needs a zone.
    case invalidTime
    /// The store cannot be read or written.
    case storeFailure
    /// What the store keeps of a run in the past is damaged.
    case damagedRun
    /// What the store keeps of the feeds is damaged.
    case damagedResult
  }

  public let code: Code
  /// What is wrong, where, without a full stop.
  public let message: String
  /// What was probably meant: an id, or a name in quotation marks.
  public let suggestion: String?

  public init(_ code: Code, _ message: String, suggestion: String? = nil) {
    self.code = code
    self.message = message
    self.suggestion = suggestion
  }

  /// An error of the store, with its reason.
  public init(_ error: StoreError) { self.init(.storeFailure, "\(error.detail) (\(error.reason))") }

  /// Calls the store, and throws its errors as a session's.
  static func ofStore<Value>(_ body: () async throws(StoreError) -> Value) async throws(SessionError) -> Value {
    do throws(StoreError) { return try await body() } catch { throw SessionError(error) }
  }
}
