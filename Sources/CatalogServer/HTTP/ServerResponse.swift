public import NIOCore
import NIOHTTP1

/// An HTTP response.
public struct ServerResponse: Sendable {
  public var status: Int
  /// The header fields, in their order, with names in lower case.
  public var headers: [(name: String, value: String)]
  public var body: ByteBuffer
  /// Whether the same request has the same response as long as the second and the snapshot are the same.
  var isRepeatable = false
  /// The status line and all header fields as they are sent; nil if they have not been written yet.
  private(set) var head: ByteBuffer?

  init(_ status: Int, _ headers: [(name: String, value: String)] = [], body: ByteBuffer = ByteBuffer()) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Returns the value of a header field, by its name in lower case; nil if there is none.
  public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  mutating func set(_ name: String, _ value: String) {
    headers.removeAll { $0.name == name }
    headers.append((name, value))
  }

  /// Writes the head in advance, for a response that is sent many times within a second.
  ///
  /// - Parameter date: the time of the response as an HTTP date.
  mutating func prepareHead(date: String) {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(1_024)
    writeHead(to: &buffer, date: date, isLast: false)
    head = buffer
  }

  /// Writes the status line and the header fields.
  ///
  /// - Parameter isLast: whether the connection is closed after the response.
  func writeHead(to buffer: inout ByteBuffer, date: String, isLast: Bool) {
    switch status {
    case 200: buffer.writeStaticString("HTTP/1.1 200 OK\r\n")
    case 304: buffer.writeStaticString("HTTP/1.1 304 Not Modified\r\n")
    default: buffer.writeString("HTTP/1.1 \(status) \(HTTPResponseStatus(statusCode: status).reasonPhrase)\r\n")
    }
    for (name, value) in headers where name != "connection" {
      // A header field that came from elsewhere must not be able to begin another one.
      if value.utf8.contains(where: { $0 < 0x20 }) { continue }
      buffer.writeString(name)
      buffer.writeStaticString(": ")
      buffer.writeString(value)
      buffer.writeStaticString("\r\n")
    }
    if status != 304, header("content-length") == nil { buffer.writeString("content-length: \(body.readableBytes)\r\n") }
    if isLast { buffer.writeStaticString("connection: close\r\n") }
    buffer.writeStaticString("date: ")
    buffer.writeString(date)
    buffer.writeStaticString("\r\n\r\n")
  }
}
