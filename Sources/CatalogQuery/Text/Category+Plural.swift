package import CampusCatalog

extension Category {
  /// The name of a group of places, such as "Dining halls".
  package var plural: String {
    switch self {
    case .diningHall: "Dining halls"
    case .cafe: "Cafés"
    case .restaurant: "Restaurants"
    case .fastFood: "Fast food"
    case .bar: "Bars"
    case .market: "Markets"
    case .retail: "Shops"
    case .library: "Libraries"
    case .gym: "Gyms"
    case .study: "Study spaces"
    case .service: "Services"
    case .other: "Other places"
    }
  }
}
