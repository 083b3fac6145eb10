extension IndexView {
  /// Returns the nearest places; nil if too many have the same distance to be distinguished here.
  ///
  /// Scans all positions in storage order, which is faster than a tree for all but the smallest circles. Chords of stored positions are
  /// approximate (`UnitVector.tolerance`): at the edge of the circle, and for the order of the nearest, the distance of the entry counts.
  /// - Returns: the entries, nearest first, the number of all places within the circle, and that of all places beyond it.
  func nearest(_ near: Proximity, limit: Int, _ wanted: [Bool]?) throws -> (entries: [Entry], total: Int, beyond: Int)? {
    let centre = UnitVector(near.centre)
    let radius = near.within.map { UnitVector.chord(ofMetres: $0) } ?? 3
    let certain = max(0, radius - UnitVector.tolerance) * max(0, radius - UnitVector.tolerance)
    let possible = (radius + UnitVector.tolerance) * (radius + UnitVector.tolerance)
    var (total, beyond) = (0, 0)
    var edge: [Int] = []
    var candidates: [(row: Int, square: Double)] = []
    // Places that are farther are not among the nearest.
    var largest = possible
    /// Removes rows that are farther than the last wanted one by more than the tolerance.
    func shrink() {
      guard candidates.count > limit else { return }
      guard limit > 0 else { return candidates.removeAll() }
      candidates.sort { $0.square < $1.square }
      let chord = candidates[limit - 1].square.squareRoot() + UnitVector.tolerance
      largest = chord * chord
      candidates.removeAll { $0.square > largest }
    }
    try forEachValue(of: .position) { (row, point: UnitVector) in
      let square = point.squaredChord(to: centre)
      guard wanted?[row] ?? true else { return }
      guard square <= possible else {
        // Without a position, it is not a number.
        if square > possible { beyond += 1 }
        return
      }
      if square >= certain, near.within != nil {
        edge.append(row)
      } else {
        total += 1
        guard square <= largest else { return }
        candidates.append((row, square))
        if candidates.count >= 4096 + 8 * limit { shrink() }
      }
    }
    shrink()
    // Too many have about the same distance.
    guard edge.count <= 4096, candidates.count <= 4096 + 2 * limit else { return nil }
    func entries(_ rows: [Int]) throws -> [(entry: Entry, distance: Double)] {
      try rows.compactMap { row in
        let entry = try entry(row)
        guard let distance = near.distance(of: entry), distance <= near.within ?? .infinity else { return nil }
        return (entry, distance)
      }
    }
    var found = try entries(edge)
    total += found.count
    beyond += edge.count - found.count
    found += try entries(candidates.map(\.row))
    found.sort { $0.distance != $1.distance ? $0.distance < $1.distance : $0.entry.id < $1.entry.id }
    return (found.prefix(limit).map(\.entry), total, beyond)
  }
}
