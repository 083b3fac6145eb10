import CampusCatalog

/// The entries of one feed that have one name, by position and by building.
struct NamedPlaces {
  /// An entry as a match looks at it.
  struct Place {
    let member: Int
    let coordinate: Coordinate?
    /// The normalized building; nil where the entry has none, or where all entries of the name have positions.
    let building: String?
  }

  private let positions: PointTree
  private let byBuilding: [String: [Place]]
  /// Those of them that have no position.
  private let unplaced: [String: [Place]]

  /// - Parameter places: the order decides which candidates are found first.
  init(_ places: [Place]) {
    positions = PointTree(places.compactMap { place in place.coordinate.map { (place.member, $0) } })
    let built = places.filter { $0.building != nil }
    byBuilding = Dictionary(grouping: built) { $0.building ?? "" }
    unplaced = byBuilding.compactMapValues { places in
      let unplaced = places.filter { $0.coordinate == nil }
      return unplaced.isEmpty ? nil : unplaced
    }
  }

  /// The entries that are near enough to another to be the same place, as many as are asked for: which is enough to tell none, one
  /// and several apart, however many there are.
  ///
  /// - Parameter accepts: false for an entry that is no candidate for another reason.
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

  /// Within 75 m; where a position is missing, in the same building.
  static func areNear(_ left: Place, _ right: Place) -> Bool {
    if let here = left.coordinate, let there = right.coordinate { return here.distance(to: there) <= Merge.nearby }
    guard let here = left.building, let there = right.building else { return false }
    return here.utf8.elementsEqual(there.utf8)
  }
}
