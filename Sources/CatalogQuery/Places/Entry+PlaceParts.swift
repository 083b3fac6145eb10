import CampusCatalog

/// Parts of places, which are read without the rest: `place` copies all of it, which changes the reference counts of many texts.
extension Entry {
  /// The category of a place; nil for other entries.
  var category: Category? { if case .place(let place) = details { place.category } else { nil } }

  /// The position of a place or an event; nil for other entries, if it is unknown, and for a chat or a telephone line, which is not near anyone.
  var position: Coordinate? {
    switch details {
    case .place(let place): place.access == .remote ? nil : place.location.coordinate
    case .event(let event): event.location.coordinate
    case .alert, .quote, .menu: nil
    }
  }
}
