import Basics
import NIOCore

/// The catalog as a web site: answers requests from the current snapshot.
///
///     let site = CatalogSite(SiteSettings(now: { now() }))
///     await site.replace(try await SiteSnapshot(session))
///     let response = await site.respond(to: ServerRequest("GET", "/api/v1/campuses", [("Host", "localhost")]))
///
/// A snapshot is replaced as a whole: a response is made from the old or the new one, never from both.
public final class CatalogSite: Sendable {
  public let settings: SiteSettings
  private let current = Guarded(Current())
  let recent = RecentResponses()
  let metrics = SiteMetrics()
  private let security: SecurityHeaders
  private struct Current {
    var snapshot: SiteSnapshot?
    var number = 0
  }

  private let lastDate = Guarded((second: Int64.min, text: ""))

  public init(_ settings: SiteSettings) {
    self.settings = settings
    security = SecurityHeaders(settings)
  }

  /// The snapshot that answers requests; nil until there is one.
  public var snapshot: SiteSnapshot? { current.withLock { $0.snapshot } }

  /// Replaces the snapshot, once what is needed for the first answers has been prepared.
  public func replace(_ snapshot: SiteSnapshot) async {
    _ = await snapshot.places.places(at: SiteMoment(settings).asked)
    current.withLock { $0 = Current(snapshot: snapshot, number: $0.number + 1) }
    recent.removeAll()
  }

  /// What responses depend on now, besides their requests.
  var moment: RecentResponses.Moment {
    RecentResponses.Moment(second: settings.clock().secondsSinceEpoch, snapshot: current.withLock { $0.number })
  }

  /// The current time as an HTTP date.
  var date: String {
    let now = settings.clock()
    return lastDate.withLock { last in
      if last.second != now.secondsSinceEpoch { last = (now.secondsSinceEpoch, HTTPDateText.text(now)) }
      return last.text
    }
  }

  /// Answers a request. Never throws: an error is a response, too.
  public func respond(to request: ServerRequest) async -> ServerResponse {
    if let response = immediateResponse(to: request) { return response }
    let start = ContinuousClock.now
    let response: ServerResponse
    do {
      response = try await Routes.respond(to: request, on: self)
    } catch let problem as Problem {
      response = Page.error(problem, request) ?? problem.response
    } catch {
      // The catalog is the last good one; only what is read for this request, such as its history, is missing.
      let problem = Problem.unavailable("What was asked for cannot be read at the moment; try again soon.")
      response = Page.error(problem, request) ?? problem.response
    }
    return complete(response, request, since: start)
  }

  /// Returns the answer to a request if it is ready, or wrong in itself; nil if the answer has to be made first.
  func immediateResponse(to request: ServerRequest) -> ServerResponse? {
    let start = ContinuousClock.now
    do throws(Problem) {
      try RequestPolicy.check(request, settings)
      return try Routes.immediateResponse(to: request, on: self).map { complete($0, request, since: start) }
    } catch {
      return complete(Page.error(error, request) ?? error.response, request, since: start)
    }
  }

  /// Returns the answer to a request that cannot be parsed.
  ///
  /// - Parameter status: 431 for a header that is too large, otherwise 400.
  func refusal(_ status: Int) -> ServerResponse {
    var response = (status == 431 ? Problem.largeHeader : .malformed).response
    response.headers += security.fields(for: response, to: nil)
    return response
  }

  /// Returns the response to a request with the same bytes that was answered at the same moment; nil if there was none.
  func recentResponse(to bytes: ByteBuffer, at moment: RecentResponses.Moment) -> ServerResponse? {
    let start = ContinuousClock.now
    let response = recent.response(to: bytes, at: moment)
    if let response { metrics.note(status: response.status, since: start) }
    return response
  }

  private func complete(_ response: ServerResponse, _ request: ServerRequest, since start: ContinuousClock.Instant) -> ServerResponse {
    var response = response
    response.headers += security.fields(for: response, to: request)
    if request.isHead {
      if response.status != 304 { response.set("content-length", "\(response.body.readableBytes)") }
      response.body = ByteBuffer()
    }
    metrics.note(status: response.status, since: start)
    return response
  }
}

/// How a site answers.
public struct SiteSettings: Sendable {
  /// Returns the moment for which the site answers. Answers are about the beginning of its minute.
  public var now: @Sendable () -> Instant
  /// Returns the time.
  public var clock: @Sendable () -> Instant
  /// The names by which clients may address the server, in lower case, without the port.
  public var hosts: Set<String> = ["localhost", "127.0.0.1", "::1"]
  /// The template of the addresses of map tiles; nil for a map without tiles.
  public var tiles: String?
  /// The library that draws the map; nil for pages without a map.
  public var mapLibrary: MapLibrary?
  /// Whether the moment is fixed, for demonstrations: answers then never become old.
  public var isFixed = false
  /// Returns a catalog as a database; nil for a site without this format.
  public var database: (@Sendable (CatalogExport, EntryStream) throws -> [UInt8])?

  /// - Parameters:
  ///   - now: returns the moment for which the site answers.
  ///   - clock: returns the time; nil for the same.
  public init(now: @escaping @Sendable () -> Instant, clock: (@Sendable () -> Instant)? = nil) {
    (self.now, self.clock) = (now, clock ?? now)
  }
}
