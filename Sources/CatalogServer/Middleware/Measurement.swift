import Hummingbird

/// Counts the requests and their times, for `/metrics`.
struct Measurement: RouterMiddleware {
  typealias Context = SiteContext

  let metrics: SiteMetrics

  func handle(_ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    metrics.note(status: response.status.code, since: start)
    return response
  }
}
