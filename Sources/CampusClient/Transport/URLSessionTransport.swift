public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport that uses `URLSession`, without its cache and its cookies.
public final class URLSessionTransport: Transport {
  private let session: URLSession

  /// - Parameters:
  ///   - timeout: how long the server may be silent, in seconds.
  ///   - total: how long a response may take as a whole, in seconds.
  public init(timeout: TimeInterval = 15, total: TimeInterval = 60) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.timeoutIntervalForRequest = timeout
    configuration.timeoutIntervalForResource = total
    session = URLSession(configuration: configuration)
  }

  deinit { session.finishTasksAndInvalidate() }

  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    var sent = URLRequest(url: request.url)
    for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
    let (body, response) = try await session.data(for: sent)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    var headers: [String: String] = [:]
    for case let (name as String, value as String) in response.allHeaderFields { headers[name] = value }
    return TransportResponse(status: response.statusCode, headers: headers, body: body)
  }
}
