public import SimdJSON

/// Why a whole feed is refused: a code, a place, and advice.
public struct AdapterError: Error, Sendable, Hashable {
  /// A stable reason; the set is open.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }

    /// The outermost values are not those of any known version of the feed.
    public static let wrongShape = Code("schema.shape")
    /// Too many records had to be set aside.
    public static let drift = Code("schema.drift")
    /// The feed says, in the place of data, that it was asked too often.
    public static let rateLimited = Code("ratelimited")
    /// The feed has hours, and its campus no zone.
    public static let noZone = Code("config.zone")
  }

  public let code: Code
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
    _ code: Code, in request: FeedRequest? = nil, at pointer: String = "", _ advice: String, retryAfter: Int? = nil, offset: Int? = nil
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
    self.init(
      Code(error.code.description), in: request,
      "\(request.fileName) is not valid JSON at line \(error.line), column \(error.column) (byte \(error.offset)): \(error.message)",
      offset: error.offset)
  }

  /// An outer value is wrong, so that no record can be found.
  public init(shape error: JSONFieldError, in request: FeedRequest) {
    self.init(.wrongShape, in: request, at: error.pointer, error.message)
  }
}
