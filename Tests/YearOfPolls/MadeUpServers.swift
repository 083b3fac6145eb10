import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours

/// Simulated servers of the five feeds, which behave like the real ones as far as we know: Penn allows caching for half a day, Liverpool's
/// file has an entity tag, the others have neither. Each is down for some hours about once a month.
final class MadeUpServers: HTTPClient {
  /// A variant of the year.
  enum Variant: String {
    case usual
    /// All servers have entity tags.
    case tags
    /// Guidebook stops answering after thirty days.
    case dead
    /// The thirty feeds of `WideYear`.
    case wide
  }

  struct Page {
    let prefix: String
    let feed: any MadeUpFeed
    var headers: [Feed.Header] = []
    var hasTag = false
    /// How often the server is down.
    var daysBetweenOutages = 30
    /// The feed of `WideYear`, whose replies are written to a file.
    var id: String?
  }

  private let pages: [Page]
  private let clock: PollClock
  /// When Guidebook answers for the last time.
  private let end: Int
  private let log: ReplyLog?
  private let state: Guarded<(made: [Int: (version: Int, body: [UInt8])], traffic: Traffic)>

  struct Traffic {
    var requests = 0
    var notModified = 0
    var failures = 0
    var bytes = 0
  }

  /// - Parameter log: receives the replies of the feeds of `WideYear`.
  init(from start: Int, days: Int, _ variant: Variant, _ clock: PollClock, log: ReplyLog? = nil) {
    self.log = log
    let tags = variant == .tags
    end = variant == .dead ? start + 30 * 86_400 : .max
    pages =
      variant == .wide
      ? WideYear.pages(from: start, days: days)
      : [
        Page(
          prefix: "https://pennmobile.org/", feed: DiningYear(), headers: [Feed.Header("Cache-Control", "max-age=43200")], hasTag: tags),
        Page(prefix: "https://api.srct.gmu.edu/whatsopen/v2/facilities/", feed: FacilitiesYear(from: start, days: days), hasTag: tags),
        Page(prefix: "https://api.srct.gmu.edu/whatsopen/v2/alerts/", feed: AlertsYear(from: start, days: days), hasTag: tags),
        Page(prefix: "https://cgi.csc.liv.ac.uk/", feed: PlacesYear(from: start, days: days), hasTag: true),
        Page(prefix: "https://builder.guidebook.com/", feed: GuidesYear(from: start, days: days), hasTag: tags),
        Page(prefix: "https://zenquotes.io/", feed: QuotesYear(), hasTag: tags),
      ]
    self.clock = clock
    state = Guarded(([:], Traffic()))
  }

  var traffic: Traffic { state.withLock(\.traffic) }

  func perform(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let (url, second) = (request.target.url, Int(clock.now().secondsSinceEpoch))
    let index = pages.firstIndex { url.hasPrefix($0.prefix) }
    guard let index, !Self.isOutOfOrder(index, second, every: pages[index].daysBetweenOutages), !(url.contains("guidebook") && second > end)
    else {
      state.withLock { state in
        state.traffic.requests += 1
        state.traffic.failures += 1
      }
      if let id = index.flatMap({ pages[$0].id }) { log?.miss(id, at: second) }
      throw TransportFailure(.connectRefused, "the server is out of order")
    }
    if url.contains("offset=") { return answer(200, [], Array("{\"data\":[],\"total\":\"30\"}".utf8)) }
    let page = pages[index]
    let version = page.feed.version(at: second)
    let tag = "\"\(index)-\(version)\""
    let headers = page.headers + (page.hasTag ? [Feed.Header("ETag", tag)] : [])
    if let id = page.id { log?.reply(id, version, at: second) { page.feed.body(at: second) } }
    if page.hasTag, request.headers.contains(where: { $0.name == "If-None-Match" && $0.value == tag }) { return answer(304, headers, []) }
    let kept = state.withLock { $0.made[index] }
    let body = kept?.version == version ? kept?.body ?? [] : Array(page.feed.body(at: second).utf8)
    state.withLock { $0.made[index] = (version, body) }
    return answer(200, headers + [Feed.Header("Content-Type", "application/json")], body)
  }

  func target(_ url: String, relativeTo base: HTTPTarget?) throws(TransportFailure) -> HTTPTarget {
    guard url.hasPrefix("https://") else { throw TransportFailure(.httpRedirectInvalid, "a malformed address") }
    let host = String(url.dropFirst(8).prefix { $0 != "/" })
    return HTTPTarget(url: url, scheme: "https", host: host, port: 443)
  }

  private func answer(_ status: Int, _ headers: [Feed.Header], _ body: [UInt8]) -> HTTPResponse {
    state.withLock { state in
      state.traffic.requests += 1
      state.traffic.bytes += body.count
      if status == 304 { state.traffic.notModified += 1 }
    }
    return HTTPResponse(status: status, headers: headers, body: body)
  }

  private static func isOutOfOrder(_ server: Int, _ second: Int, every days: Int) -> Bool {
    // The two addresses of What's Open are one server.
    var chance = Chance(16, server == 2 ? 1 : server, second / (days * 86_400))
    let begin = chance.below((days - 1) * 86_400)
    let into = second % (days * 86_400)
    return into >= begin && into < begin + 3600 + chance.below(4 * 3600)
  }
}
