import NIOCore

/// The addresses of the site.
enum Routes {
  static func respond(to request: ServerRequest, on site: CatalogSite) async throws -> ServerResponse {
    let settings = site.settings
    switch request.target {
    case "/healthz": return text("ok\n")
    case "/metrics":
      return text(site.metrics.text(site.snapshot, at: settings.now()), type: "text/plain; version=0.0.4; charset=utf-8")
    default: break
    }
    guard let snapshot = site.snapshot else { throw Problem.unavailable("The catalog is being read; try again soon.") }
    if request.target == "/readyz" { return text("ready\n") }
    let now = settings.now()
    let minute = now.secondsSinceEpoch / 60
    let format = try CatalogEndpoint.format(request)
    let key = "\(format.rawValue) \(request.target)"
    let real = settings.isFixed ? nil : now
    if let answer = snapshot.answers.kept(key, at: minute) { return answer.response(to: request, at: real) }
    guard let target = RequestTarget(request.target) else { throw Problem.wrongAddress }
    // All answers within a minute are about the same moment, so that they are the same.
    let moment = settings.isFixed ? now : Instant(secondsSinceEpoch: minute * 60) ?? now
    let question = SiteQuestion(target: target, format: format, now: moment, snapshot: snapshot, site: site)
    // A position is hardly ever asked for twice.
    let answer =
      question.target.query.contains { $0.name == "near" }
      ? try await answer(question) : try await snapshot.answers.answer(key, at: minute) { try await Self.answer(question) }
    return answer.response(to: request, at: real)
  }

  private static func answer(_ question: SiteQuestion) async throws -> Answer {
    let path = question.target.path
    if path.starts(with: ["api", "v1"]) { return try await API.answer(question, Array(path.dropFirst(2))) }
    if path == ["openapi.json"] { return API.description }
    return try await Page.answer(question)
  }

  private static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> ServerResponse {
    ServerResponse(200, [("content-type", type), ("cache-control", "no-store")], body: ByteBuffer(string: text))
  }
}

/// A request with the snapshot that answers it. The answer depends on nothing else.
struct SiteQuestion: Sendable {
  let target: RequestTarget
  /// The format that the client prefers, for the address of the catalog; JSON for all others.
  let format: ExportFormat
  /// The moment for which the site answers: the beginning of the minute, or the one that was chosen.
  let now: Instant
  let snapshot: SiteSnapshot
  let site: CatalogSite
}
