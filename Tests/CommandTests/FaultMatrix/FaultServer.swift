import ScriptedServer
import TestKit

/// A server at a port while the program runs.
enum FaultServer: Sendable {
  /// One script for each connection; the last one is used for all further connections.
  case scripts([[Step]])
  /// A server with a certificate of this name, if connections are encrypted.
  case certificate(String, [Step])
  /// A server that never speaks TLS.
  case withoutTLS([Step])
  /// Connections are refused.
  case nobody
  /// Connections get no answer.
  case silence

  /// Whether requests arrive.
  var isReached: Bool {
    switch self {
    case .scripts: true
    case .certificate, .withoutTLS, .nobody, .silence: false
    }
  }

  /// The same script for all connections.
  static func script(_ script: [Step]) -> FaultServer { .scripts([script]) }

  func start(at port: ReservedPort, over wire: Wire) throws -> StartedFaultServer {
    switch self {
    case .nobody: .none
    case .silence: .backlog(try FullBacklog(at: port))
    case .scripts(let scripts): .scripted(try ScriptedServer(scripts: scripts, at: port, identity: wire.identity("good")))
    case .certificate(let name, let script): .scripted(try ScriptedServer(script, at: port, identity: wire.identity(name)))
    case .withoutTLS(let script): .scripted(try ScriptedServer(script, at: port))
    }
  }

  /// Runs a closure while the server runs.
  ///
  /// - Returns: the result, and the server's record; nil if there is no server.
  func standing<Value>(
    at port: ReservedPort, over wire: Wire = .plain, _ work: () async throws -> Value
  ) async throws -> (value: Value, record: ServerRecord?) {
    let server = try start(at: port, over: wire)
    do {
      let value = try await work()
      return (value, await server.stop())
    } catch {
      _ = await server.stop()
      throw error
    }
  }

  /// Returns the same server, which sends the same bytes in random pieces, and may end TLS connections without announcing it.
  func varied(_ random: inout SeededGenerator) -> FaultServer {
    switch self {
    case .scripts(let scripts): .scripts(scripts.map { $0.varied(&random) })
    case .certificate(let name, let script): .certificate(name, script.varied(&random))
    case .withoutTLS(let script): .withoutTLS(script.varied(&random))
    case .nobody, .silence: self
    }
  }
}
