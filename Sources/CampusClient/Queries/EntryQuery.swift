import Foundation
public import OpeningHours

/// A query for entries. Properties that are not set place no condition; the documentation of the API explains each parameter.
///
///     var query = EntryQuery()
///     query.near = Position(latitude: 38.83, longitude: -77.307)
///     query.within = 800
///     query.open = "now"
public struct EntryQuery: Sendable, Hashable {
  public var kind: EntryKind = .place
  /// Only these entries, by id, at most 500; nil for all. An empty list has no entries.
  public var ids: [String]?
  public var campuses, categories, buildings, tags: [String]
  public var state: PlaceStatus.State?
  /// When places are open: "now", "18:00", "tonight", "tomorrow 12:00", or RFC 3339.
  public var open: String?
  /// The moment of the answer, in the same forms.
  public var at: String?
  /// Places that stay open until this time ("23:30"), or for this long ("2h").
  public var until, duration: String?
  public var near: Position?
  /// The greatest distance, in meters.
  public var within: Double?
  /// Words of names.
  public var words: String?
  /// `state`, `open-first`, `name`, `location`, `distance`, `closing` or `rank`.
  public var sort: String?
  /// What places come with: `usual`, `menu`. (Days are computed on the device: `Place.week(from:)`.)
  public var expand: [String] = []
  /// Events `now`, `tonight` or at the `weekend`.
  public var when: String?
  /// Events on this day or later, or earlier.
  public var from, to: LocalDate?
  /// Places that serve dishes of these diets, without these allergens, for at most this price for this role.
  public var diets, allergens: [String]
  public var price, role: String?
  /// The number of entries on a page, 1 to 500; 20 if it is nil.
  public var limit: Int?
  /// The cursor of the page; nil for the first one.
  public var cursor: String?

  public init(kind: EntryKind = .place, campuses: [String] = []) {
    (self.kind, self.campuses) = (kind, campuses)
    (categories, buildings, tags, diets, allergens) = ([], [], [], [], [])
  }

  func at(cursor: String?) -> EntryQuery {
    var query = self
    query.cursor = cursor
    return query
  }

  var parameters: Parameters {
    var parameters = Parameters()
    parameters.add("kind", kind == .place ? nil : kind.rawValue)
    parameters.add("ids", ids ?? [])
    parameters.add("campus", campuses)
    parameters.add("category", categories)
    parameters.addEach("building", buildings)
    parameters.addEach("tag", tags)
    parameters.add("diet", diets)
    parameters.add("without", allergens)
    parameters.add("price", price)
    parameters.add("role", role)
    parameters.add("state", state?.rawValue)
    parameters.add("open", open)
    parameters.add("at", at)
    parameters.add("until", until)
    parameters.add("for", duration)
    parameters.add("near", near?.parameter)
    parameters.add("within", within?.parameter)
    parameters.add("q", words)
    parameters.add("sort", sort)
    parameters.add("expand", expand)
    parameters.add("when", when)
    parameters.add("from", from?.description)
    parameters.add("to", to?.description)
    parameters.add("limit", limit.map(String.init))
    parameters.add("cursor", cursor)
    return parameters
  }
}
