import ScriptedServer

/// A running `FaultServer`.
enum StartedFaultServer: Sendable {
  case scripted(ScriptedServer)
  case backlog(FullBacklog)
  case none

  /// Stops the server.
  ///
  /// - Returns: its record; nil if there was none.
  func stop() async -> ServerRecord? {
    guard case .scripted(let server) = self else { return nil }
    server.stop()
    await server.waitForEnd()
    return server.record
  }
}
