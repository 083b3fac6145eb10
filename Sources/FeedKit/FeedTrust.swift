/// The user's trust in what the registry file of a feed asks for: to run a program, or to send variables of the environment.
public protocol FeedTrust: Sendable {
  /// Why the feed may not be read now; nil if what it asks for is trusted. Asked before each start of a program.
  var refusal: AdapterError? { get }
}
