extension IndexView {
  /// Returns the nearest places; nil if too many have the same distance to be distinguished here.
  ///
  /// Scans all positions: computing a squared distance for each, in storage order, is faster than a tree for all but the smallest
  /// circles.
  /// Chords of stored positions are only approximate (`UnitVector.tolerance`). The exact distance of the entry decides at the edge of the
  /// circle, and determines the order of the nearest places.
  /// - Returns: the entries, nearest first, and the number of all places within the circle.
  func nearest(_ near: Proximity, limit: Int, _ wanted: [Bool]?) throws -> (entries: [Entry], total: Int)? {
    let centre = UnitVector(near.centre)
    let radius = near.within.map { UnitVector.chord(ofMetres: $0) } ?? 3
    let certain = max(0, radius - UnitVector.tolerance) * max(0, radius - UnitVector.tolerance)
    let possible = (radius + UnitVector.tolerance) * (radius + UnitVector.tolerance)
    var total = 0
    var edge: [Int] = []
    var candidates = NearestRows(limit: limit)
    try forEachValue(of: .position) { (row, point: UnitVector) in
      let square = point.squaredChord(to: centre)
      guard square <= possible, wanted?[row] ?? true else { return }
      if square >= certain, near.within != nil {
        edge.append(row)
      } else {
        total += 1
        candidates.add(row, square)
      }
    }
    guard edge.count <= 4096 else { return nil }
    func entries(_ rows: [Int]) throws -> [(entry: Entry, distance: Double)] {
      try rows.compactMap { row in
        let entry = try entry(row)
        guard let distance = near.distance(of: entry), distance <= near.within ?? .infinity else { return nil }
        return (entry, distance)
      }
    }
    guard let rows = candidates.nearestRows() else { return nil }
    var found = try entries(edge)
    total += found.count
    found += try entries(rows)
    found.sort { $0.distance != $1.distance ? $0.distance < $1.distance : $0.entry.id < $1.entry.id }
    return (found.prefix(limit).map(\.entry), total)
  }
}

/// Collects the rows that may be among the nearest.
private struct NearestRows {
  private let limit: Int
  private var rows: [(row: Int, square: Double)] = []
  private var largest = Double.infinity

  init(limit: Int) { self.limit = limit }

  mutating func add(_ row: Int, _ square: Double) {
    guard square <= largest else { return }
    rows.append((row, square))
    if rows.count >= 4096 + 8 * limit { shrink() }
  }

  /// Returns the nearest rows and those that may be as near as the last of them; nil if these are too many.
  mutating func nearestRows() -> [Int]? {
    shrink()
    return rows.count <= 4096 + 2 * limit ? rows.map(\.row) : nil
  }

  /// Removes rows that are farther than the last wanted one by more than the tolerance.
  private mutating func shrink() {
    guard rows.count > limit, limit > 0 else {
      if limit == 0 { rows.removeAll() }
      return
    }
    rows.sort { $0.square < $1.square }
    let chord = rows[limit - 1].square.squareRoot() + UnitVector.tolerance
    largest = chord * chord
    rows.removeAll { $0.square > largest }
  }
}
