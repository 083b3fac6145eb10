public import OpeningHours

/// The complete reply to one request, with a status of success.
public struct FeedReply: Sendable {
  public let request: FeedRequest
  public let status: Int
  /// Names in lower case.
  public let headers: [String: String]
  public let body: [UInt8]
  /// The address that answered.
  public let url: String?
  /// When it was received; nil if a recording does not say.
  public let receivedAt: Instant?
  /// The validators for the next, conditional request.
  public let validators: Validators
  public let exchange: ExchangeFacts

  public init(
    to request: FeedRequest, status: Int = 200, headers: [String: String] = [:], body: [UInt8], url: String? = nil,
    receivedAt: Instant? = nil, validators: Validators = Validators(), exchange: ExchangeFacts = ExchangeFacts()
  ) {
    self.request = request
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.receivedAt = receivedAt
    self.validators = validators
    self.exchange = exchange
  }

  /// The same reply with other facts.
  package func with(_ exchange: ExchangeFacts) -> FeedReply {
    FeedReply(
      to: request, status: status, headers: headers, body: body, url: url, receivedAt: receivedAt, validators: validators,
      exchange: exchange)
  }
}
