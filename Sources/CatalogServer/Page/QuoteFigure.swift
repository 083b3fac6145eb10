/// The quote of the day, for which the script can show a picture of a place instead.
enum QuoteFigure {
  static func html(_ question: SiteQuestion, _ campuses: Set<CampusID>) -> HTML {
    let entries = question.snapshot.catalog.entries
    let day = UInt64(max(0, question.now.secondsSinceEpoch) / 86_400)
    var query = QuoteQuery()
    query.seed = day
    guard let entry = query.results(in: entries).items.first, let quote = entry.quote else { return "" }
    let source = entry.links.first { $0.relation == .source } ?? entry.links.first
    let origin: HTML? = source.map { " · <a href=\"\(link: $0.href.description)\" rel=\"noreferrer\">source</a>" }
    return """
      <figure class="quote" id="quote"\(picture(in: entries, campuses, day))>
      <blockquote dir="auto"><p>\(quote.text)</p></blockquote>
      <figcaption><bdi>\(quote.author ?? "Unknown author")</bdi>\(origin)</figcaption>
      </figure>
      """
  }

  /// Returns attributes with the picture of one place, which is another one each day.
  private static func picture(in entries: [Entry], _ campuses: Set<CampusID>, _ day: UInt64) -> HTML {
    let pictures = entries.compactMap { entry -> (entry: Entry, address: String)? in
      guard entry.kind == .place, campuses.isEmpty || campuses.contains(entry.campus), let image = entry.picture else { return nil }
      return (entry, image)
    }
    guard !pictures.isEmpty else { return "" }
    let chosen = pictures[Int(day % UInt64(pictures.count))]
    return """
       data-picture="\(link: chosen.address)" data-name="\(chosen.entry.name ?? "")" data-page="\(link: "/places/\(chosen.entry.id)")"
      """
  }
}

extension Entry {
  /// The address of the first photograph, or else the first picture, that the page may show: with `https`.
  var picture: String? {
    let pictures = images.filter { $0.href.description.lowercased().hasPrefix("https:") }
    return (pictures.first { $0.role == .photo } ?? pictures.first)?.href.description
  }
}
