import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The HTTP server of a site, on Hummingbird.
public struct HTTPServer: Sendable {
  private let site: CatalogSite
  public var host = "127.0.0.1"
  /// The port; 0 for any that is free.
  public var port = 0
  /// The number of connections at the same time; further ones wait.
  public var connections = 2_048
  /// Called with the port once the server listens.
  public var onListening: @Sendable (Int) async -> Void = { _ in }
  /// A task that runs beside the server, such as refreshing the catalog, and is canceled when the server stops.
  public var background: (@Sendable () async -> Void)?

  public init(_ site: CatalogSite) { self.site = site }

  /// Serves until the process receives SIGTERM, SIGINT or SIGHUP; then answers the requests that it has, and returns within five seconds.
  ///
  /// - Throws: `ListenError` if the address or the port cannot be used.
  public func run() async throws {
    var logger = Logger(label: "aggregate.server")
    logger.logLevel = .error
    let site = site
    var application = Application(
      responder: SiteResponder(site), server: HTTPServerBuilder { SiteChannel($0) { site.refusal($0) } },
      configuration: .init(
        address: .hostname(host, port: port), serverName: nil, backlog: 1_024,
        availableConnectionsDelegate: MaximumAvailableConnections(connections)),
      onServerRunning: { [onListening] channel in await onListening(channel.localAddress?.port ?? 0) }, logger: logger)
    if let background { application.addServices(BackgroundService(work: background)) }
    var configuration = ServiceGroupConfiguration(
      services: [application], gracefulShutdownSignals: [.sigterm, .sigint, .sighup], logger: logger)
    configuration.maximumGracefulShutdownDuration = .milliseconds(4_500)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch let error as IOError {
      throw ListenError(host: host, port: port, code: error.errnoCode)
    } catch is SocketAddressError {
      throw ListenError(host: host, port: port, code: nil)
    }
  }
}

/// A task that runs as long as the server.
private struct BackgroundService: ServiceLifecycle.Service {
  let work: @Sendable () async -> Void

  func run() async throws { await cancelWhenGracefulShutdown { await work() } }
}

/// The address or the port of a server cannot be used.
public struct ListenError: Error {
  public let host: String
  public let port: Int
  /// The error number of the system; nil if the host is unknown.
  public let code: Int32?
}
