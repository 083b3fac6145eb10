import CampusCatalog
import OpeningHours

/// Parts of places, which are read without the rest: `place` copies all of it, which changes the reference counts of many texts.
extension Entry {
  /// The category of a place; nil for other entries.
  var category: Category? { if case .place(let place) = details { place.category } else { nil } }

  /// The position of a place; nil for other entries.
  var position: Coordinate? { if case .place(let place) = details { place.location.coordinate } else { nil } }

  /// The hours of a place; nil for other entries.
  var hours: Schedule? { if case .place(let place) = details { place.hours } else { nil } }
}
