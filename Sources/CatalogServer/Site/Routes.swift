import NIOCore

/// The addresses of the site.
enum Routes {
  static func respond(to request: ServerRequest, _ target: RequestTarget, on site: CatalogSite) async throws -> ServerResponse {
    switch target.path {
    case ["healthz"]: return text("ok\n")
    case ["metrics"]:
      return text(site.metrics.text(site.snapshot, at: site.settings.now()), type: "text/plain; version=0.0.4; charset=utf-8")
    default: break
    }
    guard let snapshot = site.snapshot else { throw Problem.unavailable("The catalog is being read; try again soon.") }
    if target.path == ["readyz"] { return text("ready\n") }
    let question = SiteQuestion(request: request, target: target, snapshot: snapshot, site: site)
    if target.path.starts(with: ["api", "v1"]) { return try await API.respond(to: question, Array(target.path.dropFirst(2))) }
    return try await Page.respond(to: question)
  }

  private static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> ServerResponse {
    ServerResponse(200, [("content-type", type), ("cache-control", "no-store")], body: ByteBuffer(string: text))
  }
}

/// A request with the snapshot that answers it.
struct SiteQuestion: Sendable {
  let request: ServerRequest
  let target: RequestTarget
  let snapshot: SiteSnapshot
  let site: CatalogSite

  /// The moment for which the site answers.
  var now: Instant { site.settings.now() }
}
