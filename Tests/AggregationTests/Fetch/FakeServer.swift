import Basics
import CampusCatalog
import FeedKit
import Fetching
import Testing

/// All servers of a test: answers by address, in order; the last one is repeated.
final class FakeServer: HTTPClient {
  private struct State {
    var answers: [String: [Answer]] = [:]
    var counts: [String: Int] = [:]
    var requests: [SentRequest] = []
    var inFlight: [String: Int] = [:]
    var mostInFlight: [String: Int] = [:]
    var connecting: [String: Duration] = [:]
  }

  private let state = Guarded(State())
  private let clock: VirtualClock

  init(_ clock: VirtualClock) { self.clock = clock }

  func on(_ url: String, _ answers: Answer...) { on(url, answers) }

  func on(_ url: String, _ answers: [Answer]) { state.withLock { $0.answers[url] = answers } }

  /// The next request to a host waits for its connection.
  func connects(to host: String, after pause: Duration) { state.withLock { $0.connecting[host] = pause } }

  /// All requests so far, in order.
  var requests: [SentRequest] { state.withLock(\.requests) }

  func requests(to url: String) -> [SentRequest] { requests.filter { $0.url == url } }

  /// Forgets the requests, not the answers.
  func clear() { state.withLock { $0.requests = [] } }

  /// The largest number of concurrent requests to one host.
  func mostInFlight(_ host: String) -> Int { state.withLock { $0.mostInFlight[host] ?? 0 } }

  func perform(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let host = request.target.host
    if let pause = state.withLock({ $0.connecting.removeValue(forKey: host) }) { try? await clock.sleep(for: pause) }
    request.willSend?()
    let (answer, sent) = state.withLock { state in
      let url = request.target.url
      let number = state.counts[url, default: 0] + 1
      state.counts[url] = number
      let headers = Dictionary(request.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
      let sent = SentRequest(
        url: url, headers: headers, number: number, ticks: clock.ticks, time: clock.now(), limits: request.limits,
        remaining: request.remaining)
      state.requests.append(sent)
      state.inFlight[host, default: 0] += 1
      state.mostInFlight[host] = max(state.mostInFlight[host] ?? 0, state.inFlight[host] ?? 0)
      var answers = state.answers[url] ?? []
      let answer = answers.first
      if answers.count > 1 {
        answers.removeFirst()
        state.answers[url] = answers
      }
      return (answer, sent)
    }
    defer { state.withLock { $0.inFlight[host, default: 0] -= 1 } }
    guard let answer else {
      Issue.record("nobody is at \(sent.url)")
      throw TransportFailure(.dnsFailed, "nobody is at \(sent.url)")
    }
    return try await answer.give(sent, clock).get()
  }

  func target(_ url: String, relativeTo base: HTTPTarget?) throws(TransportFailure) -> HTTPTarget {
    if let base, url.hasPrefix("//") { return try target("\(base.scheme):\(url)", relativeTo: nil) }
    if let base, url.hasPrefix("/") { return try target("\(base.scheme)://\(Self.authority(base.url))\(url)", relativeTo: nil) }
    guard let colon = url.firstIndex(of: ":"), !url.contains("\\"), url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw TransportFailure(.httpRedirectInvalid, "a malformed address")
    }
    let scheme = url[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { throw TransportFailure(.policyScheme, "neither http nor https") }
    let authority = Self.authority(url)
    guard !authority.isEmpty, !authority.contains("@"), url.utf8.count <= 8192 else {
      throw TransportFailure(.httpRedirectInvalid, "a malformed address")
    }
    let parts = authority.split(separator: ":").map(String.init)
    let port = parts.count == 2 ? Int(parts[1]) ?? 0 : scheme == "https" ? 443 : 80
    return HTTPTarget(url: String(url.prefix { $0 != "#" }), scheme: scheme, host: parts[0].lowercased(), port: port)
  }

  private static func authority(_ url: String) -> String {
    guard let slashes = url.firstRange(of: "://") else { return "" }
    return String(url[slashes.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }
}
