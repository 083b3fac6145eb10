import ArgumentParser
import CatalogExport
import CatalogServer
import Foundation
import Glibc
import Basics

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve the catalog as an API and a page for people.",
    usage: """
      aggregate serve --sample --open
      aggregate serve --refresh-every 15m
      aggregate serve --catalog catalog.json --port 8080
      aggregate serve --host 0.0.0.0 --allow-host dining.example.edu
      """,
    discussion: """
      The address is printed once the server listens. Only this machine can reach it, unless --host says otherwise. SIGTERM and SIGINT stop it: \
      requests that have begun are answered.

      With --refresh-every, the server reads the feeds that are due, at once and then again and again. Without it, it shows what other runs of \
      aggregate have stored, and follows changes of the store or of the catalog file.
      """)

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp("The port to listen on; 0 is any that is free (default: 8080).", valueName: "n"),
    transform: { try parsedNumber($0, from: 0, such: 8080) })
  var port = 8080

  @Option(
    name: .customLong("allow-host"),
    help: ArgumentHelp("Also answer for this name, by which clients reach the server (repeatable).", valueName: "name"))
  var allowedHosts: [String] = []

  @Option(help: ArgumentHelp("Read the feeds that are due this often, such as 15m or 1h.", valueName: "duration"))
  var refreshEvery: String?

  @Option(help: ArgumentHelp("Show map tiles from this address, with {z}, {x} and {y}.", valueName: "url"))
  var tiles: String?

  @Flag(name: .customLong("open"), help: "Open the page in the browser.")
  var opensBrowser = false

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var quiet: QuietFlag

  func validate() throws {
    if port > 65_535 { throw ValidationError("--port must be a number from 0 to 65535.") }
    if !SiteSettings.isHostName(host) { throw ValidationError("--host: \"\(host)\" is not an address to listen on, such as 0.0.0.0.") }
    for name in allowedHosts where !SiteSettings.isHostName(name) {
      throw ValidationError("--allow-host: \"\(name)\" is not a name, such as dining.example.edu (without https:// and port).")
    }
    if let tiles, !SiteSettings.isTileTemplate(tiles) {
      throw ValidationError("--tiles must be an address with {z}, {x} and {y}, such as https://tiles.example.edu/{z}/{x}/{y}.png.")
    }
    guard let refreshEvery else { return }
    do throws(QueryError) { _ = try TimeSpan(parsing: refreshEvery) } catch { throw ValidationError("--refresh-every: \(error.message)") }
    let fixed = [
      ("--catalog", catalog.file != nil), ("--sample", catalog.sample), ("--replay", catalog.replay != nil),
      ("--as-of", catalog.asOf != nil), ("--at", time.at != nil),
    ]
    if let (name, _) = fixed.first(where: \.1) { throw ValidationError("--refresh-every needs a store; it cannot be used with \(name).") }
  }

  func run() async throws {
    let isFixed = time.at != nil || catalog.isRecorded || catalog.asOf != nil
    let seconds = try refreshEvery.map { try TimeSpan(parsing: $0).seconds }
    let file = (try? catalog.file ?? catalog.storePath(.current())).map { FileState(of: $0) }
    // A server that reads the feeds may begin without any data.
    let session = seconds == nil ? try await catalog.open(at: time.at, endsSoon: false).session : try await catalog.sessionIfAny()
    let moment = try session?.moment ?? CommandEnvironment.current().now
    let site = CatalogSite(settings(moment, isFixed: isFixed))
    if let session { await site.replace(try await SiteSnapshot(session)) }
    var server = HTTPServer(site)
    (server.host, server.port) = (host, port)
    server.connections = min(server.connections, max(64, Self.raiseFileLimit() - 128))
    if !isFixed {
      let keeper = SiteKeeper(site: site, options: catalog, refreshSeconds: seconds, file: file)
      server.background = { await keeper.run() }
    }
    let opens = opensBrowser
    let shown = host.contains(":") ? "[\(host)]" : host
    server.onListening = { port in
      Console.error("listening on http://\(shown):\(port)/")
      if opens { Self.openBrowser("http://\(shown):\(port)/") }
    }
    do { try await server.run() } catch let error as ListenError { throw Self.failure(error) }
  }

  private static func failure(_ error: ListenError) -> Failure {
    switch error.code {
    case EADDRINUSE?: Failure(.local, "port \(error.port) is in use; choose another one with --port, or 0 for any that is free")
    case EACCES?: Failure(.local, "port \(error.port) needs more rights; choose one from 1024 on with --port")
    case EADDRNOTAVAIL?: Failure(.local, "\(error.host) is not an address of this machine; choose another one with --host")
    case let code?: Failure(.local, "cannot listen on \(error.host) port \(error.port): \(SystemError(code: code).text)")
    case nil: Failure(.local, "the host \(error.host) is unknown; choose an address of this machine with --host")
    }
  }

  /// - Parameter moment: the moment for which a site with fixed data answers.
  private func settings(_ moment: Instant, isFixed: Bool) -> SiteSettings {
    let clock = SystemClock(fallback: moment)
    var site = SiteSettings(now: { isFixed ? moment : clock.now() }, clock: { clock.now() })
    site.isFixed = isFixed
    site.tiles = tiles
    site.mapLibrary = MapLibrary { name in
      FileManager.default.contents(atPath: "/usr/share/javascript/leaflet/\(name)").map { [UInt8]($0) }
    }
    site.hosts.formUnion(allowedHosts.map { $0.lowercased() } + [host.lowercased()])
    site.database = { export, stream in
      let part = try TemporaryFile.named("aggregate.sqlite")
      try CatalogDatabase.write(export, stream, intoEmpty: part.path)
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: part.path)))
    }
    return site
  }

  /// Allows this process as many open files as it may have, of which each connection is one. Returns their number.
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
    do { try process.run() } catch { Console.note("no browser could be opened; open \(address)") }
  }
}
