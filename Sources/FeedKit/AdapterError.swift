public import CampusCatalog
public import ExpatXML
public import SimdJSON

/// An error that refuses a whole feed: a code, a location in a reply, and advice.
///
/// Throw it when no usable result can come from the replies. Set a single bad record aside with a `JSONFieldError` instead.
public struct AdapterError: Error, Sendable, Hashable {
  public let code: ReasonCode
  /// The label of the request whose reply is at fault ("venues", "guides.2"); nil if no single reply is.
  public let request: String?
  /// The JSON Pointer (RFC 6901) into that reply; empty for its root.
  public let pointer: String
  /// The expectation and advice, in one sentence without a period.
  public let advice: String
  /// Seconds to wait before the next attempt, if the feed's rules define them.
  public let retryAfter: Int?
  /// The byte offset of a syntax error in the reply, counted from 0.
  public let offset: Int?

  /// Additional values for the log record, such as the exit code of a program.
  package var fields: [Field] = []

  /// A named number.
  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: Int

    package init(_ name: String, _ value: Int) {
      self.name = name
      self.value = value
    }
  }

  public init(
    _ code: ReasonCode, in request: FeedRequest? = nil, at pointer: String = "", _ advice: String, retryAfter: Int? = nil,
    offset: Int? = nil
  ) {
    self.code = code
    self.request = request?.label
    self.pointer = pointer
    self.advice = advice
    self.retryAfter = retryAfter
    self.offset = offset
  }

  /// - Parameter label: the label of the request, as used by a program outside this process.
  package init(_ code: ReasonCode, label: String?, at pointer: String, _ advice: String, retryAfter: Int?) {
    self.code = code
    request = label
    self.pointer = pointer
    self.advice = advice
    self.retryAfter = retryAfter
    offset = nil
  }

  /// Creates an error for a reply that is not valid JSON, with the position of the syntax error.
  public init(_ error: JSONError, in request: FeedRequest) {
    let position = "at line \(error.line), column \(error.column) (byte \(error.offset))"
    let isTooLong = error.code == .values
    let what = isTooLong ? "has \(error.message)" : "is not valid JSON \(position): \(error.message)"
    self.init(ReasonCode(error.code), in: request, "\(request.fileName) \(what)", offset: isTooLong ? nil : error.offset)
  }

  /// Creates an error for a reply that is not valid XML, with the position of the error.
  public init(_ error: XMLError, in request: FeedRequest) {
    let position = "at line \(error.line), column \(error.column) (byte \(error.offset))"
    let isTooLong = error.code == .values
    let what = isTooLong ? "has \(error.message)" : "is not valid XML \(position): \(error.message)"
    self.init(ReasonCode(error.code.description), in: request, "\(request.fileName) \(what)", offset: isTooLong ? nil : error.offset)
  }

  /// Creates an error for replies that together exceed `FeedLimits.bytes`.
  package init(tooManyBytes limit: Int, in request: FeedRequest) {
    self.init(.tooManyBytes, in: request, "the replies of the feed have more than \(limit) bytes together")
  }

  package static let timeOver = AdapterError(.timeoutTotal, "the run's deadline passed while the replies were being read")

  /// Creates an error with the code `schema.shape` for a reply in which the records cannot be found.
  public init(shape error: JSONFieldError, in request: FeedRequest) {
    self.init(.wrongShape, in: request, at: error.pointer, error.message)
  }
}
