public import Foundation
public import OpeningHours

/// A client of the API of `aggregate serve`, for apps on Apple's platforms and on Linux.
///
///     let client = CampusClient(server: URL(string: "https://dining.example.edu")!, cache: FileCache(folder: folder))
///     let open = try await client.entries(EntryQuery(campuses: ["penn"]))
///     for place in open.value.places { print(place.name, place.status(at: Instant(Date())).sentence) }
///
/// The client asks for what has changed only (`ETag`), not before the server's answer is outdated (`Cache-Control`), and tries again after
/// failures that may pass. When no server answers, it returns the stored answer, with its age. Only complete answers that could be read are
/// stored. All methods are canceled with their task.
public struct CampusClient: Sendable {
  /// The addresses of the servers: the first one, and those that are asked when it does not answer.
  public let servers: [URL]
  /// The language of sentences; nil for that of the request or of each campus's country.
  public var language: Language?
  /// The clock of sentences; nil for that of each campus's country.
  public var clock: RegionalStyle.Clock?
  /// When stored answers are used.
  public var policy = StoragePolicy.whileCurrent
  /// The value of the header `User-Agent`; nil for that of the transport.
  public var userAgent: String?

  /// The operations of the API that this client has methods for, each with its path: "listFeeds /api/v1/feeds".
  public static var operations: [String] { Operation.allCases.map { "\($0.rawValue) \($0.path)" } }

  private let transport: any Transport
  private let cache: any ResponseCache
  private let retry: RetryPolicy
  let now: @Sendable () -> Instant

  /// - Parameters:
  ///   - server: the address of a server, with its base path: `https://www.example.edu/dining`.
  ///   - backups: other servers with the same data, asked in order when the first does not answer.
  ///   - cache: where answers are stored. Use a `FileCache` to have them after a restart.
  ///   - now: returns the current time.
  public init(
    server: URL, backups: [URL] = [], transport: any Transport = URLSessionTransport(), cache: any ResponseCache = MemoryCache(),
    retry: RetryPolicy = RetryPolicy(), now: @escaping @Sendable () -> Instant = { Instant(Date()) }
  ) {
    servers = [server] + backups
    (self.transport, self.cache, self.retry, self.now) = (transport, cache, retry, now)
  }

  /// A function that reads the content of a response. It receives the time at which the server confirmed it.
  typealias Reader<Value> = @Sendable (Data, Instant) throws -> Value

  /// Requests a path of the API, or returns the stored answer.
  ///
  /// - Parameters:
  ///   - target: the path and the query.
  ///   - type: the beginning of the media type that the content must have.
  func answer<Value>(_ target: String, type: String, read: Reader<Value>) async throws(ClientError) -> Answer<Value> {
    let stored = await cache.response(for: key(target))
    let isCurrent = policy == .storedOnly || (policy == .whileCurrent && stored?.isCurrent(at: now()) == true)
    if isCurrent, let stored, let value = try? read(stored.body, stored.receivedAt) {
      return Answer(value, receivedAt: stored.receivedAt, origin: .cache)
    }
    if policy == .storedOnly { throw .unreachable(detail: "no answer is stored") }
    var failure = ClientError.unreachable(detail: "no server")
    var fallback: Answer<Value>?
    for server in servers {
      var failures = 0
      var delay: Duration?
      repeat {
        if let delay {
          do { try await retry.wait(delay) } catch { throw .canceled }
        }
        do {
          return try await request(server, target, stored, type, read)
        } catch {
          guard error.allowsStoredAnswer else { throw error }
          failure = error
        }
        failures += 1
        fallback = offlineAnswer(stored, failure, read)
        // With a stored answer, each server is asked once.
        delay = fallback == nil && failure.isTemporary ? retry.delay(after: failures, requested: failure.requestedDelay) : nil
      } while delay != nil
    }
    guard let fallback else { throw failure }
    return fallback
  }

  private func offlineAnswer<Value>(_ stored: StoredResponse?, _ failure: ClientError, _ read: Reader<Value>) -> Answer<Value>? {
    guard let stored, let value = try? read(stored.body, stored.receivedAt) else { return nil }
    return Answer(value, receivedAt: stored.receivedAt, origin: .offline(failure))
  }

  /// The key of a stored answer: its address at the first server, because different servers have different answers.
  private func key(_ target: String) -> String { (servers.first?.absoluteString ?? "") + " " + target }

  /// Stores the answer to a question that takes several requests.
  func store(_ body: Data, of target: String, receivedAt: Instant) async {
    await cache.store(StoredResponse(body: body, entityTag: nil, receivedAt: receivedAt, lifetime: 0), for: key(target))
  }

  /// Returns the stored answer to a question that takes several requests; nil if there is none.
  func storedAnswer<Value>(_ target: String, _ failure: ClientError, read: Reader<Value>) async -> Answer<Value>? {
    offlineAnswer(await cache.response(for: key(target)), failure, read)
  }

  /// Sends one request to one server, and stores its answer once it has been read.
  private func request<Value>(
    _ server: URL, _ target: String, _ stored: StoredResponse?, _ type: String, _ read: Reader<Value>
  ) async throws(ClientError) -> Answer<Value> {
    let response = try await send(server, target, entityTag: stored?.entityTag)
    let received = now()
    switch response.status {
    case 200:
      guard response.hasType(type) else {
        throw .unreadable(detail: "the content is \(response.headers["content-type"] ?? "of no stated type") instead of \(type)")
      }
      let value: Value
      do { value = try read(response.body, received) } catch { throw .unreadable(error) }
      let new = StoredResponse(
        body: response.body, entityTag: response.headers["etag"], receivedAt: received, lifetime: response.lifetime)
      await cache.store(new, for: key(target))
      return Answer(value, receivedAt: received, origin: .server)
    case 304:
      guard let stored else { throw .unreadable(detail: "status 304, although the request had no conditions") }
      guard let value = try? read(stored.body, received) else {
        // The stored response is of another version of this client.
        return try await request(server, target, nil, type, read)
      }
      let confirmed = StoredResponse(
        body: stored.body, entityTag: stored.entityTag, receivedAt: received, lifetime: response.lifetime)
      await cache.store(confirmed, for: key(target))
      return Answer(value, receivedAt: received, origin: .confirmed)
    default: throw response.error
    }
  }

  func send(_ server: URL, _ target: String, entityTag: String? = nil) async throws(ClientError) -> TransportResponse {
    var base = server.absoluteString
    while base.hasSuffix("/") { base.removeLast() }
    guard server.query == nil, server.fragment == nil, let url = URL(string: base + target) else {
      throw .unreachable(detail: "\(base) is not the address of a server: it must not have a query or a fragment")
    }
    var request = TransportRequest(url, headers: ["Accept": "application/json, */*;q=0.5"])
    // Without it, systems send the languages of the device, and answers would differ although their addresses do not.
    request.headers["Accept-Language"] = language?.rawValue ?? "*"
    request.headers["User-Agent"] = userAgent
    request.headers["If-None-Match"] = entityTag
    do {
      return try await transport.send(request)
    } catch is CancellationError {
      throw .canceled
    } catch {
      throw Task.isCancelled || (error as? URLError)?.code == .cancelled ? .canceled : .unreachable(detail: error.localizedDescription)
    }
  }

  /// Returns the style of texts about a campus: its country's, with the client's language and clock. For `Place.status(at:style:)`, so that
  /// sentences of the device are like those of the server.
  public func style(of campus: Campus) -> RegionalStyle {
    let ofCountry = campus.country.flatMap { Language(country: $0) }
    return RegionalStyle(country: campus.country, clock: clock, language: language ?? ofCountry ?? .english)
  }

  /// The parameters that choose the language and the clock of sentences.
  func styled(_ parameters: Parameters) -> Parameters {
    var parameters = parameters
    parameters.add("lang", language?.rawValue)
    parameters.add("clock", clock?.rawValue)
    return parameters
  }
}
