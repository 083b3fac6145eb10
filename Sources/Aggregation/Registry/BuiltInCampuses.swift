public import CampusCatalog
import OpeningHours

/// The campuses that are built in.
public enum BuiltInCampuses {
  public static let all: [Campus] = [
    campus("penn", "University of Pennsylvania", "America/New_York", "US", 39.9522, -75.1932),
    campus("gmu", "George Mason University", "America/New_York", "US", 38.8316, -77.3078),
    campus("liverpool", "University of Liverpool", "Europe/London", "GB", 53.4062, -2.9663),
    campus("everywhere", "Everywhere", nil, nil, nil, nil),
  ].compactMap { $0 }

  private static func campus(
    _ id: String, _ name: String, _ zone: String?, _ country: String?, _ latitude: Double?, _ longitude: Double?
  ) -> Campus? {
    guard let id = CampusID(id) else { return nil }
    var location: Coordinate?
    if let latitude, let longitude { location = Coordinate(latitude: latitude, longitude: longitude) }
    return Campus(id: id, name: name, timeZone: zone.flatMap { Zone($0) }, country: country, location: location)
  }
}
