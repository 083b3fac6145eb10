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
  /// Whether the server confirms stored answers that are still current, too, as after "pull to refresh".
  public var revalidates = false
  /// The value of the header `User-Agent`; nil for that of the transport.
  public var userAgent: String?

  /// The operations of the API that this client has methods for, each with its path: "listFeeds /api/v1/feeds".
  public static var operations: [String] { Operation.allCases.map { "\($0.rawValue) \($0.path)" } }

  private let transport: any Transport
  private let cache: any ResponseCache
  private let retry: RetryPolicy
  private let now: @Sendable () -> Instant

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
  /// - Parameter target: the path and the query.
  func answer<Value>(_ target: String, read: Reader<Value>) async throws(ClientError) -> Answer<Value> {
    let stored = await cache.response(for: target)
    if !revalidates, let stored, stored.isCurrent(at: now()), let value = try? read(stored.body, stored.receivedAt) {
      return Answer(value, receivedAt: stored.receivedAt, origin: .cache)
    }
    var failure = ClientError.unreachable(detail: "no server")
    for server in servers {
      var failures = 0
      var delay: Duration?
      repeat {
        if let delay {
          do { try await retry.wait(delay) } catch { throw .canceled }
        }
        do {
          return try await request(server, target, stored, read)
        } catch {
          guard error.allowsStoredAnswer else { throw error }
          failure = error
        }
        failures += 1
        // With a stored answer, nobody has to wait.
        delay = stored == nil && failure.isTemporary ? retry.delay(after: failures, requested: failure.requestedDelay) : nil
      } while delay != nil
    }
    if let stored, let value = try? read(stored.body, stored.receivedAt) {
      return Answer(value, receivedAt: stored.receivedAt, origin: .offline(failure))
    }
    throw failure
  }

  /// Sends one request to one server, and stores its answer once it has been read.
  private func request<Value>(
    _ server: URL, _ target: String, _ stored: StoredResponse?, _ read: Reader<Value>
  ) async throws(ClientError) -> Answer<Value> {
    let response = try await send(server, target, entityTag: stored?.entityTag)
    let received = now()
    switch response.status {
    case 200:
      let value: Value
      do { value = try read(response.body, received) } catch { throw .unreadable(error) }
      let new = StoredResponse(
        body: response.body, entityTag: response.headers["etag"], receivedAt: received, lifetime: response.lifetime)
      await cache.store(new, for: target)
      return Answer(value, receivedAt: received, origin: .server)
    case 304:
      guard let stored else { throw .unreadable(detail: "status 304, although the request had no conditions") }
      guard let value = try? read(stored.body, received) else {
        // The stored response is of another version of this client.
        return try await request(server, target, nil, read)
      }
      let confirmed = StoredResponse(
        body: stored.body, entityTag: stored.entityTag, receivedAt: received, lifetime: response.lifetime)
      await cache.store(confirmed, for: target)
      return Answer(value, receivedAt: received, origin: .confirmed)
    default: throw response.error
    }
  }

  private func send(_ server: URL, _ target: String, entityTag: String?) async throws(ClientError) -> TransportResponse {
    let base = server.absoluteString
    guard let url = URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + target) else {
      throw .unreachable(detail: "\(base) is not an address")
    }
    var request = TransportRequest(url, headers: ["Accept": "application/json, */*;q=0.5"])
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

  /// The parameters that choose the language and the clock of sentences.
  func styled(_ parameters: Parameters) -> Parameters {
    var parameters = parameters
    parameters.add("lang", language?.rawValue)
    parameters.add("clock", clock?.rawValue)
    return parameters
  }
}
