import CatalogExport

/// The parts of a document's head that depend on the page: what search engines and other sites show of it, and its files.
struct PageHead {
  /// The title that other sites show, with the answer; nil for that of the page.
  var answer: String?
  /// The answer of the page in a sentence.
  var description = ""
  /// The address of the page without parameters that do not change what it is about; nil for pages that search engines should leave alone.
  var path: String?
  /// The address that other sites link to, if it is not `path`: that of a list with its filters.
  var sharedPath: String?
  /// The place of the page as linked data (JSON-LD); nil for other pages.
  var linkedData: String?
  /// The style sheets and modules of the page besides those of all pages.
  var assets: [PageAssets.Asset] = []
  /// Whether the page is in a frame of another page, whose links open the whole page.
  var isEmbedded = false
  /// After how many seconds browsers without scripts load the page again; nil for never.
  var refresh: Int?

  /// - Parameter title: the title of the page.
  func html(_ title: String, _ settings: SiteSettings) -> HTML {
    let canonical: HTML? = path.map { "\n<link rel=\"canonical\" href=\"\(link: settings.publicAddress(of: $0) ?? $0)\">" }
    let picture = PageAssets.preview.path
    let shared = (sharedPath ?? path).flatMap { settings.publicAddress(of: $0) }
    let url: HTML? = shared.map { "\n<meta property=\"og:url\" content=\"\(link: $0)\">" }
    let data: HTML? = linkedData.map { "\n<script type=\"application/ld+json\">\(json: $0)</script>" }
    let assets = assets + (settings.accentStyle.map { [$0] } ?? []) + (isEmbedded ? [PageAssets.embedStyle] : [])
    let target: HTML? = isEmbedded ? "<base target=\"_blank\">\n" : nil
    let again: HTML? = refresh.map { "\n<noscript><meta http-equiv=\"refresh\" content=\"\($0)\"></noscript>" }
    let files = assets.map { asset -> HTML in
      asset.path.hasSuffix(".css")
        ? "\n<link rel=\"stylesheet\" href=\"\(link: asset.path)\">" : "\n<script type=\"module\" src=\"\(link: asset.path)\"></script>"
    }
    return """
      \(target)<meta name="description" content="\(description)">\(canonical)
      <meta property="og:type" content="website">
      <meta property="og:site_name" content="\(settings.title)">
      <meta property="og:title" content="\(answer ?? title)">
      <meta property="og:description" content="\(description)">\(url)
      <meta property="og:image" content="\(link: settings.publicAddress(of: picture) ?? settings.basePath + picture)">
      <meta property="og:image:width" content="1200">
      <meta property="og:image:height" content="630">
      <meta property="og:image:alt" content="">
      <meta name="twitter:card" content="summary_large_image">\(HTML.all(files))\(data)\(again)
      """
  }
}
