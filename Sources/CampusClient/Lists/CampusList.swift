public import OpeningHours

/// The campuses of a server (`campus-campuses/1`).
public struct CampusList: Versioned {
  static let schema = "campus-campuses/1"

  public let generatedAt: Instant
  /// Sorted by id.
  public let campuses: [Campus]
}

/// A campus.
public struct Campus: Codable, Sendable, Hashable, Identifiable {
  public let id: String
  public let name: String
  /// The name of the zone in the IANA time zone database.
  public let timeZone: String?
  /// ISO 3166-1 alpha-2.
  public let country: String?
  public let location: Position?
  /// The number of entries by kind; nil in a catalog.
  public let entries: [String: Int]?

  /// The style in which texts about the campus are written, in English.
  public var style: RegionalStyle { RegionalStyle(country: country) }
}
