public import NIOCore

/// An HTTP response.
public struct ServerResponse: Sendable {
  public var status: Int
  /// The header fields, in their order, with names in lower case.
  public var headers: [(name: String, value: String)]
  public var body: ByteBuffer

  init(_ status: Int, _ headers: [(name: String, value: String)] = [], body: ByteBuffer = ByteBuffer()) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Returns the value of a header field, by its name in lower case; nil if there is none.
  public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  mutating func set(_ name: String, _ value: String) {
    headers.removeAll { $0.name == name }
    headers.append((name, value))
  }
}
