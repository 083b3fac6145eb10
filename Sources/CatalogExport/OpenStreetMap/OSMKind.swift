/// A kind of elements of OpenStreetMap: places that may be one and the same, although mappers use several tags for them.
enum OSMKind: Sendable, Hashable, CaseIterable {
  case food, shop, library, sport
  /// Offices, doctors, museums and anything else that people go to.
  case other

  private static let foodAmenities: Set = [
    "bar", "biergarten", "cafe", "canteen", "fast_food", "food_court", "ice_cream", "pub", "restaurant",
  ]
  /// Shops in which people also eat, or that are tagged instead of a café.
  private static let foodShops: Set = ["bakery", "coffee", "confectionery", "deli", "pastry", "tea"]
  private static let sports: Set = [
    "fitness_centre", "fitness_station", "ice_rink", "sports_centre", "sports_hall", "stadium", "swimming_pool",
  ]
  /// Keys of other things that have a name and hours.
  private static let otherKeys = ["club", "craft", "healthcare", "leisure", "office", "tourism"]

  /// Returns the kinds of an element by its tags; empty for buildings, roads, land and things that no longer exist.
  static func of(_ tags: [String: String]) -> Set<OSMKind> {
    var kinds: Set<OSMKind> = []
    if let amenity = tags["amenity"] {
      kinds.insert(foodAmenities.contains(amenity) ? .food : amenity == "library" ? .library : .other)
    }
    if let shop = tags["shop"], shop != "no", shop != "vacant" {
      kinds.insert(.shop)
      if foodShops.contains(shop) { kinds.insert(.food) }
    }
    if let leisure = tags["leisure"], sports.contains(leisure) { kinds.insert(.sport) }
    if kinds.isEmpty, otherKeys.contains(where: { tags[$0] != nil }) { kinds.insert(.other) }
    return kinds
  }
}
