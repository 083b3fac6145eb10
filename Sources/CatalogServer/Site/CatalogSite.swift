import Basics
public import CampusCatalog
public import CatalogExport
public import CatalogSession
import Fetching
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTP1
public import OpeningHours

/// The catalog as a web site.
///
///     let site = CatalogSite(SiteSettings(now: { now() }))
///     await site.show(session)
///     try await HTTPServer(site).run()
///
/// A snapshot is replaced as a whole: a response is made from the old or the new one, never from both.
public final class CatalogSite: Sendable {
  public let settings: SiteSettings
  private let current = Guarded<SiteSnapshot?>(nil)
  let metrics = SiteMetrics()
  /// The threads for lists and pages.
  let lists = Renderer(longestQueue: 256)
  /// The threads for exports, calendars, differences and histories.
  let exports = Renderer(longestQueue: 16)
  /// The threads that compress long documents, which never wait for longer work.
  let compression = Renderer(longestQueue: 64)
  /// The thread that prepares new snapshots.
  let snapshots = Renderer(threads: 1, longestQueue: 1)

  public init(_ settings: SiteSettings) { self.settings = settings }

  /// The snapshot that answers requests; nil until there is one.
  public var snapshot: SiteSnapshot? { current.withLock { $0 } }

  /// Replaces the snapshot by one of a session, once the states of its places have been computed.
  ///
  /// - Parameter outcomes: the reports of the run that read the feeds, if there was one.
  public func show(_ session: CatalogSession, outcomes: [FeedReport] = []) async {
    let changes = await session.changeTimes()
    let snapshot = SiteSnapshot(
      session, outcomes, changes: changes, after: self.snapshot, at: settings.sharesCatalog ? nil : settings.clock())
    let asked = SiteMoment(settings).asked
    _ = snapshot.statuses(by: snapshot.rule(at: snapshot.moment(at: asked)))
    // Reading a long history takes a while; only the first snapshot is shown before that.
    let usual = Task { await snapshot.usualWeeks(at: asked, settings) }
    if self.snapshot != nil { _ = await usual.value }
    current.withLock { $0 = snapshot }
  }

  /// Returns the response to a request that cannot be parsed.
  ///
  /// - Parameter status: 431 for a header that is too large, otherwise 400.
  func refusal(_ status: Int) -> Refusal {
    let problem = status == 431 ? Problem.largeHeader : .malformed
    var response = problem.response
    SecurityHeaders(settings).add(to: &response, isShared: false)
    var headers = HTTPHeaders(response.headers.map { ($0.name.rawName, $0.value) })
    headers.add(name: "Date", value: HTTPDate.text(settings.clock()))
    return Refusal(
      head: HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: problem.status), headers: headers),
      body: problem.document)
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
  /// Campuses that may have no data yet, besides those of the catalog.
  public var campuses: Set<CampusID> = []
  /// The template of the addresses of map tiles; nil for a map without tiles.
  public var tiles: String?
  /// The credit that the tiles require, such as "© OpenStreetMap contributors".
  public var tilesAttribution: String?
  /// The library that draws the map; nil for pages without a map.
  public var mapLibrary: MapLibrary?
  /// The title of the site; nil for the usual one.
  public var chosenTitle: String?
  /// The title of the site.
  var title: String { chosenTitle ?? Words.text("campus-places") }
  /// The picture beside the title; nil for none.
  public var logo: SiteLogo?
  /// The path below which the site is, such as "/dining"; empty for the root of its host.
  public var basePath = ""
  /// The scheme and host of the site, such as "https://campus.example.edu"; nil if it is unknown.
  public var origin: String?
  /// The origins of pages that may show this site in a frame.
  public var frameOrigins: [String] = []
  /// Whether pages of places load their pictures, which are on other servers, at once.
  public var showsImages = false
  /// Where visitors report errors; nil for the pages of the feeds.
  package var report: ReportAddress?
  /// The color of the site; nil for the usual one.
  package var accent: AccentColor? {
    didSet {
      accentStyle = accent.map { PageAssets.asset("accent", "css", "text/css; charset=utf-8", Array($0.style.utf8)) }
    }
  }
  /// The style with the color.
  private(set) var accentStyle: PageAssets.Asset?
  /// Whether the moment is fixed, for demonstrations: answers then never become old.
  public var isFixed = false
  /// Whether other servers show the same catalog, so that answers, tags and cursors must depend on nothing else: not on what this server
  /// showed before, nor on when.
  public var sharesCatalog = false
  /// Returns a catalog as a database; nil for a site without this format.
  public var database: (@Sendable (CatalogExport, EntryStream) throws -> [UInt8])?
  /// Called when a valid request, or a part of an answer, cannot be answered, with the address or the name of the part, and the error.
  public var onFailure: @Sendable (String, any Error) -> Void = { _, _ in }

  /// - Parameters:
  ///   - now: returns the moment for which the site answers.
  ///   - clock: returns the time; nil for the same.
  public init(now: @escaping @Sendable () -> Instant, clock: (@Sendable () -> Instant)? = nil) {
    (self.now, self.clock) = (now, clock ?? now)
  }

  /// Returns the address of a page for other sites and programs; nil if the site does not know its own.
  func publicAddress(of path: String) -> String? { origin.map { $0 + basePath + path } }
}
