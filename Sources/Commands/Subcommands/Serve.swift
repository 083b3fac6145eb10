import ArgumentParser
import CatalogServer
import Foundation

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve the catalog as an API and a page for people.",
    usage: """
      aggregate serve --sample
      aggregate serve --catalog catalog.json --port 8080
      aggregate serve --host 0.0.0.0 --allow-host dining.example.edu
      """,
    discussion: """
      The address is printed once the server listens. Only this machine can reach it, unless --host says otherwise. SIGTERM and SIGINT stop it: \
      requests that have begun are answered.
      """)

  @Option(help: ArgumentHelp("The address to listen on (default: 127.0.0.1).", valueName: "address"))
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp("The port to listen on; 0 is any that is free (default: 8080).", valueName: "n"),
    transform: { try parsedNumber($0, from: 0, such: 8080) })
  var port = 8080

  @Option(
    name: .customLong("allow-host"),
    help: ArgumentHelp("Also answer for this name, by which clients reach the server (repeatable).", valueName: "name"))
  var allowedHosts: [String] = []

  @Option(help: ArgumentHelp("Show map tiles from this address, with {z}, {x} and {y}.", valueName: "url"))
  var tiles: String?

  @Flag(name: .customLong("open"), help: "Open the page in the browser.")
  var opensBrowser = false

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var quiet: QuietFlag

  func validate() throws {
    if port > 65_535 { throw ValidationError("--port must be a number from 0 to 65535.") }
  }

  func run() async throws {
    let settings = try Settings.current()
    let report = try await catalog.open(settings, at: time.at)
    let session = report.session
    let isFixed = time.at != nil || catalog.source.isRecorded || catalog.asOf != nil
    let moment = session.moment
    var site = SiteSettings { isFixed ? moment : (try? CommandEnvironment.current().now) ?? moment }
    site.isFixed = isFixed
    site.version = Aggregate.version
    site.tiles = tiles
    site.mapLibrary = MapLibrary { name in
      FileManager.default.contents(atPath: "/usr/share/javascript/leaflet/\(name)").map { [UInt8]($0) }
    }
    site.hosts.formUnion(allowedHosts.map { $0.lowercased() } + [host.lowercased()])
    let catalogSite = CatalogSite(site)
    catalogSite.replace(try await SiteSnapshot(session))
    var server = HTTPServer(catalogSite)
    (server.host, server.port) = (host, port)
    let opens = opensBrowser
    let shown = host.contains(":") ? "[\(host)]" : host
    server.onListening = { port in
      Console.error("listening on http://\(shown):\(port)/")
      if opens { Self.openBrowser("http://\(shown):\(port)/") }
    }
    try await server.run()
  }

  private static func openBrowser(_ address: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/xdg-open")
    process.arguments = [address]
    try? process.run()
  }
}
