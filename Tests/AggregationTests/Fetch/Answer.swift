import CampusCatalog
import FeedKit
import Fetching

/// The reaction of a fake server to one request.
struct Answer: Sendable {
  let give: @Sendable (SentRequest, VirtualClock) async -> Result<HTTPResponse, TransportFailure>

  /// A response, with a `Content-Length` unless the headers say otherwise.
  static func status(_ status: Int, _ headers: [String: String] = [:], _ body: String = "", oddities: [String] = []) -> Answer {
    let response = Self.response(status, headers, body, oddities)
    return Answer { _, _ in .success(response) }
  }

  static func ok(_ body: String, _ headers: [String: String] = [:]) -> Answer { .status(200, headers, body) }

  static func fails(_ reason: String) -> Answer {
    Answer { _, _ in .failure(TransportFailure(ReasonCode(reason), "as the test wants it")) }
  }

  static func fails(_ failure: TransportFailure) -> Answer { Answer { _, _ in .failure(failure) } }

  /// Sends nothing until the first of the request's limits is reached.
  static let hangs = Answer { request, clock in
    let limit = min(request.limits.firstByte, request.limits.attempt)
    let pause = min(limit, request.remaining ?? limit)
    do { try await clock.sleep(for: pause) } catch { return .failure(TransportFailure(.cancelled, "the task was canceled")) }
    return .failure(TransportFailure(pause < limit ? .timeoutTotal : .timeoutFirstByte, "nothing came"))
  }

  /// 200 with the body, or 304 for a client that already has it, as a well-behaved server does.
  static func page(_ body: String, etag: String, _ headers: [String: String] = [:]) -> Answer {
    Answer { request, _ in
      var headers = headers
      headers["ETag"] = etag
      return .success(request.headers["if-none-match"] == etag ? response(304, headers, "") : response(200, headers, body))
    }
  }

  /// The same answer after a pause.
  func after(_ pause: Duration) -> Answer {
    Answer { request, clock in
      do { try await clock.sleep(for: pause) } catch { return .failure(TransportFailure(.cancelled, "the task was canceled")) }
      return await give(request, clock)
    }
  }

  /// A different response for each request, by its number from 1.
  static func changing(_ make: @escaping @Sendable (Int) -> Answer) -> Answer {
    Answer { request, clock in await make(request.number).give(request, clock) }
  }

  private static func response(_ status: Int, _ headers: [String: String], _ body: String, _ oddities: [String] = []) -> HTTPResponse {
    var list = headers.sorted { $0.key < $1.key }.map { Feed.Header($0.key, $0.value) }
    let hasLength = headers.keys.contains { ["content-length", "transfer-encoding"].contains($0.lowercased()) }
    if !hasLength { list.append(Feed.Header("Content-Length", "\(body.utf8.count)")) }
    list.removeAll { $0.name == "Transfer-Encoding" && $0.value == "none" }
    return HTTPResponse(status: status, headers: list, body: Array(body.utf8), oddities: oddities)
  }
}
