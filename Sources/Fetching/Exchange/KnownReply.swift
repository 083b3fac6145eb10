/// What is known of the last accepted reply to a request.
public struct KnownReply: Sendable, Hashable {
  /// The address and headers of its request (`RequestKey`); its validators are sent with no other.
  public let key: String
  /// Nil: send no condition.
  public let validators: Validators?
  /// The address that sent them, after all redirects, without secrets; they are sent to no other. Nil: not known.
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
