public import FeedKit

/// A complete response: its framing is valid, its content codings ended properly, and it is within the limits.
public struct HTTPResponse: Sendable {
  public let status: Int
  /// In the order received; names as sent, values with one character per byte (ISO 8859-1), trimmed.
  public let headers: [Feed.Header]
  /// Decoded. Always empty for 204 and 304.
  public let body: [UInt8]
  /// Bytes of the body on the wire.
  public let wireBytes: Int
  /// Harmless oddities: "a 304 with a body".
  public let oddities: [String]

  public init(status: Int, headers: [Feed.Header], body: [UInt8], wireBytes: Int? = nil, oddities: [String] = []) {
    self.status = status
    self.headers = headers
    self.body = body
    self.wireBytes = wireBytes ?? body.count
    self.oddities = oddities
  }

  /// Returns all values of a header; its name is not case-sensitive.
  public func values(_ name: String) -> [String] {
    let name = name.lowercased()
    return headers.lazy.filter { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name }.map(\.value)
  }

  public func value(_ name: String) -> String? { values(name).first }
}
