/// A feed's own adapter that is an executable, as a registry file has it.
public struct ExecutableCommand: Sendable, Hashable {
  /// The program and its arguments.
  public let words: [String]
  /// The names of the environment variables that the program gets.
  public let environment: [String]
  /// The names of its requests, in the order in which the registry file lists their addresses.
  public let requests: [String]
  /// The maximum time for one verb, in seconds; nil for the program's.
  public let timeout: Int?

  public init(words: [String], environment: [String], requests: [String], timeout: Int?) {
    self.words = words
    self.environment = environment
    self.requests = requests
    self.timeout = timeout
  }
}
