public import Foundation

/// Why a question could not be answered.
public enum ClientError: Error, Sendable, Hashable {
  /// No server could be reached, and no earlier answer is stored.
  case unreachable(detail: String)
  /// The servers cannot answer at the moment.
  ///
  /// - Parameter retryAfter: how long the server asks to wait, in seconds; nil if it does not say.
  case unavailable(Problem, retryAfter: Int?)
  /// The response is not what the API sends, for example the page of a network that asks for a login.
  case unreadable(detail: String)
  /// The request is wrong: a parameter (400) or an id that does not exist (404).
  case refused(Problem)
  /// The catalog has changed since the first page of the list. Begin again without a cursor.
  case outdatedCursor
  /// The task was canceled.
  case canceled

  /// Whether an earlier answer may be used instead.
  var allowsStoredAnswer: Bool {
    switch self {
    case .unreachable, .unavailable, .unreadable: true
    case .refused, .outdatedCursor, .canceled: false
    }
  }

  /// Whether the same server may answer soon.
  var isTemporary: Bool {
    switch self {
    case .unreachable, .unavailable: true
    case .unreadable, .refused, .outdatedCursor, .canceled: false
    }
  }

  /// How long the server asked to wait.
  var requestedDelay: Duration? {
    if case .unavailable(_, let seconds?) = self { .seconds(seconds) } else { nil }
  }

  /// An error of reading a response.
  static func unreadable(_ error: any Error) -> ClientError {
    switch error {
    case let error as ClientError: error
    case let error as DecodingError: .unreadable(detail: error.location)
    default: .unreadable(detail: error.localizedDescription)
    }
  }
}

extension ClientError: LocalizedError {
  public var errorDescription: String? { description }
}

extension ClientError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .unreachable(let detail): "The server cannot be reached (\(detail)). Try again when there is a connection."
    case .unavailable(let problem, let retryAfter):
      "The server cannot answer at the moment: \(problem.detail)\(retryAfter.map { " Try again in \($0) s." } ?? "")"
    case .unreadable(let detail): "The response is not from this API: \(detail)"
    case .refused(let problem): problem.detail
    case .outdatedCursor: "The catalog has changed since the first page. Request the list again without a cursor."
    case .canceled: "The request was canceled."
    }
  }
}

/// An error that the server describes (RFC 9457).
public struct Problem: Codable, Sendable, Hashable {
  /// A parameter that is wrong.
  public struct Parameter: Codable, Sendable, Hashable {
    public let parameter: String
    public let detail: String
  }

  /// The kind of error in a few words.
  public let title: String
  public let status: Int
  /// What is wrong with this request, and what to do.
  public let detail: String
  /// The parameters that are wrong; nil for other errors.
  public let errors: [Parameter]?

  public init(title: String, status: Int, detail: String, errors: [Parameter]? = nil) {
    (self.title, self.status, self.detail, self.errors) = (title, status, detail, errors)
  }
}
