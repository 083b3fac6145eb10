import Glibc

/// A reserved port of 127.0.0.1, at which servers can be started one after another; no other process gets it in the meantime.
public final class ReservedPort: Sendable {
  public let port: Int
  /// Bound but never listening: connections are refused while there is no server.
  private let socket: Int32

  public init() throws(ScriptedServer.StartError) {
    guard let (socket, port) = Socket.bound(isShared: true) else { throw ScriptedServer.StartError() }
    (self.socket, self.port) = (socket, port)
  }

  deinit { close(socket) }

  /// "http://127.0.0.1:12345" and the path.
  public func url(_ path: String = "/", scheme: String = "http") -> String { "\(scheme)://127.0.0.1:\(port)\(path)" }
}
