extension Sequence<Place> {
  /// Returns the places with positions, the nearest first, each with its `distance`.
  ///
  /// - Parameter meters: the greatest distance; nil for any.
  public func nearest(to position: Position, within meters: Double? = nil) -> [Place] {
    let measured = compactMap { place -> (place: Place, distance: Double)? in
      guard let distance = place.location?.position?.distance(to: position), distance <= meters ?? .infinity else { return nil }
      var place = place
      place.distance = distance
      return (place, distance)
    }
    return measured.sorted { ($0.distance, $0.place.id) < ($1.distance, $1.place.id) }.map(\.place)
  }
}
