import Hummingbird
import OpeningHours

/// Turns errors into responses: a page for people who ask for one, otherwise a problem (RFC 9457).
struct Problems: RouterMiddleware {
  typealias Context = SiteContext

  let settings: SiteSettings

  func handle(_ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = problem(error, request)
      let page = Words.$language.withValue(request.language ?? .english) { Page.error(problem, request, settings) }
      let response = page ?? problem.response
      return request.method == .head ? response.createHeadResponse() : response
    }
  }

  private func problem(_ error: any Error, _ request: Request) -> Problem {
    switch error {
    case let problem as Problem: problem
    case let error as HTTPError where error.status == .notFound:
      .notFound(
        request.uri.path.hasPrefix("/api/v1") ? "Unknown address below /api/v1; /openapi.json describes the API." : "Unknown address.")
    default: unavailable(error, request)
    }
  }

  /// The catalog is the last good one; only the data of this request, such as a history, is missing.
  private func unavailable(_ error: any Error, _ request: Request) -> Problem {
    // Nobody waits for canceled answers.
    if !(error is CancellationError) { settings.onFailure(request.uri.path, error) }
    return .unavailable("This cannot be read at the moment; try again soon.")
  }
}
