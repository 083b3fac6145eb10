public import OpeningHours

/// The complete reply to a request, with a success status.
public struct FeedReply: Sendable {
  public let request: FeedRequest
  public let status: Int
  /// Header values by lower-case name; values of repeated headers are joined with ", ".
  public let headers: [String: String]
  /// The body, with content codings decoded.
  public let body: [UInt8]
  /// The URL that sent the reply, after redirects and without secrets.
  public let url: String?
  /// When the reply was received; nil if a recording does not include it.
  public let receivedAt: Instant?
  /// Whether a server other than the feed's own sent the reply or chose its address, so that the addresses in it may be that server's.
  public let isForeign: Bool

  public init(
    to request: FeedRequest, status: Int = 200, headers: [String: String] = [:], body: [UInt8], url: String? = nil,
    receivedAt: Instant? = nil, isForeign: Bool = false
  ) {
    self.request = request
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.receivedAt = receivedAt
    self.isForeign = isForeign
  }

  /// Returns the date in a zone on which the reply was received, or last confirmed by its server; nil if a recording does not include it.
  ///
  /// Only an adapter whose manifest says so (`usesDateOfReceipt`) may depend on it.
  public func dateOfReceipt(in zone: Zone) -> LocalDate? { receivedAt.map { zone.local($0).date } }
}
