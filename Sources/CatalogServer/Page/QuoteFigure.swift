import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours
import SimdJSON

/// The quote of the day. The script can show other quotes, or pictures of places, instead.
struct QuoteFigure {
  /// How many quotes and pictures are sent with the page: enough for a break, and still small.
  private static let most = 12

  private let quotes: [Entry]
  private let places: [Entry]
  /// The text that chooses the time; nil for now.
  private let time: String?
  private let style: [(name: String, value: String)]
  private let basePath: String

  /// - Parameter time: the text that chooses the time; nil for now.
  static func html(_ question: SiteQuestion, _ campuses: Set<CampusID>, at time: String?) -> HTML {
    QuoteFigure(question, campuses, time).html
  }

  private init(_ question: SiteQuestion, _ campuses: Set<CampusID>, _ time: String?) {
    (self.time, style, basePath) = (time, question.styleParameters, question.site.settings.basePath)
    let (snapshot, all) = (question.snapshot, question.snapshot.entries(of: .quote))
    let day = max(0, question.now.secondsSinceEpoch) / 86_400
    var query = QuoteQuery()
    query.seed = UInt64(day)
    let first = query.results(in: all).items.first
    quotes = (first.map { [$0] } ?? []) + Self.some(of: all.filter { $0.id != first?.id }, day, Self.most - 1)
    let pictured = snapshot.choices.pictured.filter { campuses.isEmpty || campuses.contains(snapshot.catalog.entries[$0].campus) }
    places = Self.some(of: pictured, day, Self.most).map { snapshot.catalog.entries[$0] }
  }

  /// Returns a few elements, different ones each day.
  private static func some<Element>(of all: [Element], _ day: Int64, _ count: Int) -> [Element] {
    if all.isEmpty { return [] }
    let start = Int(day % Int64(all.count))
    return (0..<min(count, all.count)).map { all[(start + $0) % all.count] }
  }

  private var html: HTML {
    guard let entry = quotes.first, let quote = entry.quote else { return "" }
    let origin: HTML? = Self.source(of: entry).map { " · <a href=\"\(link: $0)\" rel=\"noreferrer\">\(Words.text("source"))</a>" }
    return """
      <figure class="quote" id="quote">
      <blockquote dir="auto"><p>\(quote.text)</p></blockquote>
      <figcaption><bdi>\(quote.author ?? Self.unknown)</bdi>\(origin)</figcaption>
      </figure>
      <script type="application/json" id="more">\(json: more)</script>
      """
  }

  private static var unknown: String { Words.text("unknown-author") }

  private static func source(of entry: Entry) -> String? {
    (entry.links.first { $0.relation == .source } ?? entry.links.first)?.href.description
  }

  /// The quotes and pictures of the script:
  ///
  ///     {"quotes":[{"text":"…","author":"…","source":"https://…"}],"pictures":[{"picture":"https://…","name":"…","page":"/places/…"}]}
  private var more: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.objects("quotes", quotes) { entry, writer in
      writer.member("text", entry.quote?.text)
      writer.member("author", entry.quote?.author ?? Self.unknown)
      writer.member("source", Self.source(of: entry))
    }
    writer.objects("pictures", places) { entry, writer in
      writer.member("picture", entry.picture)
      writer.member("name", entry.name ?? "")
      writer.member("page", basePath + PlacesForm.address("/places/\(entry.id.path)", style, at: time))
    }
    writer.endObject()
    return writer.text
  }
}

extension Entry {
  /// The address of the first photograph, or else the first picture, that the page may show: with `https`.
  var picture: String? {
    let pictures = images.filter { $0.href.description.lowercased().hasPrefix("https:") }
    return (pictures.first { $0.role == .photo } ?? pictures.first)?.href.description
  }
}
