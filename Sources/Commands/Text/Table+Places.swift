import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

extension Table {
  /// Returns places as a table: the titles, then name, sentence and id of each place, its distance if the query has one, and its campus if
  /// there are several; more columns if there is room.
  static func lines(of listings: [PlaceListing], on terminal: Terminal) -> [String] {
    // Without any building, its column has the addresses, and the one for addresses is empty.
    let hasBuildings = listings.contains { building(of: $0) != nil }
    let campus = campusColumn(of: listings.map(\.entry))
    let columns: [Column] = [
      .init(title: "NAME", minimum: 12),
      .init(title: "DISTANCE", isRight: true, isWhole: true),
      .init(title: "STATE", rank: 2, comfort: 7, isWhole: true),
      .init(title: "HOURS", minimum: 23, comfort: 23),
      campus.column,
      .init(title: hasBuildings ? "BUILDING" : "ADDRESS", minimum: 10, rank: 1, comfort: 20),
      .init(title: "CATEGORY", minimum: 8, rank: 3, comfort: 12),
      .init(title: "ADDRESS", minimum: 12, rank: 4, comfort: 20),
      .id,
    ]
    let rows = listings.map { listing -> [Cell] in
      let place = listing.entry.place
      let address = place?.location.address ?? ""
      let state = PlaceState(listing.status)
      return [
        .init(listing.entry.name ?? listing.entry.id.description), .init(listing.distance.map(listing.style.distance) ?? ""),
        .init(state.rawValue, state.style), .init(hours(of: listing, on: terminal), state.style), campus.cell(listing.entry),
        .init(hasBuildings ? building(of: listing) ?? "" : address), .init(place?.category.rawValue ?? ""),
        .init(hasBuildings ? address : ""), .init(listing.entry.id.description),
      ]
    }
    return lines(columns, rows, on: terminal)
  }

  /// Returns the sentence; on a narrow terminal without the reason why hours are unknown, which would be cut and take room from names.
  private static func hours(of listing: PlaceListing, on terminal: Terminal) -> String {
    guard let width = terminal.width, width < 140, let reason = listing.status.unknownReason else { return listing.sentence }
    if case .gap = reason { return listing.sentence }
    return listing.style.words.text("hours-unknown")
  }

  /// Returns the name of the building, or else its abbreviation.
  private static func building(of listing: PlaceListing) -> String? {
    let location = listing.entry.place?.location
    return location?.building ?? location?.abbreviation
  }
}

extension Table {
  /// Returns the column of the campuses of entries, and its cells, which are empty if all entries are of one campus.
  static func campusColumn(of entries: [Entry]) -> (column: Column, cell: (Entry) -> Cell) {
    let hasSeveral = entries.contains { $0.campus != entries[0].campus }
    return (Column(title: "CAMPUS", isWhole: true), { Cell(hasSeveral ? $0.campus.description : "") })
  }
}

extension Table.Column {
  /// The column of the ids, which is the last one.
  static let id = Table.Column(title: "ID", minimum: 22, comfort: 48, isNeverCut: true)
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
