/// A query for dishes.
public struct MenuQuery: Sendable, Hashable {
  public var campuses, places: [String]
  /// All meals of a day: a date, "today", "tomorrow" or a weekday; nil for the meals that are not over.
  public var date: String?
  /// `breakfast`, `brunch`, `lunch`, `dinner`, `late`, `all-day` or `other`.
  public var meals: [String] = []
  public var diets, allergens: [String]
  public var price, role: String?
  /// Words of the names of dishes.
  public var words: String?
  public var near: Position?
  /// The greatest distance, in meters.
  public var within: Double?
  /// The number of places on a page, 1 to 500; 20 if it is nil.
  public var limit: Int?
  public var cursor: String?

  public init(campuses: [String] = [], places: [String] = []) {
    (self.campuses, self.places) = (campuses, places)
    (diets, allergens) = ([], [])
  }

  func at(cursor: String?) -> MenuQuery {
    var query = self
    query.cursor = cursor
    return query
  }

  var parameters: Parameters {
    var parameters = Parameters()
    parameters.add("campus", campuses)
    parameters.add("place", places)
    parameters.add("date", date)
    parameters.add("meal", meals)
    parameters.add("diet", diets)
    parameters.add("without", allergens)
    parameters.add("price", price)
    parameters.add("role", role)
    parameters.add("q", words)
    parameters.add("near", near?.parameter)
    parameters.add("within", within?.parameter)
    parameters.add("limit", limit.map(String.init))
    parameters.add("cursor", cursor)
    return parameters
  }
}
