import ArgumentParser
import CampusCatalog
import CatalogQuery

/// The options that order places, and set the position from which distances are measured.
struct OrderOptions: ParsableArguments {
  /// The orders that people may ask for.
  enum Sort: String, ExpressibleByArgument, CaseIterable { case name, location, distance, closing }

  @Option(help: ArgumentHelp("Sort by name, location, distance or closing; by default, open places come first.", valueName: "order"))
  var sort: Sort?

  @Option(help: ArgumentHelp("Show the distance from this position, in degrees.", valueName: "lat,lon"))
  var near: String?

  @Option(help: ArgumentHelp("Only places within this distance of --near, such as 500m or 1.5km.", valueName: "distance"))
  var within: String?

  func validate() throws {
    if near == nil, within != nil { throw ValidationError("--within needs a position; add --near LAT,LON.") }
    if near == nil, sort == .distance { throw ValidationError("--sort distance needs a position; add --near LAT,LON.") }
  }

  func apply(to query: inout PlaceQuery) throws(Failure) {
    switch sort {
    case .name: query.order = .name
    case .location: query.order = .location
    case .distance: query.order = .distance
    case .closing: query.order = .closing
    case nil: break
    }
    if let near { query.near = try Self.nearness(near, within) }
  }

  static func nearness(_ position: String, _ within: String?) throws(Failure) -> Proximity {
    do throws(QueryError) {
      return Proximity(
        try Coordinate(parsing: position), within: try within.map { (text) throws(QueryError) in try Metres(parsing: text).value })
    } catch {
      throw Failure(.usage, error.message)
    }
  }
}
