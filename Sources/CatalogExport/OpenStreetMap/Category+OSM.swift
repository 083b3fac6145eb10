import CampusCatalog

extension Category {
  /// The tags that say in OpenStreetMap what a place is: those of a preset of iD (id-tagging-schema). Empty if no preset fits.
  var osmTags: [OSMTag] {
    switch self {
    case .diningHall: [OSMTag("amenity", "fast_food"), OSMTag("fast_food", "cafeteria")]
    case .cafe: [OSMTag("amenity", "cafe")]
    case .restaurant: [OSMTag("amenity", "restaurant")]
    case .fastFood: [OSMTag("amenity", "fast_food")]
    case .bar: [OSMTag("amenity", "bar")]
    case .market: [OSMTag("shop", "convenience")]
    case .retail: [OSMTag("shop", "yes")]
    case .library: [OSMTag("amenity", "library")]
    case .gym: [OSMTag("leisure", "fitness_centre")]
    case .study, .service, .other: []
    }
  }

  /// The kinds of elements that may be a place of the category. Mappers and campuses often choose different tags of one kind.
  var osmKinds: Set<OSMKind> {
    switch self {
    case .diningHall, .cafe, .restaurant, .fastFood, .bar: [.food]
    case .market: [.food, .shop]
    case .retail: [.shop]
    case .library: [.library]
    case .gym: [.sport]
    case .study: [.library, .other]
    case .service: [.shop, .other]
    case .other: Set(OSMKind.allCases)
    }
  }
}
