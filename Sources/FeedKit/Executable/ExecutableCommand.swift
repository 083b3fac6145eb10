/// A feed's own adapter that is an executable, as a registry file has it.
public struct ExecutableCommand: Sendable, Hashable {
  /// The program and its arguments.
  public let words: [String]
  /// The names of the environment variables that the program gets.
  public let environment: [String]
  /// The names of its requests, in the order in which the registry file lists their addresses.
  public let requests: [String]
  /// The maximum time for one verb, in seconds; nil for that of the program.
  public let timeout: Int?

  public init(words: [String], environment: [String], requests: [String], timeout: Int?) {
    self.words = words
    self.environment = environment
    self.requests = requests
    self.timeout = timeout
  }
}

/// An adapter that runs outside of this process, so that it does not notice by itself that the time of a run is over.
package protocol TimedAdapter: FeedAdapter {
  /// Returns this adapter with a time limit.
  ///
  /// - Parameter remaining: returns the time until the deadline of the run; nil if there is none.
  func limited(to remaining: @escaping @Sendable () -> Duration?) -> any FeedAdapter
}
