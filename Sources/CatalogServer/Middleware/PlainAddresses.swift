import CampusCatalog
import Hummingbird

/// Redirects addresses of lists and weeks with slashes at their end, or with the id of a campus in capital letters, to the plain address.
struct PlainAddresses: RouterMiddleware {
  typealias Context = SiteContext

  let site: CatalogSite

  func handle(_ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response) async throws -> Response {
    let path = context.target?.path ?? []
    let plain = plain(path)
    // No address has empty segments, which the router ignores. One at the beginning would be the name of another host.
    if plain.contains("") { throw HTTPError(.notFound) }
    guard plain != path else { return try await next(request, context) }
    let query = request.uri.query.map { "?\($0)" } ?? ""
    let location = site.settings.basePath + RequestTarget.plainPath(plain) + query
    return Answer(redirect: location, status: 308).response(to: request, at: nil)
  }

  private func plain(_ path: [String]) -> [String] {
    guard let first = path.first else { return path }
    let campus = CampusID(first.lowercased()).flatMap { knows($0) ? $0 : nil }
    guard campus != nil || Self.pages.contains(first) else { return path }
    var path = Array(path.prefix((path.lastIndex { $0 != "" } ?? 0) + 1))
    if let campus { path[0] = campus.description }
    return path
  }

  /// The first parts of the addresses of pages that are not those of a campus or a place.
  private static let pages: Set = ["all", "campuses", "week"]

  private func knows(_ campus: CampusID) -> Bool {
    site.settings.campuses.contains(campus) || site.snapshot?.catalog.campuses.contains { $0.id == campus } == true
  }
}
