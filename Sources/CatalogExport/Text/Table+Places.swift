extension Table {
  /// Returns places as a table: the titles, then name, state, sentence and location of each place; more columns if there is room.
  package static func lines(of listings: [PlaceListing], on terminal: Terminal) -> [String] {
    // Without any building, its column has the addresses, and the one for addresses is empty.
    let hasBuildings = listings.contains { building(of: $0) != nil }
    let columns: [Column] = [
      .init(title: "NAME", minimum: 16, comfort: 30),
      .init(title: "DISTANCE", isRight: true, isWhole: true),
      .init(title: "STATE", isWhole: true),
      .init(title: "HOURS", minimum: 22, comfort: 36),
      .init(title: hasBuildings ? "BUILDING" : "ADDRESS", minimum: 10, comfort: 20),
      .init(title: "CATEGORY", minimum: 8, rank: 1, comfort: 12),
      .init(title: "ADDRESS", minimum: 12, rank: 2),
      .init(title: "ID", minimum: 20, rank: 3, comfort: 30),
    ]
    let rows = listings.map { listing -> [Cell] in
      let place = listing.entry.place
      let address = place?.location.address ?? ""
      let state = PlaceState(listing.status)
      return [
        .init(listing.entry.name ?? listing.entry.id.description), .init(listing.distance.map(distance) ?? ""),
        .init(state.rawValue, state.style), .init(listing.sentence),
        .init(hasBuildings ? building(of: listing) ?? "" : address), .init(place?.category.rawValue ?? ""),
        .init(hasBuildings ? address : ""), .init(listing.entry.id.description),
      ]
    }
    return lines(columns, rows, on: terminal)
  }

  /// Returns the name of the building, or else its abbreviation.
  private static func building(of listing: PlaceListing) -> String? {
    let location = listing.entry.place?.location
    return location?.building ?? location?.abbreviation
  }

  /// Returns a distance as text: "85 m", "1.2 km", or "14 km" from 10 km on.
  static func distance(_ metres: Double) -> String {
    if metres < 999.5 { return "\(Int(metres.rounded())) m" }
    let tenths = Int((metres / 100).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) km" : "\(Int((metres / 1000).rounded())) km"
  }
}

extension PlaceState {
  var style: Terminal.Style {
    switch self {
    case .open: .good
    case .closed: .bad
    case .unknown: .doubtful
    }
  }
}
