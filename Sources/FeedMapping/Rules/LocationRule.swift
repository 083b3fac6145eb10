import FeedKit

/// The rules for where a place is, or where an event takes place.
struct LocationRule: Sendable {
  private let address: TextRule?
  private let building: TextRule?
  private let abbreviation: TextRule?
  private let room: TextRule?
  private let region: TextRule?
  private let onCampus: JSONPath?
  private let coordinate: CoordinateRule?

  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["address", "building", "abbreviation", "room", "region", "onCampus", "coordinate"])
    address = try value.optionalRule("address")
    building = try value.optionalRule("building")
    abbreviation = try value.optionalRule("abbreviation")
    room = try value.optionalRule("room")
    region = try value.optionalRule("region")
    onCampus = try value.path("onCampus")
    coordinate = try value.optional("coordinate", CoordinateRule.init(reading:))
  }

  func location(in scope: borrowing Scope, of feed: Feed, _ notes: inout RecordNotes) throws(JSONFieldError) -> Location {
    let position = try coordinate?.coordinate(in: scope, &notes)
    notes.checkDistance(of: position, from: feed.campus, at: "")
    return Location(
      address: try address?.line(in: scope, &notes), building: try building?.line(in: scope, &notes),
      abbreviation: try abbreviation?.line(in: scope, &notes), room: try room?.line(in: scope, &notes),
      region: try region?.line(in: scope, &notes),
      onCampus: onCampus?.find(in: scope)?.bool, coordinate: position)
  }
}

/// A rule that finds a position: `{"latitude": "/lat", "longitude": "/lon"}`,
/// `{"pair": "/coordinates", "order": "longitude-latitude"}` for an array of two numbers or a text such as "38.83,-77.3" or
/// "52,52; 13,40", or `{"geojson": "/geometry"}` for a point of GeoJSON (RFC 7946), or the middle of the box around a line or an area.
///
/// Numbers may be texts, also with a decimal comma. A position of 0, 0 is absent: servers send it for places without one.
enum CoordinateRule: Sendable {
  case members(latitude: TextRule, longitude: TextRule)
  case pair(JSONPath, isLatitudeFirst: Bool)
  case geometry(JSONPath)

  init(reading value: JSONValue) throws(JSONFieldError) {
    if value["geojson"] != nil {
      try value.expectOnly(["geojson"])
      self = .geometry(try value.requiredPath("geojson"))
      return
    }
    guard value["pair"] != nil else {
      try value.expectOnly(["latitude", "longitude"])
      self = .members(latitude: try value.rule("latitude"), longitude: try value.rule("longitude"))
      return
    }
    try value.expectOnly(["pair", "order"])
    let order = try value.requiredParsed("order", "\"latitude-longitude\" or \"longitude-latitude\"") { text in
      ["latitude-longitude": true, "longitude-latitude": false][text]
    }
    self = .pair(try value.requiredPath("pair"), isLatitudeFirst: order)
  }

  /// Returns the position; nil if it is absent, or, with a note, if it is not a position on the Earth.
  func coordinate(in scope: borrowing Scope, _ notes: inout RecordNotes) throws(JSONFieldError) -> Coordinate? {
    let degrees: (latitude: Double?, longitude: Double?)
    switch self {
    case .members(let latitude, let longitude):
      let (north, east) = (try latitude.line(in: scope, &notes), try longitude.line(in: scope, &notes))
      if north == nil, east == nil { return nil }
      degrees = (north.flatMap { DegreesText.number($0) }, east.flatMap { DegreesText.number($0) })
    case .pair(let path, let isLatitudeFirst):
      guard let value = path.find(in: scope), let (first, second) = try Self.pair(value) else { return nil }
      degrees = isLatitudeFirst ? (first, second) : (second, first)
    case .geometry(let path):
      guard let geometry = path.find(in: scope), let coordinates = geometry["coordinates"] else { return nil }
      var box = Box()
      box.add(coordinates, depth: 0)
      guard let middle = box.middle else {
        notes.add(.location, at: "\(path)", "left out: not a position on the Earth")
        return nil
      }
      return middle.latitude == 0 && middle.longitude == 0 ? nil : middle
    }
    guard let latitude = degrees.latitude, let longitude = degrees.longitude,
      let position = Coordinate(latitude: latitude, longitude: longitude)
    else {
      notes.add(.location, "left out: not a position on the Earth")
      return nil
    }
    return latitude == 0 && longitude == 0 ? nil : position
  }

  /// The box around the positions of a geometry, longitude first.
  private struct Box {
    private var (west, south, east, north) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)

    /// Adds the positions in an array: two or three numbers, or further arrays.
    mutating func add(_ value: JSONValue, depth: Int) {
      guard value.isArray, depth < 5 else { return }
      var elements = value.elements
      guard let first = elements.next() else { return }
      if let longitude = first.double {
        guard let latitude = elements.next()?.double else { return }
        (west, east) = (min(west, longitude), max(east, longitude))
        (south, north) = (min(south, latitude), max(north, latitude))
      } else {
        add(first, depth: depth + 1)
        while let element = elements.next() { add(element, depth: depth + 1) }
      }
    }

    /// The middle, rounded to a centimeter; nil if there are no positions.
    var middle: Coordinate? {
      guard west <= east, south <= north else { return nil }
      let round = { (degrees: Double) in (degrees * 10_000_000).rounded() / 10_000_000 }
      return Coordinate(
        latitude: south == north ? south : round((south + north) / 2), longitude: west == east ? west : round((west + east) / 2))
    }
  }

  /// Returns the two numbers of a pair, nil if they cannot be read; nil if there is no pair.
  private static func pair(_ value: JSONValue) throws(JSONFieldError) -> (Double?, Double?)? {
    if let text = value.string {
      return text.allSatisfy(\.isWhitespace) ? nil : DegreesText.pair(text).map { ($0.0, $0.1) } ?? (nil, nil)
    }
    guard value.isArray else { throw value.fault(.type, "expected an array of two numbers, found \(value.kind)") }
    var elements = value.elements
    guard let first = elements.next() else { return nil }
    guard let second = elements.next(), elements.next() == nil else { return (nil, nil) }
    return (number(first), number(second))
  }

  private static func number(_ value: JSONValue) -> Double? { value.double ?? value.string.flatMap { DegreesText.number($0) } }
}
