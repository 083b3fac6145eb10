import CampusCatalog

/// The entries of one feed that have the same name, indexed by position and by building.
struct NamedPlaces {
  /// The location of an entry.
  struct Place {
    let member: Int
    let coordinate: Coordinate?
    /// The normalized building; nil if the entry has none, or if all entries of the name have positions.
    let building: String?
  }

  private let positions: PointTree
  private let byBuilding: [String: [Place]]
  /// Entries without a position, by building.
  private let unplaced: [String: [Place]]

  /// - Parameter places: the entries, in the order in which candidates are to be found.
  init(_ places: [Place]) {
    positions = PointTree(places.compactMap { place in place.coordinate.map { (place.member, $0) } })
    byBuilding = Dictionary(grouping: places.filter { $0.building != nil }) { $0.building ?? "" }
    unplaced = byBuilding.mapValues { places in places.filter { $0.coordinate == nil } }
  }

  /// Returns up to `limit` entries that are near enough to be the same place: by position if both have one, otherwise by building.
  ///
  /// - Parameter accepts: returns false for entries to exclude.
  func candidates(for place: Place, limit: Int, _ accepts: (Int) -> Bool) -> [Int] {
    var found: [Int] = []
    func take(_ member: Int) -> Bool {
      if accepts(member) { found.append(member) }
      return found.count < limit
    }
    if let coordinate = place.coordinate { positions.visit(near: coordinate, within: Merge.nearby, take) }
    guard let building = place.building else { return found }
    for other in (place.coordinate == nil ? byBuilding : unplaced)[building] ?? [] {
      guard found.count < limit, take(other.member) else { break }
    }
    return found
  }

  /// Returns whether two places are within 75 m or, if a position is missing, in the same building.
  static func areNear(_ left: Place, _ right: Place) -> Bool {
    if let here = left.coordinate, let there = right.coordinate { return here.distance(to: there) <= Merge.nearby }
    guard let here = left.building, let there = right.building else { return false }
    return here.utf8.elementsEqual(there.utf8)
  }
}
