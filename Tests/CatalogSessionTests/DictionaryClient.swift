import Basics
import CampusCatalog
import FeedKit
import Fetching
import Foundation

/// An HTTP client whose answers are a dictionary from addresses to bodies. It answers 304 if the body is known already, and not at all if
/// an address has no body.
final class DictionaryClient: HTTPClient {
  private struct State {
    var bodies: [String: String] = [:]
    var requests: [HTTPRequest] = []
    var onRequest: @Sendable () -> Void = {}
  }

  private let state = Guarded(State())

  func put(_ body: String?, at url: String) { state.withLock { $0.bodies[url] = body } }

  var requests: [HTTPRequest] { state.withLock(\.requests) }

  /// Calls `body` with each request.
  func onRequest(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onRequest = body } }

  func perform(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let (body, onRequest) = state.withLock { state in
      state.requests.append(request)
      return (state.bodies[request.target.url], state.onRequest)
    }
    onRequest()
    guard let body else {
      do { try await Task.sleep(for: .seconds(86_400)) } catch { throw TransportFailure(.cancelled, "the exchange was canceled") }
      throw TransportFailure(.timeoutTotal, "no answer")
    }
    let tag = "\"\(body.utf8.count)-\(body.utf8.reduce(into: UInt32(0)) { $0 = $0 &* 31 &+ UInt32($1) })\""
    let isKnown = request.headers.contains { $0.name.lowercased() == "if-none-match" && $0.value == tag }
    return HTTPResponse(status: isKnown ? 304 : 200, headers: [Feed.Header("ETag", tag)], body: isKnown ? [] : Array(body.utf8))
  }

  func target(_ url: String, relativeTo base: HTTPTarget?) throws(TransportFailure) -> HTTPTarget {
    guard let parts = URLComponents(string: url), let scheme = parts.scheme, let host = parts.host else {
      throw TransportFailure(.httpRedirectInvalid, "a malformed address")
    }
    return HTTPTarget(url: url, scheme: scheme, host: host, port: 443)
  }
}
