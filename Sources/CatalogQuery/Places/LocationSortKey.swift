import CampusCatalog

/// A key that sorts places by building, then region, then address, each folded and missing values last, and finally by name.
struct LocationSortKey: Comparable {
  private let texts: [String?]
  private let name: NameSortKey

  init(_ entry: Entry) {
    let location = entry.place?.location
    texts = [location?.building, location?.region, location?.address].map { $0.map { SearchText($0).joined } }
    name = NameSortKey(entry)
  }

  static func < (left: Self, right: Self) -> Bool {
    for (mine, others) in zip(left.texts, right.texts) {
      guard let mine, let others else {
        if (mine == nil) != (others == nil) { return mine != nil }
        continue
      }
      if let isLess = mine.precedes(others) { return isLess }
    }
    return left.name < right.name
  }
}
