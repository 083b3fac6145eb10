public import Aggregation
import CatalogQuery
public import SnapshotStore

/// An error from opening a session, answering a query, or a run.
public struct SessionError: Error, Sendable, Hashable {
  /// The kind of error, for callers that turn it into an exit code, an HTTP status or advice.
  public enum Code: Sendable, Hashable {
    case missingStore, missingRun, missingSnapshot, missingEntry
    /// The store has no runs at all.
    case missingRuns
    /// The store has no run of this selection. Its newest run, of another selection, is attached.
    case missingSelection(newest: RunRecord)
    /// The store has no data for the selection.
    case emptyStore
    /// The store has results only of feeds that the registry does not have.
    case unregisteredFeeds
    /// The registry does not have the feed of a result.
    case unregisteredFeed
    /// The feed of the entry has no entries now.
    case absentFeed
    /// No entry matches the text.
    case unknownName
    /// The text is too long for the name of an entry.
    case longName
    /// Several entries match the text.
    case ambiguousName
    /// A campus, feed or other id is unknown.
    case unknownID
    case invalidTime
    /// A time has no offset, and there is not exactly one zone to read it in.
    case missingZone
    /// A text does not name a point in time, or one before the year 1.
    case invalidPoint, pointTooEarly
    /// A header requires an environment variable that is not set.
    case missingSecret
    /// The store has a newer run than the recording that is to be stored, which may have been made while the clock was ahead.
    case outdatedRecording(newest: RunRecord, isInFuture: Bool)
    /// The recording that is to be stored is from the future.
    case futureRecording
    /// The store cannot be read or written.
    case storeFailure
    /// The store at the path cannot be opened; nothing was changed.
    case unusableStore(path: String, isDamaged: Bool)
    /// A stored run, or a stored result of a feed, cannot be read.
    case damagedRun, damagedResult
    /// Two runs cannot be compared.
    case incomparableRuns
    /// A published catalog cannot be read from its address, or is not a catalog.
    case unreachableCatalog, invalidCatalog
    /// The task of the run was canceled.
    case cancelled
  }

  public let code: Code
  /// The problem and its position, without a period.
  public let message: String
  /// The likely meaning: an id, or a name in quotation marks.
  public let suggestion: String?

  public init(_ code: Code, _ message: String, suggestion: String? = nil) {
    self.code = code
    self.message = message
    self.suggestion = suggestion
  }

  /// Creates the error for an error of the store, with its reason.
  public init(_ error: StoreError) { self.init(.storeFailure, "\(error.detail) (\(error.reason))") }

  /// - Throws: `longName` for a text that no entry can have as its name.
  package static func checkName(_ text: String) throws(SessionError) {
    guard text.utf8.count > SearchText.longest else { return }
    throw SessionError(
      .longName, "the name has \(text.utf8.count) bytes; enter an id or a few words, at most \(SearchText.longest) bytes")
  }

  /// Calls the store, and throws its errors as session errors.
  static func ofStore<Value>(_ body: () async throws(StoreError) -> Value) async throws(SessionError) -> Value {
    do throws(StoreError) { return try await body() } catch { throw SessionError(error) }
  }
}

extension Plan {
  /// - Throws: `unknownID` for an id that the registry does not have.
  public init(selecting selection: RunSelection, from registry: Registry) throws(SessionError) {
    do throws(PlanError) { self = try Plan(selection, in: registry) } catch { throw SessionError(.unknownID, error.description) }
  }
}
