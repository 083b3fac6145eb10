/// What a scripted server does next on a connection.
public enum Step: Sendable {
  /// Reads the head of a request and records it. Ends the connection where the other side has closed it.
  case receive
  case send([UInt8])
  /// Makes the bytes from the last head that was read.
  case answer(@Sendable (String) -> [UInt8])
  /// Sends until the other side closes.
  case sendForever([UInt8])
  /// One byte after another.
  case drip([UInt8], every: Duration)
  case pause(Duration)
  /// Reads, and says nothing, until the other side closes.
  case listen
  /// Ends the connection with a reset.
  case reset
  /// Passes on all bytes, both ways, from and to another server on 127.0.0.1, until either side ends: a server of TLS, say.
  case relay(to: Int)
  /// Begins the script again.
  case again

  public static func send(_ text: String) -> Step { .send(Array(text.utf8)) }

  /// A whole response with a `Content-Length`.
  public static func respond(
    _ status: String = "200 OK", _ headers: [String] = [], body: [UInt8] = Array("{}".utf8)
  ) -> Step {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + headers
    return .send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
  }
}
