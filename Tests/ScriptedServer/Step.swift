/// A step of a scripted server on a connection.
public enum Step: Sendable {
  /// Reads the head of a request and records it. Closes the connection if the client has closed it.
  case receive
  case send([UInt8])
  /// Sends bytes that are computed from the last request head.
  case answer(@Sendable (String) -> [UInt8])
  /// Sends until the client closes the connection.
  case sendForever([UInt8])
  /// Sends one byte at a time.
  case drip([UInt8], every: Duration)
  case pause(Duration)
  /// Waits for a call of `ScriptedServer.resume()`.
  case hold
  /// Reads without answering until the client closes the connection.
  case listen
  /// Ends the connection with a reset.
  case reset
  /// Closes the connection without announcing the end in TLS. Without TLS, the same as the end of the script.
  case vanish
  /// Relays all bytes to and from another server on 127.0.0.1, such as a TLS server, until either side closes.
  case relay(to: Int)
  /// Restarts the script.
  case restart

  public static func send(_ text: String) -> Step { .send(Array(text.utf8)) }

  /// A whole response with a `Content-Length`.
  public static func respond(
    _ status: String = "200 OK", _ headers: [String] = [], body: [UInt8] = Array("{}".utf8)
  ) -> Step {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + headers
    return .send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
  }
}
