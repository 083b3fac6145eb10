package import ArgumentParser
import Basics
import CampusCatalog
import CatalogExport
import CatalogQuery

/// Starts the server. The options are `aggregate-server`'s, which parses them again and serves a site with them.
package struct Serve: AsyncParsableCommand, Sendable {
  package static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve the catalog as an API and a page for people.",
    usage: """
      aggregate serve --sample --open
      aggregate serve --refresh-every 15m
      aggregate serve --catalog catalog.json --port 8080
      aggregate serve --catalog https://campus.example.edu/catalog.json
      aggregate serve --host 0.0.0.0 --allow-host dining.example.edu
      aggregate serve --site-title "Penn Dining" --accent '#990000' --report mailto:dining@example.edu
      """,
    discussion: """
      The address is printed once the server listens. Only this machine can reach it, unless --host says otherwise. SIGTERM and SIGINT stop it: \
      requests that have begun are answered.

      With --refresh-every, the server reads the feeds that are due, at once and then repeatedly. Without it, it shows what other runs of \
      aggregate have stored, and follows changes of the store or of the catalog file.

      With the address of a catalog that a static site or another server publishes, it follows that catalog, so that any number of servers \
      can answer for one name. It asks every minute, or as --refresh-every says (15s, 5m), and is ready once it has a catalog.
      """)

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
  package var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp("The port to listen on; 0 is any that is free (default: 8080).", valueName: "n"),
    transform: { try parsedNumber($0, from: 0, such: 8080) })
  package var port = 8080

  /// Names that clients use for the server, in addition to the names of this machine and `host`.
  @Option(
    name: .customLong("allow-host"),
    help: ArgumentHelp("Also answer for this name, by which clients reach the server (repeatable).", valueName: "name"))
  package var allowedHosts: [String] = []

  @Option(
    help: ArgumentHelp("Read the feeds that are due, or the catalog at an address, this often: 15m, 1h.", valueName: "duration"))
  var refreshEvery: String?

  @Option(name: .customLong("public-url"), help: .publicURL, transform: Settings.parsedPublicURL)
  var publicURL: String?

  @Option(help: ArgumentHelp("Show map tiles from this address, with {z}, {x} and {y}.", valueName: "url"))
  package var tiles: String?

  @Option(help: ArgumentHelp("The credit that the tiles require, such as \"© OpenStreetMap contributors\".", valueName: "text"))
  package var tilesAttribution: String?

  @Option(help: ArgumentHelp("The title of the site (default: Campus places).", valueName: "text"))
  package var siteTitle: String?

  @Option(help: ArgumentHelp("A picture beside the title: SVG, PNG, WebP or JPEG, at most 128 KiB.", valueName: "file"))
  package var siteLogo: String?

  @Option(
    help: ArgumentHelp(
      "The color of the site, such as #990000; it is made darker or lighter where text would be hard to read.", valueName: "color"))
  var accent: String?

  @Option(
    name: .customLong("base-path"),
    help: ArgumentHelp("The path below which the site is, such as /dining.", valueName: "path"))
  package var basePath: String?

  @Option(
    name: .customLong("allow-frame"),
    help: ArgumentHelp("Pages of this origin may show the site in a frame, with ?embed=1 (repeatable).", valueName: "origin"))
  package var frameOrigins: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where visitors report errors: mailto: and an address, or the address of a form, with {title} and {text}.", valueName: "address"))
  var report: String?

  @Flag(help: "Load the pictures of places, which are on other servers, with their pages.")
  package var images = false

  @Flag(name: .customLong("open"), help: "Open the page in the browser.")
  package var opensBrowser = false

  @Flag(help: "Do not serve: ask the server at --host and --port whether it is ready (exit 0), for the health checks of containers.")
  var check = false

  @Option(
    help: ArgumentHelp("Concurrent requests to one server of feeds; only for your own servers.", valueName: "n"),
    transform: { try Settings.parsed($0, of: "per-host") })
  var perHost: Int?

  @Option(
    help: ArgumentHelp("The time limit for reading the feeds.", valueName: "seconds"),
    transform: { try Settings.parsed($0, of: "deadline") })
  var deadline: Int?

  @Flag(help: "Allow requests to private, loopback and other special addresses.")
  var allowPrivate = false

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var quiet: QuietFlag

  package init() {}

  package func validate() throws {
    if check, port == 0 { throw ValidationError("--check needs the port of the server.") }
    if port > 65_535 { throw ValidationError("--port must be a number from 0 to 65535.") }
    if !Self.isHostName(host) { throw ValidationError("--host: \"\(host)\" is not an address to listen on, such as 0.0.0.0.") }
    for name in allowedHosts where !Self.isHostName(name) {
      throw ValidationError("--allow-host: \"\(name)\" is not a name, such as dining.example.edu (without https:// and port).")
    }
    if let tiles, !Self.isTileTemplate(tiles) {
      throw ValidationError("--tiles must be an address with {z}, {x} and {y}, such as https://tiles.example.edu/{z}/{x}/{y}.png.")
    }
    if (tiles == nil) != (tilesAttribution?.isEmpty ?? true) {
      throw ValidationError("--tiles needs --tiles-attribution, the credit that the tiles require, and that needs --tiles.")
    }
    try checkPages()
    if let address { return try checkFollowing(address) }
    guard let refreshEvery else {
      for (name, isGiven) in [("--per-host", perHost != nil), ("--deadline", deadline != nil), ("--allow-private", allowPrivate)]
      where isGiven {
        throw ValidationError("\(name) needs --refresh-every.")
      }
      return
    }
    do throws(QueryError) { _ = try TimeSpan(parsing: refreshEvery) } catch { throw ValidationError("--refresh-every: \(error.message)") }
    let fixed = [
      ("--catalog", catalog.file != nil), ("--sample", catalog.sample), ("--replay", catalog.replay != nil),
      ("--as-of", catalog.asOf != nil), ("--at", time.at != nil),
    ]
    if let (name, _) = fixed.first(where: \.1) { throw ValidationError("--refresh-every needs a store; it cannot be used with \(name).") }
  }

  /// Checks the options of the pages.
  private func checkPages() throws {
    if let siteTitle, siteTitle.trimmed.isEmpty || siteTitle.utf8.count > 200 {
      throw ValidationError("--site-title must be a text of at most 200 bytes.")
    }
    if let accent, AccentColor(accent) == nil { throw ValidationError("--accent: \"\(accent)\" is not a color, such as #0b6e5f.") }
    if let basePath, !Self.isBasePath(basePath) {
      throw ValidationError("--base-path: \"\(basePath)\" is not a path, such as /dining (without a slash at its end).")
    }
    for origin in frameOrigins where !Self.isOrigin(origin) {
      throw ValidationError("--allow-frame: \"\(origin)\" is not an origin, such as https://www.example.edu or https://*.example.edu.")
    }
    if let report, ReportAddress(report) == nil {
      throw ValidationError(
        "--report must be mailto: and an address, such as mailto:dining@example.edu, or the address of a form, such as "
          + "https://tickets.example.edu/new?summary={title}&details={text}.")
    }
  }

  /// Checks the options of a server that follows the catalog at an address.
  private func checkFollowing(_ address: String) throws {
    if WebAddress(address) == nil { throw ValidationError("--catalog: \"\(address)\" is not an address.") }
    if refreshEvery != nil, followSeconds == nil {
      throw ValidationError("--refresh-every: invalid duration \"\(refreshEvery ?? "")\"; write 15s, 5m or 1h.")
    }
    for (name, isGiven) in [("--at", time.at != nil), ("--per-host", perHost != nil)] where isGiven {
      throw ValidationError("\(name) cannot be used with the address of a catalog, which the server follows.")
    }
  }

  package func run() async throws {
    if check { return try await checkReadiness() }
    throw ServerProgram.start(CommandLine.arguments.dropFirst(2))
  }
}
