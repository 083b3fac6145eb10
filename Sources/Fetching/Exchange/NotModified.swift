/// A server's answer (304) that the known reply is current.
public struct NotModified: Sendable, Hashable {
  /// The validators in the answer. A known validator that the answer lacks stays valid.
  public let validators: Validators
  /// The updated headers of the known reply; nil if they are unchanged.
  public let headers: StoredHeaders?
  public let exchange: ExchangeFacts

  public init(validators: Validators = Validators(), headers: StoredHeaders? = nil, exchange: ExchangeFacts) {
    self.validators = validators
    self.headers = headers
    self.exchange = exchange
  }
}
