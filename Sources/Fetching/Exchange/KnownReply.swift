/// The stored metadata of the last accepted reply to a request.
public struct KnownReply: Sendable, Hashable {
  /// The key of its request (`Feed.requestKey(for:)`). Validators are only sent with a request that has the same key.
  public let key: String
  /// The validators for a conditional request; nil to send an unconditional one.
  public let validators: Validators?
  /// The URL that sent the validators, after redirects and without secrets. They are not sent to any other; nil if unknown.
  public let url: String?
  /// The headers of the reply, whose freshness still applies if a 304 does not state its own.
  public let headers: StoredHeaders?

  public init(key: String, validators: Validators?, url: String? = nil, headers: StoredHeaders? = nil) {
    self.key = key
    self.validators = validators
    self.url = url
    self.headers = headers
  }
}
