import CampusCatalog

/// The texts of a place that filters compare as a whole, folded.
struct FilterTexts: Sendable {
  /// The building, by its name and its abbreviation.
  private let buildings: [SearchText]
  private let region: SearchText?
  private let tags: [SearchText]

  init(of entry: Entry) {
    let location = entry.place?.location
    buildings = [location?.building, location?.abbreviation].compactMap { $0.map { SearchText($0) } }
    region = location?.region.map { SearchText($0) }
    tags = entry.tags.map { SearchText($0) }
  }

  /// Returns whether the place meets the conditions of a filter on its building, region and tags.
  func areAccepted(by filter: PlaceFilter) -> Bool {
    (filter.buildings.isEmpty || buildings.contains(where: filter.buildings.contains))
      && (filter.regions.isEmpty || region.map(filter.regions.contains) ?? false)
      && (filter.tags.isEmpty || tags.contains(where: filter.tags.contains))
  }
}
