import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

extension Table {
  /// Returns places as a table: the titles, then name, sentence and id of each place, its distance and its dishes if the query has them, and its campus if
  /// there are several; more columns if there is room. Titles are in the language that all sentences have, or else in English.
  static func lines(of listings: [PlaceListing], on terminal: Terminal) -> [String] {
    let words = Language.shared(by: listings.map(\.style.language)).words
    // Without any building, its column has the addresses, and the one for addresses is empty.
    let hasBuildings = listings.contains { building(of: $0) != nil }
    let campus = campusColumn(of: listings.map(\.entry), words)
    let columns: [Column] = [
      .init(title: words.title("name"), minimum: 12, wraps: true),
      .init(title: words.title("distance"), isRight: true, isWhole: true),
      .init(title: words.title("state"), rank: 2, comfort: 7, isWhole: true),
      .init(title: words.title("hours"), minimum: 23, comfort: 23),
      .init(title: words.title("menu"), minimum: 12, comfort: 24),
      campus.column,
      .init(title: words.title(hasBuildings ? "building" : "address"), minimum: 10, rank: 1, comfort: 20),
      .init(title: words.title("category"), minimum: 8, rank: 3, comfort: 12),
      .init(title: words.title("address"), minimum: 12, rank: 4, comfort: 20),
      .id,
    ]
    let rows = listings.map { listing -> [Cell] in
      let place = listing.entry.place
      let address = place?.location.address ?? ""
      let state = PlaceState(listing.status)
      return [
        .init(listing.entry.name ?? listing.entry.id.description), .init(listing.distance.map(listing.style.distance) ?? ""),
        .init(state.text(in: listing.style.words), state.style), .init(hours(of: listing, on: terminal), state.style),
        .init(listing.dishesText),
        campus.cell(listing.entry),
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
  /// Returns the column of the campuses of entries, with a title in the language of `words`, and its cells, which are empty if all entries are of one campus.
  static func campusColumn(of entries: [Entry], _ words: WordTable) -> (column: Column, cell: (Entry) -> Cell) {
    let hasSeveral = entries.contains { $0.campus != entries[0].campus }
    return (Column(title: words.title("campus"), isWhole: true), { Cell(hasSeveral ? $0.campus.description : "") })
  }
}

extension Table.Column {
  /// The column of the ids, which is the last one, and is left out on a narrow terminal.
  static let id = Table.Column(title: "ID", minimum: 22, comfort: 48, leastTerminal: narrow, isNeverCut: true)

  /// The width of a terminal below which ids are left out, because names need the room.
  static let narrow = 80
}

extension WordTable {
  /// Returns the title of a column: "HOURS".
  func title(_ key: String) -> String { text(key).uppercased() }
}

extension PlaceState {
  /// Returns the state, such as "open".
  func text(in words: WordTable) -> String {
    switch self {
    case .open: words.text("legend-open")
    case .closed: words.text("legend-closed")
    case .unknown: words.text("state-unknown")
    }
  }

  var style: Terminal.Style {
    switch self {
    case .open: .good
    case .closed: .bad
    case .unknown: .doubtful
    }
  }
}

extension PlaceListing {
  /// The names of the dishes that the search found, after their day unless it is the one in question.
  fileprivate var dishesText: String {
    let names = dishes.joined(separator: ", ")
    return dishesDayText.map { "\($0): \(names)" } ?? names
  }
}
