package import Aggregation
import Basics
package import CampusCatalog
package import CatalogExport
import CatalogQuery
package import CatalogSession
import FeedKit
import Foundation
import Glibc
package import OpeningHours

// The options of `aggregate serve`, for the program that serves.
extension Serve {
  /// The time between the starts of two runs; nil to read no feeds.
  package var refreshSeconds: Int? { refreshEvery.flatMap { try? TimeSpan(parsing: $0).seconds } }

  /// The address of a published catalog to follow; nil for another source.
  package var address: String? { catalog.file.flatMap { InputFile.isAddress($0) ? $0 : nil } }

  /// The time between two requests for the published catalog; nil if the option is not a duration.
  var followSeconds: Int? {
    guard let refreshEvery else { return 60 }
    if let seconds = refreshEvery.wholeMatch(of: /([1-9][0-9]{0,4})s/) { return Int(seconds.output.1) }
    return refreshSeconds
  }

  /// Returns the published catalog to follow, and how often to request it; nil for another source.
  package func published() -> (catalog: PublishedCatalog, pause: Duration)? {
    guard let address else { return nil }
    let store = MemoryStore()
    let published = PublishedCatalog(address) { [allowPrivate, deadline] in
      var network = NetworkChoices()
      (network.deadline, network.allowsPrivate) = (deadline, allowPrivate)
      return try network.source(Settings.current(), store: .open(store)) { _ in }
    }
    return (published, .seconds(followSeconds ?? 60))
  }

  /// Opens the selected part of a published catalog.
  package func open(_ published: Catalog) async throws -> CatalogSession { try await catalog.session(of: published) }

  /// Whether the data and the time are fixed.
  package var isFixed: Bool { time.at != nil || catalog.isRecorded || catalog.asOf != nil }

  /// The path of the catalog file or of the store; nil if there is neither.
  package var file: String? { try? catalog.file ?? catalog.storePath(.current()) }

  /// The files that decide how results are read: the settings, and the registry files. The one of corrections may not exist yet.
  package var configurationFiles: [String] {
    guard let settings = try? Settings.current(), let path = settings.environment.settingsFile else { return [] }
    return [path] + [try? UserRegistry.corrections(settings.environment)].compactMap(\.self)
      + settings.list("config", flags: catalog.configs)
  }

  /// Opens the catalog and prints its notices. Returns nil if there is no data yet and the server is to read the feeds.
  package func open() async throws -> CatalogSession? {
    refreshSeconds == nil ? try await catalog.open(at: time.at).session : try await catalog.sessionIfAny()
  }

  /// Opens the current catalog; nil if it has no data.
  package func reopen() async throws -> CatalogSession? { try await catalog.sessionIfAny() }

  /// Returns the selected campuses of the registry, whose feeds may have no results yet; none if the catalog is not a store.
  package func campuses() throws -> Set<CampusID> {
    if catalog.isRecorded || catalog.file != nil { return [] }
    return Set(try catalog.plan(Settings.current()).readings.flatMap { [$0.feed.id.campus] + $0.feed.campuses })
  }

  /// Returns the network and the plan of a run that reads the feeds that are due.
  package func poll() throws -> (NetworkSource, Plan) {
    let settings = try Settings.current()
    let log = EventLog(format: .text, isVerbose: false, clock: settings.environment.clock)
    var network = NetworkChoices()
    (network.perHost, network.deadline, network.allowsPrivate) = (perHost, deadline, allowPrivate)
    let source = try network.source(settings, store: .file(path: try catalog.storePath(settings))) { log.take($0) }
    return (source, try catalog.plan(settings, publicURL: publicURL))
  }

  /// The color of the site; nil for the usual one.
  package var accentColor: AccentColor? { accent.flatMap { AccentColor($0) } }

  /// Where visitors report errors; nil for the pages of the feeds.
  package var reportAddress: ReportAddress? { report.flatMap { ReportAddress($0) } }

  /// The scheme and host of the public address; nil if it is unknown.
  package var origin: String? {
    let address = (try? Settings.current()).flatMap { try? $0.publicURL(flag: publicURL) }
    return address.flatMap { $0.description.firstMatch(of: /^https?:\/\/[^\/?#]+/).map { String($0.output) } }
  }

  /// Returns the clock of this machine.
  package static func clock() throws -> @Sendable () -> Instant {
    let clock = try CommandEnvironment.current().clock
    return { clock.now() }
  }

  /// Returns a catalog as an SQLite database.
  package static func database(_ export: CatalogExport, _ entries: EntryStream) throws -> [UInt8] {
    let part = try TemporaryFile.named("aggregate.sqlite")
    try CatalogDatabase.write(export, entries, intoEmpty: part.path)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: part.path)))
  }

  /// Returns the failure of a server that cannot listen.
  ///
  /// - Parameter code: the error number of the system; nil if the host is unknown.
  package func cannotListen(_ code: Int32?) -> any Error {
    switch code {
    case EADDRINUSE?: Failure(.local, "port \(port) is in use; choose another one with --port, or 0 for any that is free")
    case EACCES?: Failure(.local, "port \(port) needs more rights; choose one from 1024 on with --port")
    case EADDRNOTAVAIL?: Failure(.local, "\(host) is not an address of this machine; choose another one with --host")
    case let code?: Failure(.local, "cannot listen on \(host) port \(port): \(SystemError(code: code).text)")
    case nil: Failure(.local, "the host \(host) is unknown; choose an address of this machine with --host")
    }
  }

  /// Returns the failure of a server whose logo cannot be used.
  package func wrongLogo(_ path: String) -> any Error {
    Failure(.local, "--site-logo: \(path) is not an SVG, PNG, WebP or JPEG picture of at most 128 KiB")
  }

  /// Returns the failure of a server below a path that is also the address of a campus.
  package func ambiguousBasePath(_ path: String) -> any Error {
    Failure(.usage, "--base-path: \(path) is the address of a campus's page; choose another path, such as /dining")
  }

  /// Prints a message to stderr, even with `--quiet`.
  package static func report(_ message: String) { Console.error(message) }

  /// Prints a message to stderr, unless `--quiet` suppresses notes.
  package static func note(_ message: String) { Console.note(message) }

  /// Returns an error as a message.
  package static func message(_ error: any Error) -> String { Failure(error)?.message ?? "\(error)" }
}

extension Serve {
  /// Returns whether text is a name or an address of a host, without a port: `dining.example.edu`, `10.0.0.5` or `fe80::1`.
  static func isHostName(_ text: String) -> Bool {
    var address = in6_addr()
    return text.wholeMatch(of: /[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?/) != nil || inet_pton(AF_INET6, text, &address) == 1
  }

  /// Returns whether text is the address of map tiles: with http or https, a host, and `{z}`, `{x}` and `{y}` after it.
  static func isTileTemplate(_ text: String) -> Bool {
    guard let match = text.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\-]+(?::[0-9]+)?(\/[!-~&&[^"'<>;,]]*)/) else { return false }
    return ["{z}", "{x}", "{y}"].allSatisfy(match.output.1.contains)
  }

  /// Returns whether text is a path of plain segments: "/dining", "/campus/places".
  static func isBasePath(_ text: String) -> Bool { text.wholeMatch(of: /(\/[A-Za-z0-9._~\-]*[A-Za-z0-9_~\-])+/) != nil }

  /// Returns whether text is a scheme and a host, perhaps with "*" for all hosts below a name, and a port.
  static func isOrigin(_ text: String) -> Bool {
    text.wholeMatch(of: /https?:\/\/(?:\*\.)?[A-Za-z0-9]([A-Za-z0-9.\-]*[A-Za-z0-9])?(?::[0-9]{1,5})?/) != nil
  }
}
