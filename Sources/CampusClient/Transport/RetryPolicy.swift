/// How often the client tries again, and how long it waits, when a server fails in a way that may pass.
///
/// The client waits for a random part of a limit that doubles with each attempt, so that many devices do not return at the same moment, or
/// for as long as the server says (`Retry-After`). Servers that ask for longer than `maximumDelay` are not tried again.
public struct RetryPolicy: Sendable {
  /// The number of attempts for each server, at least 1.
  public var attempts: Int
  /// The limit of the first delay.
  public var firstDelay: Duration
  /// The limit of all delays.
  public var maximumDelay: Duration
  /// Waits; throws if the task is canceled.
  public var wait: @Sendable (Duration) async throws -> Void
  /// Returns a random number from 0 to 1.
  public var random: @Sendable () -> Double

  public init(
    attempts: Int = 3, firstDelay: Duration = .seconds(1), maximumDelay: Duration = .seconds(10),
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    (self.attempts, self.firstDelay, self.maximumDelay) = (max(attempts, 1), firstDelay, maximumDelay)
    (self.wait, self.random) = (wait, random)
  }

  /// Each request is sent once.
  public static let none = RetryPolicy(attempts: 1)

  /// Returns how long to wait before the next attempt; nil for no further attempt.
  ///
  /// - Parameters:
  ///   - failures: the number of failed attempts so far, at least 1.
  ///   - requested: how long the server asked to wait; nil if it did not.
  func delay(after failures: Int, requested: Duration?) -> Duration? {
    guard failures < attempts else { return nil }
    if let requested { return requested <= maximumDelay ? max(requested, .zero) : nil }
    let limit = min(firstDelay * (1 << min(failures - 1, 16)), maximumDelay)
    return limit * random()
  }
}
