import Basics
import CampusCatalog

/// The files for search engines.
enum SiteMap {
  /// The most addresses that a map may have (sitemaps.org). The lists and the week come first.
  private static let most = 50_000

  /// Returns `robots.txt`: pages may be found, the data of the API is for programs.
  static func robots(_ question: SiteQuestion) -> Answer {
    let settings = question.site.settings
    let map = settings.publicAddress(of: "/sitemap.xml").map { "\nSitemap: \($0)" } ?? ""
    let text = "User-agent: *\nDisallow: \(settings.basePath)/api/\n\(map)\n".replacing("\n\n\n", with: "\n\n").trimmed + "\n"
    return Answer(Representation(text.utf8, "text/plain; charset=utf-8"), .seconds(3_600))
  }

  /// Returns `sitemap.xml`: the addresses of all pages.
  ///
  /// - Parameter origin: the scheme and the host of the addresses.
  static func answer(_ question: SiteQuestion, _ origin: String) -> Answer {
    let places = question.snapshot.catalog.entries.lazy.filter { $0.kind == .place }.map { "/places/\($0.id.path)" }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
    let campuses = question.snapshot.choices.campuses.map { [$0.id] as Set }
    let lists =
      ["/campuses", PlacesPage.path(nil), WeekPage.path] + campuses.flatMap { [PlacesPage.path($0.first), WeekPage.address(of: $0)] }
    for path in (lists + places).prefix(most) {
      text += "<url><loc>"
      MarkupEscaping.xml.append(origin + question.site.settings.basePath + path, to: &text)
      text += "</loc></url>\n"
    }
    return Answer(Representation((text + "</urlset>\n").utf8, "application/xml"), .catalog)
  }
}
