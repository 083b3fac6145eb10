import CampusCatalog
import OpeningHours

/// A result of a query with its sort key in a `PlaceOrder`.
///
/// A class, because copying the fields changes the reference counts of many texts, and sorting copies them often.
final class RankedPlace {
  let listing: PlaceListing
  private let name: NameSortKey
  /// The position of the state in `PlaceState.allCases`.
  private let state: Int
  /// When the place closes; nil if it is not open or never closes.
  private let closes: Instant?
  private let distance: Double
  private let location: [String?]
  private let rank: SearchRank

  init(_ listing: PlaceListing, _ order: PlaceOrder, rank: SearchRank?) {
    name = NameSortKey(listing.entry)
    state = PlaceState.allCases.firstIndex(of: PlaceState(listing.status)) ?? 0
    closes = listing.status.isOpen ? listing.status.until : nil
    distance = listing.distance ?? .infinity
    self.rank = rank ?? .anyField
    if order == .location, let place = listing.entry.place?.location {
      location = [place.building, place.region, place.address].map { $0.map { SearchText($0).joined } }
    } else {
      location = []
    }
    self.listing = listing
  }

  func precedes(_ other: RankedPlace, in order: PlaceOrder) -> Bool {
    switch order {
    case .name: break
    case .state: if state != other.state { return state < other.state }
    case .rank: if rank != other.rank { return rank < other.rank }
    case .distance:
      if distance != other.distance { return distance < other.distance }
      return name.id < other.name.id
    case .closing:
      if state != other.state { return state < other.state }
      if closes != other.closes {
        guard let closes, let otherCloses = other.closes else { return closes != nil }
        return closes < otherCloses
      }
    case .location:
      for (mine, others) in zip(location, other.location) {
        guard let mine, let others else {
          if (mine == nil) != (others == nil) { return mine != nil }
          continue
        }
        if let isLess = mine.precedes(others) { return isLess }
      }
    }
    return name < other.name
  }
}
