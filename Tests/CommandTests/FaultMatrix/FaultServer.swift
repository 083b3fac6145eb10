import ScriptedServer

/// A server at a port while the program runs.
enum FaultServer: Sendable {
  case script([Step])
  /// Connections are refused.
  case nobody
  /// Connections get no answer.
  case silence

  /// Runs a closure while the server runs.
  ///
  /// - Returns: the result, and the server's record; nil if there is no server.
  func standing<Value>(
    at port: ReservedPort, _ work: () async throws -> Value
  ) async throws -> (value: Value, record: ServerRecord?) {
    switch self {
    case .nobody: return (try await work(), nil)
    case .silence:
      let backlog = try FullBacklog(at: port)
      defer { withExtendedLifetime(backlog) {} }
      return (try await work(), nil)
    case .script(let script):
      let server = try ScriptedServer(script, at: port)
      defer { server.stop() }
      let value = try await work()
      server.stop()
      await server.waitForEnd()
      return (value, server.record)
    }
  }
}
