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
  private static let mostNext = 8

  private var places: [Part: [Group: [PlaceListing]]] = [:]

  /// - Parameters:
  ///   - listings: in the order `PlaceOrder.openFirst`.
  ///   - hasNext: whether the first places to open are a part of their own.
  ///   - isNear: whether the distance alone decides the order in each part.
  init(_ listings: [PlaceListing], hasNext: Bool, isNear: Bool) {
    var next = 0
    for listing in listings {
      let state = PlaceState(listing.status)
      let isNext = hasNext && state == .closed && listing.status.opens != nil && next < Self.mostNext
      if isNext { next += 1 }
      let part: Part = state == .open ? .open : isNext ? .next : .rest
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
