import Glibc

/// A port of 127.0.0.1 whose connection queue is full: a new connection gets no answer.
public final class FullBacklog: Sendable {
  public let port: Int
  private let sockets: [Int32]

  public init(at place: ReservedPort? = nil) throws(ScriptedServer.StartError) {
    guard let (listener, port) = Socket.listen(backlog: 0, at: place?.port ?? 0) else { throw ScriptedServer.StartError() }
    self.port = port
    var sockets = [listener]
    // The system accepts the first ones; the first one that stays pending shows that the queue is full.
    for _ in 0..<16 {
      let socket = Socket.connect(port: port)
      sockets.append(socket)
      if Socket.wait([(socket, POLLOUT)], for: .milliseconds(100)) == nil { break }
    }
    self.sockets = sockets
  }

  deinit { for socket in sockets { close(socket) } }
}
