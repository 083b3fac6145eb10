public import FeedKit

/// A reply with its validators and the facts about its exchange.
public struct FetchedReply: Sendable {
  public let reply: FeedReply
  /// The validators for the next, conditional request.
  public let validators: Validators
  public let exchange: ExchangeFacts

  public init(_ reply: FeedReply, validators: Validators = Validators(), exchange: ExchangeFacts = ExchangeFacts()) {
    self.reply = reply
    self.validators = validators
    self.exchange = exchange
  }
}
