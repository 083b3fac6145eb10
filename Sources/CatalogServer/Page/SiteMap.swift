import Basics
import CampusCatalog

/// The files for search engines.
enum SiteMap {
  static let parameters: Set = ["part"]
  /// The most addresses in a map, which is then shorter than 50 MB. That and 50,000 addresses are the limits of sitemaps.org.
  static let most = 20_000
  /// The most bytes of an address; longer ones are left out (sitemaps.org).
  private static let longest = 2_047
  private static let xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private static let namespace = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\""

  /// Returns `robots.txt`: pages may be found, the data of the API is for programs.
  static func robots(_ question: SiteQuestion) -> Answer {
    let settings = question.site.settings
    let map = settings.publicAddress(of: "/sitemap.xml").map { "\nSitemap: \($0)" } ?? ""
    let text = "User-agent: *\nDisallow: \(settings.basePath)/api/\n\(map)\n".replacing("\n\n\n", with: "\n\n").trimmed + "\n"
    return Answer(Representation(text.utf8, "text/plain; charset=utf-8"), .seconds(3_600))
  }

  /// Returns `sitemap.xml`: the addresses of all pages, those of the lists and the week first. If there are too many for a map, it lists its
  /// parts, `sitemap.xml?part=1` and so on.
  ///
  /// - Parameters:
  ///   - origin: the scheme and the host of the addresses.
  ///   - most: the most addresses in a map.
  static func answer(_ question: SiteQuestion, _ origin: String, most: Int = SiteMap.most) throws(Problem) -> Answer {
    var parameters = Parameters(question.target)
    let part = try parameters.number("part", in: 1...1_000_000, otherwise: 0)
    let range = max(part - 1, 0) * most..<max(part, 1) * most
    let site = origin + question.site.settings.basePath
    var (count, urls) = (0, "")
    func add(_ path: String) {
      var address = ""
      MarkupEscaping.xml.append(site + path, to: &address)
      guard address.utf8.count <= longest else { return }
      if range.contains(count) { urls += "<url><loc>\(address)</loc></url>\n" }
      count += 1
    }
    for path in ["/campuses", PlacesPage.path(nil), WeekPage.path] { add(path) }
    for campus in question.snapshot.choices.campuses.map(\.id) {
      add(PlacesPage.path(campus))
      add(WeekPage.address(of: [campus]))
    }
    for entry in question.snapshot.catalog.entries where entry.kind == .place { add("/places/\(entry.id.path)") }
    guard count > range.lowerBound else { throw .notFound(Words.text("unknown-address")) }
    if part == 0, count > most {
      var address = ""
      MarkupEscaping.xml.append("\(site)/sitemap.xml?part=", to: &address)
      let parts = (1...(count + most - 1) / most).map { "<sitemap><loc>\(address)\($0)</loc></sitemap>\n" }
      return answer("<sitemapindex \(namespace)>\n\(parts.joined())</sitemapindex>\n")
    }
    return answer("<urlset \(namespace)>\n\(urls)</urlset>\n")
  }

  private static func answer(_ text: String) -> Answer { Answer(Representation((xml + text).utf8, "application/xml"), .catalog) }
}
