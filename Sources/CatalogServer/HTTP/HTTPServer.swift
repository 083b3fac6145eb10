import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import ServiceLifecycle
import NIOCore

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
  /// A task that runs beside the server, such as refreshing the catalog, and is cancelled when the server stops.
  public var background: (@Sendable () async -> Void)?

  public init(_ site: CatalogSite) { self.site = site }

  /// Serves until the process receives SIGTERM or SIGINT; then answers the requests that it has, and returns.
  public func run() async throws {
    var logger = Logger(label: "aggregate.server")
    logger.logLevel = .error
    let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 200)
    let site = site
    let channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionLimits(.init()) { site.refusal($0) }], httpDecoderConfiguration: decoder)
    var application = Application(
      responder: SiteResponder(site: site), server: .http1(configuration: channel),
      configuration: .init(
        address: .hostname(host, port: port), serverName: nil, backlog: 1_024,
        availableConnectionsDelegate: MaximumAvailableConnections(connections)),
      onServerRunning: { [onListening] channel in await onListening(channel.localAddress?.port ?? 0) }, logger: logger)
    if let background { application.addServices(BackgroundService(work: background)) }
    try await application.runService()
  }
}

/// Passes requests to the site.
private struct SiteResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let site: CatalogSite

  func respond(to request: Request, context: Context) async throws -> Response {
    let question = ServerRequest(
      method: request.method.rawValue, target: request.head.path ?? "", authority: request.head.authority, fields: request.headers)
    let answer = await site.respond(to: question)
    return Response(
      status: .init(code: answer.status), headers: HTTPFields(answer),
      body: answer.body.readableBytes == 0 ? .init() : .init(byteBuffer: answer.body))
  }
}

/// A task that runs as long as the server.
private struct BackgroundService: ServiceLifecycle.Service {
  let work: @Sendable () async -> Void

  func run() async throws { await cancelWhenGracefulShutdown { await work() } }
}
