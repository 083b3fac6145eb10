import Glibc

/// A port of 127.0.0.1 at which one server after another can be started, or none: nobody else gets it in the meantime.
public final class ReservedPort: Sendable {
  public let port: Int
  /// Bound, and never listening: who connects while there is no server is refused.
  private let socket: Int32

  public init() throws(ScriptedServer.StartError) {
    guard let (socket, port) = Socket.bound(isShared: true) else { throw ScriptedServer.StartError() }
    (self.socket, self.port) = (socket, port)
  }

  deinit { close(socket) }

  /// "http://127.0.0.1:12345" and the path.
  public func url(_ path: String = "/", scheme: String = "http") -> String { "\(scheme)://127.0.0.1:\(port)\(path)" }
}
