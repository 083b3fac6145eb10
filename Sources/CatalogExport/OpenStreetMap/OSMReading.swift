import CampusCatalog
import SimdJSON

/// Reads the elements of an extract.
struct OSMReading {
  private(set) var elements: [OSMElement] = []
  private(set) var read = 0
  private(set) var withoutTags = 0
  private(set) var withoutPosition = 0
  private(set) var remark: String?
  private(set) var box = BoundingBox()

  /// - Throws: `JSONFieldError` for a document of another format, and for values that the format does not allow.
  mutating func read(_ root: borrowing JSONValue) throws(JSONFieldError) {
    if let list = try root.array("elements") {
      remark = try root.text("remark")
      var elements = list.elements
      while let element = elements.next() { try readElement(element) }
    } else if let type = root["type"], type.isString("FeatureCollection") {
      var features = try root.requiredArray("features").elements
      while let feature = features.next() { try readFeature(feature) }
    } else {
      throw root.fault(
        .value, "expected GeoJSON with a FeatureCollection, such as that of osmium export, or JSON of Overpass with \"elements\"")
    }
  }

  private mutating func add(_ id: OSMElement.ID?, _ tags: [String: String], _ position: Coordinate?, featureID: String? = nil) {
    read += 1
    if let position { box.add(position) }
    if tags.isEmpty {
      withoutTags += 1
      return
    }
    if position == nil { withoutPosition += 1 }
    let element = OSMElement(id, tags, position, featureID: featureID)
    if !element.kinds.isEmpty || !element.references.isEmpty { elements.append(element) }
  }

  // MARK: - GeoJSON

  private mutating func readFeature(_ feature: borrowing JSONValue) throws(JSONFieldError) {
    guard feature.isObject, try feature.requiredText("type") == "Feature" else {
      throw feature.fault(.value, "expected a feature")
    }
    var area = BoundingBox()
    var geometryType: String?
    if let geometry = try feature.object("geometry") { geometryType = try Self.add(geometry, to: &area) }
    var (tags, attributes): ([String: String], [String: String]) = ([:], [:])
    if let properties = try feature.object("properties") {
      var members = properties.members
      while let member = members.next() {
        guard let text = Self.text(member.value) else { continue }
        if member.key.hasPrefix("@") { attributes[member.key] = text } else { tags[member.key] = text }
      }
    }
    var featureID: String?
    if let id = feature["id"] { featureID = Self.text(id) }
    var kind = attributes["@type"].flatMap { OSMElement.ID.Kind(rawValue: $0) }
    // A number alone is enough for points and lines, and not for areas, which ways and relations have.
    if kind == nil, attributes["@type"] == nil { kind = geometryType == "Point" ? .node : geometryType == "LineString" ? .way : nil }
    let id = (attributes["@id"] ?? featureID).flatMap { OSMElement.ID($0, kind: kind) }
    add(id, tags, area.middle, featureID: featureID)
  }

  /// Adds the positions of a geometry to a box, and returns the type.
  private static func add(_ geometry: borrowing JSONValue, to box: inout BoundingBox) throws(JSONFieldError) -> String {
    let type = try geometry.requiredText("type")
    if type == "GeometryCollection" {
      var parts = try geometry.requiredArray("geometries").elements
      while let part = parts.next() { _ = try add(part, to: &box) }
    } else {
      try add(coordinates: try geometry.requiredArray("coordinates"), to: &box)
    }
    return type
  }

  private static func add(coordinates: borrowing JSONValue, to box: inout BoundingBox) throws(JSONFieldError) {
    var elements = coordinates.elements
    guard let first = elements.next() else { return }
    if first.isArray {
      try add(coordinates: first, to: &box)
      while let next = elements.next() { try add(coordinates: next, to: &box) }
      return
    }
    // Longitude comes first.
    guard let longitude = first.double, let latitude = elements.next()?.double,
      let position = Coordinate(latitude: latitude, longitude: longitude)
    else {
      throw coordinates.fault(.value, "expected a longitude from -180 to 180 and a latitude from -90 to 90")
    }
    box.add(position)
  }

  /// Returns a text, number or truth value as text; nil for others, which are not values of tags.
  private static func text(_ value: borrowing JSONValue) -> String? {
    if let string = value.string { return string }
    if let integer = value.integer { return "\(integer)" }
    return value.double.map { "\($0)" } ?? value.bool.map { "\($0)" }
  }

  // MARK: - Overpass

  private mutating func readElement(_ element: borrowing JSONValue) throws(JSONFieldError) {
    guard element.isObject else { throw element.fault(.type, "expected an element, which is an object") }
    // Elements of other types, such as counts, have no tags of places.
    guard let kind = OSMElement.ID.Kind(rawValue: try element.requiredText("type")) else { return add(nil, [:], nil) }
    guard let number = try element.integer("id") else { throw element.fault(.missing, "\"id\" is missing") }
    var tags: [String: String] = [:]
    if let stated = try element.object("tags") {
      var members = stated.members
      while let member = members.next() {
        if let text = Self.text(member.value) { tags[member.key] = text }
      }
    }
    add(OSMElement.ID(kind: kind, number: number), tags, try Self.position(of: element))
  }

  /// Returns the position of a node, the center that the server computed, or the middle of the bounds, the line or the members.
  private static func position(of element: borrowing JSONValue) throws(JSONFieldError) -> Coordinate? {
    var box = BoundingBox()
    try addPoint(element, to: &box)
    if let position = box.middle { return position }
    if let center = try element.object("center") {
      try addPoint(center, to: &box)
    } else if let bounds = try element.object("bounds") {
      for (latitude, longitude) in [
        (try bounds.double("minlat"), try bounds.double("minlon")), (try bounds.double("maxlat"), try bounds.double("maxlon")),
      ] {
        guard let latitude, let longitude, let position = Coordinate(latitude: latitude, longitude: longitude) else {
          throw bounds.fault(.value, "expected minlat, minlon, maxlat and maxlon in degrees")
        }
        box.add(position)
      }
    } else {
      try addLine(element, to: &box)
      if let list = try element.array("members") {
        var members = list.elements
        while let member = members.next() {
          try addPoint(member, to: &box)
          try addLine(member, to: &box)
        }
      }
    }
    return box.middle
  }

  /// Adds the positions of `geometry`, which has null for nodes outside of the extract.
  private static func addLine(_ value: borrowing JSONValue, to box: inout BoundingBox) throws(JSONFieldError) {
    guard let line = try value.array("geometry") else { return }
    var points = line.elements
    while let point = points.next() {
      if !point.isNull { try addPoint(point, to: &box) }
    }
  }

  private static func addPoint(_ value: borrowing JSONValue, to box: inout BoundingBox) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected an object with \"lat\" and \"lon\"") }
    guard let latitude = try value.double("lat"), let longitude = try value.double("lon") else { return }
    guard let position = Coordinate(latitude: latitude, longitude: longitude) else {
      throw value.fault(.value, "expected \"lat\" from -90 to 90 and \"lon\" from -180 to 180")
    }
    box.add(position)
  }
}

extension BoundingBox {
  /// The middle of the box; nil without positions.
  var middle: Coordinate? {
    guard let (west, south, east, north) = edges else { return nil }
    // A box across the antimeridian.
    var longitude = west > east ? (west + east + 360) / 2 : (west + east) / 2
    if longitude > 180 { longitude -= 360 }
    return Coordinate(latitude: (south + north) / 2, longitude: longitude)
  }
}
