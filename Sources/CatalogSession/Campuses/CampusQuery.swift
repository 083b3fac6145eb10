public import Aggregation
public import CampusCatalog
public import CatalogQuery
package import FeedKit

/// A query for campuses by words, country, platform and position.
public struct CampusQuery: Sendable {
  /// Words that must all be in the id, name, city, country or feeds of a campus, at least as beginnings.
  public var words = ""
  /// The country code, or a name of the country, in English or its own language; nil for all. Case does not matter.
  public var country: String?
  /// The id of an adapter, or the name of a feed such as "livewhale"; nil for all. Case does not matter.
  public var platform: String?
  /// The position that campuses are sorted by; campuses without a position are left out. Nil to sort them by name.
  public var near: Coordinate?
  /// The maximum number of campuses; nil for all.
  public var limit: Int?

  public init() {}

  /// Returns the matching campuses of a registry.
  public func results(in registry: Registry) -> QueryResults<CampusListing> {
    let feeds = Dictionary(grouping: registry.feeds, by: \.campus.id)
    var found = registry.campuses.map { CampusListing(campus: $0, city: registry.cities[$0.id], feeds: feeds[$0.id] ?? []) }
    let searches = [SearchText(words), SearchText(Self.withoutUmlauts(words))]
    found = found.filter { matches($0, searches) }
    // Not a place: "everywhere".
    let count = found.count { $0.campus.timeZone != nil }
    if let near {
      found = found.compactMap { listing in
        var listing = listing
        listing.distance = listing.campus.location.map(near.distance)
        return listing.distance == nil ? nil : listing
      }
      found.sort { ($0.distance ?? 0, $0.campus.id) < ($1.distance ?? 0, $1.campus.id) }
    } else {
      let names = Dictionary(found.map { ($0.campus.id, SearchText($0.campus.name).joined) }) { first, _ in first }
      found.sort { (names[$0.campus.id] ?? "", $0.campus.id) < (names[$1.campus.id] ?? "", $1.campus.id) }
    }
    var results = QueryResults(found, limit: limit)
    results.withoutPosition = count - found.count
    return results
  }

  /// Returns whether a country code is the one that is wanted.
  package func matches(country: String) -> Bool {
    guard let wanted = self.country else { return true }
    return country == wanted.uppercased() || Self.names(ofCountry: country).contains { SearchText($0) == SearchText(wanted) }
  }

  /// Returns whether a feed is of the platform that is wanted.
  package func matches(_ feed: Feed) -> Bool {
    guard let platform = platform?.lowercased() else { return true }
    return feed.adapter.description == platform || feed.id.name == platform
  }

  /// - Parameter searches: the words in several spellings.
  private func matches(_ listing: CampusListing, _ searches: [SearchText]) -> Bool {
    let country = listing.campus.country
    if self.country != nil { guard let country, matches(country: country) else { return false } }
    if platform != nil { guard listing.feeds.contains(where: matches) else { return false } }
    if searches.allSatisfy(\.isEmpty) { return true }
    var names = [listing.campus.id.description, listing.campus.name, listing.city ?? "", country ?? ""]
    names += country.map(Self.names) ?? []
    let platforms = listing.feeds.flatMap { [$0.adapter.description, String($0.id.name)] }
    let text = SearchText((names + names.map(Self.withoutUmlauts) + platforms).joined(separator: " "))
    return searches.contains(where: text.hasBeginnings)
  }

  /// Returns text in lower case, as it is written where umlauts cannot be: "koeln" for "Köln".
  private static func withoutUmlauts(_ text: String) -> String {
    let vowels: [Character: Character] = ["ä": "a", "ö": "o", "ü": "u"]
    return text.lowercased().map { letter in vowels[letter].map { "\($0)e" } ?? String(letter) }.joined()
  }

  /// Returns the names of a country, the usual English one first; its code if it is unknown.
  package static func names(ofCountry code: String) -> [String] { countries[code] ?? [code] }

  private static let countries: [String: [String]] = {
    let lines = (EmbeddedFiles.texts["Campuses/countries.txt"] ?? "").split(separator: "\n").map {
      $0.split(separator: "\t").map(String.init)
    }
    return Dictionary(lines.filter { $0.count > 1 }.map { ($0[0], Array($0.dropFirst())) }) { first, _ in first }
  }()
}
