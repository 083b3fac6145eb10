import CampusCatalog
import CatalogServer
import CatalogSession
import Commands
import Foundation
import Glibc
import OpeningHours

/// A server with the options of `aggregate serve`.
enum SiteServer {
  static func run(_ options: Serve) async throws {
    let published = options.published()
    let file = published == nil ? options.file.map { FileState(of: $0, with: options.configurationFiles) } : nil
    let session = published == nil ? try await options.open() : nil
    if let path = options.basePath, session?.campuses.contains(where: { "/\($0.id)" == path }) == true {
      throw options.ambiguousBasePath(path)
    }
    let site = CatalogSite(try siteSettings(options, at: session?.moment))
    if let session { await site.show(session) }
    var server = HTTPServer(site)
    (server.host, server.port) = (options.host, options.port)
    let files = raiseFileLimit()
    // The rest is for the store, feeds and temporary files.
    server.connections = min(server.connections, files - min(128, files / 2))
    if let published {
      var follower = CatalogFollower(site, published.catalog, every: published.pause) { try await options.open($0) }
      follower.events = { report($0, isReady: site.snapshot != nil) }
      server.background = { [follower] in await follower.run() }
    } else if let keeper = keeper(of: site, options, file) {
      server.background = { await keeper.run() }
    }
    let shown = options.host.contains(":") ? "[\(options.host)]" : options.host
    server.onListening = { port in
      let address = "http://\(shown):\(port)\(options.basePath ?? "")/"
      Serve.report("listening on \(address)")
      if options.opensBrowser { openBrowser(address) }
    }
    do { try await server.run() } catch let error as ListenError { throw options.cannotListen(error.code) }
  }

  /// - Parameter moment: the moment for which a site with fixed data answers.
  private static func siteSettings(_ options: Serve, at moment: Instant?) throws -> SiteSettings {
    let clock = try Serve.clock()
    let fixed = options.isFixed ? moment : nil
    var site = SiteSettings(now: { fixed ?? clock() }, clock: clock)
    (site.isFixed, site.sharesCatalog) = (options.isFixed, options.address != nil)
    (site.tiles, site.tilesAttribution) = (options.tiles, options.tilesAttribution)
    site.campuses = try options.campuses()
    site.mapLibrary = MapLibrary { name in
      FileManager.default.contents(atPath: "/usr/share/javascript/leaflet/\(name)").map { [UInt8]($0) }
    }
    site.hosts.formUnion((options.allowedHosts + [options.host]).map { $0.lowercased() })
    site.chosenTitle = options.siteTitle
    if let path = options.siteLogo {
      guard let logo = FileManager.default.contents(atPath: path).flatMap({ SiteLogo([UInt8]($0)) }) else { throw options.wrongLogo(path) }
      site.logo = logo
    }
    (site.basePath, site.frameOrigins, site.showsImages) = (options.basePath ?? "", options.frameOrigins, options.images)
    (site.accent, site.report, site.origin) = (options.accentColor, options.reportAddress, options.origin)
    site.database = Serve.database
    site.onFailure = { target, error in Serve.report("\(target) cannot be answered: \(Serve.message(error))") }
    return site
  }

  /// Returns the updater of a site; nil for a site that does not change.
  private static func keeper(of site: CatalogSite, _ options: Serve, _ file: FileState?) -> SiteKeeper? {
    if options.isFixed { return nil }
    let refresh = options.refreshSeconds.map { SiteKeeper.Source.feeds(every: .seconds($0)) { try options.poll() } }
    guard let source = refresh ?? file.map(SiteKeeper.Source.file) else { return nil }
    var keeper = SiteKeeper(site, source) { try await options.reopen() }
    keeper.events = report
    return keeper
  }

  private static func report(_ event: CatalogFollower.Event, isReady: Bool) {
    switch event {
    case .shown(let catalog):
      Serve.note("shows the catalog of \(catalog.generatedAt), with \(catalog.entries.count.counted("entry", "entries"))")
    case .failed(let error):
      let what = isReady ? "the site shows the last catalog that was read" : "the site is not ready until there is a catalog"
      Serve.report("\(Serve.message(error)); \(what)")
    }
  }

  private static func report(_ event: SiteKeeper.Event) {
    switch event {
    case .read(let feeds):
      let failed = feeds.filter { !$0.outcome.isDelivered && !$0.isSwitchedOff }
      let rest = failed.isEmpty ? "" : "; not readable now: \(failed.map(\.id.description).joined(separator: ", "))"
      Serve.note("read \(feeds.count - failed.count) of \(feeds.count) feeds\(rest)")
    case .failed(let error): Serve.report("\(Serve.message(error)); the site shows the last catalog that was read")
    }
  }

  /// Raises the limit on open files, which include connections, as far as allowed. Returns the new limit.
  private static func raiseFileLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(min(limit.rlim_cur, 1 << 20))
  }

  private static func openBrowser(_ address: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/xdg-open")
    process.arguments = [address]
    do { try process.run() } catch { Serve.note("no browser could be opened; open \(address)") }
  }
}
