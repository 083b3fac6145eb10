public import Foundation

/// A type that sends one HTTP request and receives its response. `URLSessionTransport` is one; tests and apps may have their own.
public protocol Transport: Sendable {
  /// Sends a request with the method GET.
  ///
  /// Implementations neither cache responses nor add conditions: the client does both. They follow redirects.
  ///
  /// - Throws: `CancellationError` or `URLError(.cancelled)` if the task is canceled; any other error means that no complete response
  ///   arrived.
  func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// A request of the client.
public struct TransportRequest: Sendable, Hashable {
  public let url: URL
  /// The header fields, by name.
  public var headers: [String: String]

  public init(_ url: URL, headers: [String: String] = [:]) {
    (self.url, self.headers) = (url, headers)
  }
}

/// A complete response of a server.
public struct TransportResponse: Sendable, Hashable {
  public let status: Int
  /// The header fields, by lower-case name.
  public let headers: [String: String]
  /// The content, without content codings.
  public let body: Data

  /// - Parameter headers: the header fields, by name in any case.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = Dictionary(headers.sorted { $0.key < $1.key }.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    self.body = body
  }
}
