public import OpeningHours

/// The complete reply to one request, with a status of success.
public struct FeedReply: Sendable {
  public let request: FeedRequest
  public let status: Int
  /// By lower-case name.
  public let headers: [String: String]
  public let body: [UInt8]
  /// The address that answered.
  public let url: String?
  /// When it was received; nil if a recording does not say.
  public let receivedAt: Instant?

  public init(
    to request: FeedRequest, status: Int = 200, headers: [String: String] = [:], body: [UInt8], url: String? = nil,
    receivedAt: Instant? = nil
  ) {
    self.request = request
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.receivedAt = receivedAt
  }
}
