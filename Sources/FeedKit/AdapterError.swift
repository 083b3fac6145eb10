public import CampusCatalog
public import SimdJSON

/// Why a whole feed is refused: a code, a place, and advice.
public struct AdapterError: Error, Sendable, Hashable {
  public let code: ReasonCode
  /// The label of the request whose reply is at fault ("venues", "guides.2"); nil where it is none of them alone.
  public let request: String?
  /// RFC 6901 pointer into that reply.
  public let pointer: String
  /// One sentence without a full stop: what was expected, and what to do.
  public let advice: String
  /// Seconds to wait, where the feed's rules tell them.
  public let retryAfter: Int?
  /// Where the text of a reply stops being JSON, in bytes from 0.
  public let offset: Int?

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

  /// The text of a reply is not JSON.
  public init(_ error: JSONError, in request: FeedRequest) {
    if error.code == .values {
      self.init(ReasonCode(error.code), in: request, "\(request.fileName) has \(error.message)")
      return
    }
    self.init(
      ReasonCode(error.code), in: request,
      "\(request.fileName) is not valid JSON at line \(error.line), column \(error.column) (byte \(error.offset)): \(error.message)",
      offset: error.offset)
  }

  /// The replies of a feed are too large together.
  package init(tooManyBytes limit: Int, in request: FeedRequest) {
    self.init(.tooManyBytes, in: request, "the replies of the feed have more than \(limit) bytes together")
  }

  init(entriesTooLarge limit: Int, of bytes: Int) {
    self.init(.entriesTooLarge, "\(bytes) bytes of replies became more than \(limit) bytes of entries")
  }

  static let timeOver = AdapterError(.timeoutTotal, "the run's deadline passed while the replies were being read")

  /// Reading other replies would not help.
  package var isFinal: Bool { code == .drift || code == .timeoutTotal }

  /// An outer value is wrong, so that no record can be found.
  public init(shape error: JSONFieldError, in request: FeedRequest) {
    self.init(.wrongShape, in: request, at: error.pointer, error.message)
  }
}
