import Aggregation
import ArgumentParser
import Basics
import CampusCatalog
import CatalogQuery
import CatalogSession
import FeedKit
import OpeningHours
import SimdJSON

struct Campuses: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "campuses", abstract: "List the campuses that are built in, and find one.",
    usage: """
      aggregate campuses boston
      aggregate campuses --near 41.8,-71.4
      aggregate campuses --platform libcal --country CA
      """,
    discussion: """
      Words are found in the id, name, city, country and platforms. Also lists the campuses of your registry files.

      To read a campus, run: aggregate --campus ID. To read it from now on, run: aggregate config set campus ID. Without either, a run reads \
      everywhere (guides and quotes), gmu, liverpool, penn and the feeds that your registry files add.
      """)

  @Argument(help: ArgumentHelp("Words, or beginnings of words, that must all be found.", valueName: "word"))
  var words: [String] = []

  @Option(help: ArgumentHelp("Only this country: a code such as CA, or a name.", valueName: "country"))
  var country: String?

  @Option(
    help: ArgumentHelp("Only campuses with a feed of this platform: an adapter such as libcal, or the name of a feed.", valueName: "id"))
  var platform: String?

  @Option(parsing: .upToNextOption, help: ArgumentHelp("The ten campuses nearest to this position.", valueName: "lat,lon"))
  var near: [String] = []

  @OptionGroup var length: LimitOption
  @OptionGroup var config: RegistryOption
  @OptionGroup var output: ListOption

  func run() throws {
    var registry = try config.registry(try .current())
    registry.include(BuiltInCampuses.files.map(\.campus))
    if let error = registry.errors.first { throw Failure(.configuration, error.description) }
    var query = CampusQuery()
    query.words = words.joined(separator: " ")
    (query.country, query.platform, query.limit) = (country, platform, length.limit)
    if !near.isEmpty {
      query.near = try OrderOptions.nearness(near.joined(separator: " "), nil).center
      query.limit = query.limit ?? OrderOptions.standardLimit
    }
    let found = query.results(in: registry)
    if output.format != .text || !found.items.isEmpty {
      try output.print("campus-campuses/1", "campuses", found.items, columns: Self.columns) { listing, writer in
        Self.write(listing, registry, to: &writer)
      } lines: {
        Self.lines(of: found.items, on: $0)
      }
    } else if found.withoutPosition == 0 {
      Console.note("no matching campuses\(advice(query, registry) ?? suggestion(registry))")
    }
    guard output.format == .text else { return }
    for note in QueryReport.moreNotes(found) { Console.note(note) }
    if found.withoutPosition > 0 {
      let isAll = words.isEmpty && country == nil && platform == nil
      let count =
        isAll ? found.withoutPosition.counted("campus", "campuses") : found.withoutPosition.counted("matching campus", "matching campuses")
      Console.note("\(count) without a known position left out")
    }
  }

  private static func lines(of listings: [CampusListing], on terminal: Terminal) -> [String] {
    let columns: [Table.Column] = [
      .init(title: "CAMPUS", isWhole: true), .init(title: "NAME", minimum: 16), .init(title: "DISTANCE", isRight: true, isWhole: true),
      .init(title: "CITY", minimum: 10), .init(title: "COUNTRY", rank: 2, comfort: 7, isWhole: true),
      .init(title: "PLATFORMS", minimum: 12, rank: 1, comfort: 14),
    ]
    let rows = listings.map { listing -> [Table.Cell] in
      let style = RegionalStyle(country: listing.campus.country)
      return [
        .init(listing.campus.id.description), .init(listing.campus.name), .init(listing.distance.map(style.distance) ?? ""),
        .init(listing.city ?? ""), .init(listing.campus.country ?? ""),
        .init(listing.adapters.map(\.description).joined(separator: ", ")),
      ]
    }
    return Table.lines(columns, rows, on: terminal)
  }

  private static let columns = ListColumns(
    "id name timeZone country city distance location.latitude location.longitude", others: "location calendar feeds")

  private static func write(_ listing: CampusListing, _ registry: Registry, to writer: inout JSONWriter) {
    listing.campus.writeMembers(to: &writer)
    writer.member("city", listing.city)
    if let distance = listing.distance { writer.member("distance", Int(distance.rounded())) }
    writer.objects("feeds", listing.feeds) { feed, writer in
      writer.member("id", feed.id.description)
      writer.member("adapter", feed.adapter.description)
      writer.member("enabled", feed.isEnabled)
      writer.member("because", feed.isEnabled ? nil : feed.because)
      writer.member("license", feed.license)
      writer.objects("evidence", registry.evidence(of: feed.id)) { $0.writeMembers(to: &$1) }
    }
  }

  /// Returns what to write instead of a platform or a country that no campus has; nil if both are known.
  private func advice(_ query: CampusQuery, _ registry: Registry) -> String? {
    func advice(_ option: String, _ value: String, _ known: [String], _ names: [String]) -> String {
      if let near = SpellingSuggestion.of(value.lowercased(), among: known) {
        return ": no \(option) \"\(value)\"; did you mean \"\(near)\"?"
      }
      return ": no \(option) \"\(value)\"; use one of \(names.joined(separator: ", "))"
    }
    if let platform, !registry.feeds.contains(where: query.matches) {
      let known = Set(registry.feeds.map(\.adapter.description)).sorted()
      return advice("platform", platform, known, known)
    }
    let countries = Set(registry.campuses.compactMap(\.country)).sorted()
    if let country, !countries.contains(where: query.matches(country:)) {
      return advice(
        "country", country, countries.flatMap(CampusQuery.names), countries.map { "\($0) (\(CampusQuery.names(ofCountry: $0)[0]))" })
    }
    return nil
  }

  /// Returns "; did you mean …?" for a word that is similar to one in the names of campuses and cities, or else how to find the feeds of a
  /// campus that is not built in.
  private func suggestion(_ registry: Registry) -> String {
    let names = registry.campuses.flatMap { [$0.id.description, $0.name, registry.cities[$0.id] ?? ""] }
    let known = Set(names.flatMap { SearchText($0).tokens })
    for word in SearchText(words.joined(separator: " ")).tokens where !known.contains(where: { $0.hasPrefix(word) }) {
      if let near = SpellingSuggestion.of(word, among: known.sorted()) { return "; did you mean \"\(near)\"?" }
    }
    return "; to find the feeds of another campus, run: aggregate feeds find URL"
  }
}
