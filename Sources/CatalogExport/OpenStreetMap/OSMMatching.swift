import CampusCatalog
import Glibc
import OpeningHours

/// Pairs places with elements, one to one and whatever their order. A pair is made only if neither of the two has another candidate.
///
/// First, an element that states the id of an entry; then one with the same website; then one with the same name, at the same position, near
/// it, and further away. Names count only for elements that may be of the place's category.
struct OSMMatching {
  /// What is compared of a place.
  struct Place {
    let entry: Entry
    let names: Set<String>
    let website: String?
    let position: Coordinate?
    let kinds: Set<OSMKind>
    /// The area of the campus, for places without a position.
    let area: CampusArea
  }

  /// Places and elements with the same name have the same position within this distance in meters.
  private static let samePosition = 25.0
  /// How many times the distance of the comparison a place may have moved.
  static let farthest = 10.0

  private let places: [Place]
  private let elements: [OSMElement]
  /// The numbers of elements by name, from south to north; those without a position last.
  private var named: [String: [Int]] = [:]
  /// The number of the element of each place that has one.
  private(set) var elementOf: [Int: Int] = [:]
  private var pairedElements: Set<Int> = []
  /// The candidates of places that have several, or whose candidate has several places.
  private(set) var candidates: [Int: [Int]] = [:]

  /// - Parameter meters: the distance within which a place has the same position.
  init(_ places: [Place], _ elements: [OSMElement], within meters: Double) {
    (self.places, self.elements) = (places, elements)
    let order = elements.indices.sorted { (elements[$0].position?.latitude ?? 91, $0) < (elements[$1].position?.latitude ?? 91, $1) }
    for index in order {
      for name in OSMText.names(of: elements[index].tags) { named[name, default: []].append(index) }
    }
    let stated = idEdges()
    pair(stated)
    let linked = websiteEdges(within: meters * Self.farthest)
    pair(linked)
    for distance in [min(Self.samePosition, meters), meters] { pair(nameEdges(within: distance)) }
    pair(areaEdges(within: meters * Self.farthest))
    let doubtful = stated + linked + nameEdges(within: meters) + areaEdges(within: meters * Self.farthest)
    pair(nameEdges(within: meters * Self.farthest))
    for edge in Set(doubtful) where elementOf[edge.place] == nil && !pairedElements.contains(edge.element) {
      candidates[edge.place, default: []].append(edge.element)
    }
  }

  private struct Edge: Hashable {
    let place: Int
    let element: Int
  }

  /// Pairs places and elements that have one edge each.
  private mutating func pair(_ edges: [Edge]) {
    var (ofPlace, ofElement): ([Int: Int], [Int: Int]) = ([:], [:])
    for edge in edges {
      ofPlace[edge.place, default: 0] += 1
      ofElement[edge.element, default: 0] += 1
    }
    for edge in edges where ofPlace[edge.place] == 1 && ofElement[edge.element] == 1 {
      elementOf[edge.place] = edge.element
      pairedElements.insert(edge.element)
    }
  }

  private var openPlaces: [Int] { places.indices.filter { elementOf[$0] == nil } }

  private func idEdges() -> [Edge] {
    var byID: [String: Int] = [:]
    for (index, place) in places.enumerated() {
      for id in [place.entry.id] + place.entry.aliases { byID[id.description] = index }
    }
    return elements.indices.flatMap { element in
      Set(elements[element].references.compactMap { byID[$0] }).map { Edge(place: $0, element: element) }
    }
  }

  private func websiteEdges(within meters: Double) -> [Edge] {
    var byWebsite: [String: [Int]] = [:]
    for element in elements.indices where !pairedElements.contains(element) {
      for website in OSMText.websites(of: elements[element].tags) { byWebsite[website, default: []].append(element) }
    }
    return openPlaces.flatMap { place in
      (places[place].website.flatMap { byWebsite[$0] } ?? []).filter { element in
        guard places[place].accepts(elements[element]) else { return false }
        return places[place].distance(to: elements[element]).map { $0 <= meters } ?? true
      }.map { Edge(place: place, element: $0) }
    }
  }

  private func nameEdges(within meters: Double) -> [Edge] {
    // A degree of latitude has at least 110 km.
    let margin = meters / 110_000
    return openPlaces.flatMap { place -> [Edge] in
      guard let position = places[place].position else { return [] }
      let found = places[place].names.flatMap { name -> [Int] in
        let list = named[name] ?? []
        let start = list.partitioningIndex { (elements[$0].position?.latitude ?? 91) >= position.latitude - margin }
        return list[start...].prefix { (elements[$0].position?.latitude ?? 91) <= position.latitude + margin }.filter { element in
          places[place].accepts(elements[element]) && !pairedElements.contains(element)
            && places[place].distance(to: elements[element]).map { $0 <= meters } ?? false
        }
      }
      return Set(found).sorted().map { Edge(place: place, element: $0) }
    }
  }

  /// Returns the edges of places without a position to elements on their campus that have the same name.
  private func areaEdges(within meters: Double) -> [Edge] {
    openPlaces.flatMap { place -> [Edge] in
      guard places[place].position == nil else { return [] }
      let found = places[place].names.flatMap { named[$0] ?? [] }.filter { element in
        places[place].accepts(elements[element]) && !pairedElements.contains(element)
          && elements[element].position.map { places[place].area.contains($0, within: meters) } ?? false
      }
      return Set(found).sorted().map { Edge(place: place, element: $0) }
    }
  }
}

extension OSMMatching.Place {
  func accepts(_ element: OSMElement) -> Bool { !kinds.isDisjoint(with: element.kinds) }

  /// Whether the element has the id or the website of the place.
  func isStated(by element: OSMElement) -> Bool {
    let ids = Set(([entry.id] + entry.aliases).map(\.description))
    return element.references.contains { ids.contains($0) } || website.map { OSMText.websites(of: element.tags).contains($0) } ?? false
  }

  /// Returns the distance in meters; nil if one of the positions is not known.
  func distance(to element: OSMElement) -> Double? {
    guard let position, let other = element.position else { return nil }
    return position.distance(to: other)
  }
}

extension BoundingBox {
  /// Whether a position is in the box.
  func contains(_ position: Coordinate) -> Bool {
    guard let (west, south, east, north) = edges, south <= position.latitude, position.latitude <= north else { return false }
    let longitude = position.longitude
    return west <= east ? west <= longitude && longitude <= east : longitude >= west || longitude <= east
  }

  /// Returns the box with a margin on each side.
  func grown(by meters: Double) -> BoundingBox {
    guard let (west, south, east, north) = edges else { return self }
    let degrees = meters / 110_000
    let widest = max(abs(south), abs(north)) * .pi / 180
    let longitudes = min(degrees / max(cos(widest), 0.01), 90)
    var box = self
    for (latitude, longitude) in [(south - degrees, west - longitudes), (north + degrees, east + longitudes)] {
      let wrapped = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
      if let corner = Coordinate(latitude: min(90, max(-90, latitude)), longitude: wrapped) { box.add(corner) }
    }
    return box
  }
}
