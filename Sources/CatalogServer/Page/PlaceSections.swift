import CampusCatalog
import CatalogQuery
import OpeningHours

/// The places of a list by their use: open ones, the next ones to open, and the rest. In each part, food comes before everything else, so that an
/// open place never comes after a closed one.
struct PlaceSections {
  /// A part of the list. Raw values are those of the page and its script.
  enum Part: String, CaseIterable {
    case open, next, rest
  }

  /// A group in a part of the list. Raw values are those of the page and its script.
  enum Group: String, CaseIterable {
    case food, other, unknown

    /// The group of a place with known hours.
    init(of entry: Entry) { self = Category.food.contains(entry.place?.category ?? .other) ? .food : .other }
  }

  /// The number of places that open next. The script has the same.
  static let mostNext = 8

  private var places: [Part: [Group: [PlaceListing]]] = [:]

  /// - Parameters:
  ///   - listings: in the order `PlaceOrder.openFirst`.
  ///   - hasNext: whether the first places to open are a part of their own.
  ///   - isNear: whether the distance alone decides the order in each part.
  init(_ listings: [PlaceListing], hasNext: Bool, isNear: Bool) {
    // Near a position, the list has another order.
    let opening = listings.filter(\.status.isClosed).enumerated().compactMap { index, listing in
      listing.status.opens.map { (opens: $0, index: index, id: listing.entry.id) }
    }
    let first = opening.sorted { ($0.opens, $0.index) < ($1.opens, $1.index) }.prefix(Self.mostNext)
    let next = Set(hasNext ? first.map(\.id) : [])
    for listing in listings {
      let state = PlaceState(listing.status)
      let part: Part = state == .open ? .open : next.contains(listing.entry.id) ? .next : .rest
      places[part, default: [:]][state == .unknown ? .unknown : isNear ? .other : Group(of: listing.entry), default: []].append(listing)
    }
  }

  func places(_ part: Part, _ group: Group) -> [PlaceListing] { places[part]?[group] ?? [] }

  func count(_ part: Part) -> Int { places[part]?.values.reduce(0) { $0 + $1.count } ?? 0 }
}

extension Category {
  /// The categories of places to eat at.
  static let food: Set<Category> = [.diningHall, .cafe, .restaurant, .fastFood]
}
