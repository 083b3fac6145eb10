import FeedKit

extension MappingProposal {
  mutating func addLocation(in table: RecordTable, _ list: RecordList) {
    let texts = table.columns.filter { column in
      column.depth > 0 && column.depth <= Limit.textDepth && !column.isInArray && !column.texts.isEmpty && !used.contains(column.pointer)
        && !column.mostTexts(.half, Self.isWeb)
    }
    var taken = used
    func find(_ isOfKey: (RecordTable.Column) -> Bool) -> RecordTable.Column? {
      let found = texts.first { !taken.contains($0.pointer) && isOfKey($0) }
      if let found { taken.insert(found.pointer) }
      return found
    }
    let address =
      find { $0.has(.street) && !$0.isInHours && !$0.has(.notStreet) && !$0.texts[0].contains("@") }
      ?? find { $0.has(.streetIfNumbered) && $0.mostTexts(.half, Self.beginsWithNumber) }
    let short = find { $0.has(.buildingOrShort) && $0.has(.buildingCode) }
    let building =
      find { $0.has(.building) && !$0.has(.buildingID) && !$0.mostTexts(.half) { $0 == "yes" } }
      ?? find { $0.has(.room) && !$0.mostTexts(.half, Self.beginsWithNumber) }
    let region =
      find { $0.has(.region) && !$0.has(.administrative) } ?? find { KeyHint.area.matches($0.parent) && $0.has(.areaCode) }
      ?? find { $0.has(.areaKey) && !$0.has(.administrative) } ?? find { KeyHint.area.matches($0.parent) && $0.has(.areaName) }
      ?? find { $0.has(.campus) }
    if let address { addAddress(address, in: table) }
    for (field, column) in [("building", building), ("abbreviation", short), ("region", region)] {
      guard let column else { continue }
      add(
        "location.\(field)", .string(column.pointer), field == "building" && !column.has(.building) ? .medium : .high,
        "\(table.share(column.texts.count)) have \(column.key), such as \"\(column.texts[0].prefix(40))\"")
    }
    used = taken
    if region == nil, let (rule, values) = list.groupNames, !guesses.contains(where: { $0.rule == rule.text }) {
      add("location.region", rule, .medium, "the groups of the records are called \"\(values[0].prefix(40))\" and so on")
    }
    if let flag = table.columns.first(where: { $0.flags > 0 && !$0.isInArray && $0.has(.onCampus) }) {
      add("location.onCampus", .string(flag.pointer), .high, "\(flag.key) is true or false")
    }
    addCoordinate(in: table)
  }

  /// Adds the address, with the house number, the city and the state if they are in members beside it.
  private mutating func addAddress(_ address: RecordTable.Column, in table: RecordTable) {
    func beside(_ hint: KeyHint) -> RecordTable.Column? {
      table.columns.first { column in
        let key = String(column.key.split(separator: ":").last ?? "")
        return column.parent == address.parent && hint.matches(key) && column.scalars.count.isAtLeast(.half, of: address.texts.count)
          && !address.texts.contains { text in column.texts.contains { text.hasSuffix($0) || text.contains("\($0),") } }
      }
    }
    let number = beside(.houseNumber)
    let rest = [beside(.city), beside(.state)].compactMap { $0 }
    let street =
      number.map { JSONTree.of(("join", .array([.string($0.pointer), .string(address.pointer)]))) } ?? .string(address.pointer)
    let rule = rest.isEmpty ? street : .of(("join", .array([street] + rest.map { .string($0.pointer) })), ("with", .string(", ")))
    let others = ([number].compactMap { $0 } + rest).map(\.key)
    add(
      "location.address", rule, .high,
      "\(table.share(address.texts.count)) have \(address.key), such as \"\(address.texts[0].prefix(40))\""
        + (others.isEmpty ? "" : ", beside \(others.joined(separator: ", "))"),
      others: others.isEmpty ? [] : [.string(address.pointer)])
  }

  /// Adds the position of geometries that are not all points, as in GeoJSON. Returns whether there are any.
  private mutating func addGeometry(in table: RecordTable) -> Bool {
    for type in table.columns where type.has(.geometryType) && !type.isInArray && type.mostTexts(.all, Hints.geometries.contains) {
      guard table["\(type.parent)/coordinates"] != nil, let other = type.texts.first(where: { $0 != "Point" }) else { continue }
      add(
        "location.coordinate", .of(("geojson", .string(type.parent))), .high,
        "\(type.parent) has geometries of GeoJSON, such as \"\(other)\", of which the middle is taken")
      return true
    }
    return false
  }

  mutating func addCoordinate(in table: RecordTable) {
    if addGeometry(in: table) { return }
    let columns = table.columns.filter { column in
      column.depth > 0 && !column.isInArray && !column.scalars.isEmpty
        && Self.degrees(column).count.isAtLeast(.most, of: column.scalars.count)
        && Self.arePossible(Self.degrees(column)) { abs($0) <= 180 }
    }
    if addPoint(columns) { return }
    for latitude in columns where latitude.has(.latitude) {
      let others = columns.filter { $0.parent == latitude.parent && $0.has(.longitude) }
      guard let longitude = others.first(where: { Self.stem($0) == Self.stem(latitude) }) ?? others.first else { continue }
      let pairs = Array(zip(Self.degrees(latitude), Self.degrees(longitude)))
      let isSwapped = !Self.order(pairs, zone, hint: true).isLatitudeFirst
      let (north, east) = isSwapped ? (longitude, latitude) : (latitude, longitude)
      add(
        "location.coordinate", .of(("latitude", .string(north.pointer)), ("longitude", .string(east.pointer))), isSwapped ? .low : .high,
        isSwapped
          ? "the values of \(latitude.key) and \(longitude.key) are possible only the other way round"
          : "\(table.share(Self.degrees(latitude).count)) have \(latitude.key) and \(longitude.key), such as \(latitude.scalars[0]), \(longitude.scalars[0])\(Self.remark(on: pairs, isLatitudeFirst: true))",
        others: isSwapped ? [.of(("latitude", .string(latitude.pointer)), ("longitude", .string(longitude.pointer)))] : [])
      return
    }
    for column in table.columns where !column.isInArray && column.depth > 0 {
      var pairs: [(Double, Double)] = []
      for array in column.arrays where array.count >= 2 && array.count <= 3 {
        if case .literal(let one) = array[0], case .literal(let other) = array[1], let one = Double(one), let other = Double(other) {
          pairs.append((one, other))
        }
      }
      pairs += column.texts.compactMap(DegreesText.pair)
      guard !pairs.isEmpty, pairs.count.isAtLeast(.most, of: column.arrays.count + column.texts.count) else { continue }
      let isFraction = pairs.contains { $0.0 != $0.0.rounded() && $0.1 != $0.1.rounded() }
      guard column.has(.pair) || isFraction, Self.arePossible(pairs, Self.isPossible) else { continue }
      let isGeoJSON = table["\(column.parent)/type"]?.texts.first == "Point"
      let order = Self.order(pairs, zone, hint: isGeoJSON ? false : Self.isLatitudeFirst(column.lowerKey))
      func rule(_ isLatitudeFirst: Bool) -> JSONTree {
        .of(("pair", .string(column.pointer)), ("order", .string(isLatitudeFirst ? "latitude-longitude" : "longitude-latitude")))
      }
      add(
        "location.coordinate", rule(order.isLatitudeFirst), order.confidence,
        "\(column.key) has pairs such as \(pairs[0].0), \(pairs[0].1); \(order.reason)\(Self.remark(on: pairs, isLatitudeFirst: order.isLatitudeFirst))",
        others: [rule(!order.isLatitudeFirst)])
      return
    }
  }

  private static func beginsWithNumber(_ text: String) -> Bool { text.first?.isNumber ?? false }

  /// Adds the position of geometries with x and y, as in replies of ArcGIS. Returns whether there is one.
  private mutating func addPoint(_ columns: [RecordTable.Column]) -> Bool {
    for x in columns where x.lowerKey == "x" && x.scalars.contains(where: { $0.contains(".") }) {
      guard let y = columns.first(where: { $0.parent == x.parent && $0.lowerKey == "y" }),
        Self.arePossible(Self.degrees(y), { abs($0) <= 90 })
      else { continue }
      add(
        "location.coordinate", .of(("latitude", .string(y.pointer)), ("longitude", .string(x.pointer))), .high,
        "x and y are degrees, such as \(x.scalars[0]), \(y.scalars[0])")
      return true
    }
    return false
  }

  private static func degrees(_ column: RecordTable.Column) -> [Double] { column.scalars.compactMap { DegreesText.number($0) } }

  /// Returns the rest of the key of a coordinate: "entrance" for "entranceLat" and "entranceLng".
  private static func stem(_ column: RecordTable.Column) -> String {
    guard let name = Hints.coordinateNames.first(where: column.lowerKey.contains) else { return column.lowerKey }
    return column.lowerKey.replacing(name, with: "")
  }

  /// Returns whether values can be what a rule reads, except for a lone mistake or a tenth of them.
  private static func arePossible<Value>(_ values: [Value], _ isPossible: (Value) -> Bool) -> Bool {
    let possible = values.count(where: isPossible)
    return possible > 0 && values.count - possible <= max(1, values.count / 10)
  }

  /// Returns whether two numbers are degrees of a position on the Earth, in either order.
  private static func isPossible(_ pair: (Double, Double)) -> Bool {
    abs(pair.0) <= 180 && abs(pair.1) <= 180 && min(abs(pair.0), abs(pair.1)) <= 90
  }

  /// Returns a remark on positions that are not on the Earth; empty if there are none.
  private static func remark(on pairs: [(Double, Double)], isLatitudeFirst: Bool) -> String {
    let odd = pairs.filter { abs($0.0) > (isLatitudeFirst ? 90 : 180) || abs($0.1) > (isLatitudeFirst ? 180 : 90) }
    guard let first = odd.first else { return "" }
    return "; \(odd.count) of them \(odd.count == 1 ? "is" : "are") not on the Earth, such as \(first.0), \(first.1)"
  }

  /// Returns the hint of a key such as "lat_lng"; nil if nothing.
  private static func isLatitudeFirst(_ key: String) -> Bool? {
    guard let latitude = key.firstRange(of: "lat"), let longitude = key.firstRange(of: "lon") ?? key.firstRange(of: "lng") else {
      return nil
    }
    return latitude.lowerBound < longitude.lowerBound
  }

  /// Decides which number of pairs is the latitude.
  ///
  /// - Parameter hint: the hint of the feed's form; nil if nothing.
  private static func order(
    _ pairs: [(Double, Double)], _ zone: Zone?, hint: Bool?
  ) -> (isLatitudeFirst: Bool, confidence: Confidence, reason: String) {
    let pairs = pairs.filter(isPossible)
    let (firsts, seconds) = (pairs.count { abs($0.0) > 90 }, pairs.count { abs($0.1) > 90 })
    // A few may be mistakes.
    if firsts > seconds, firsts.isAtLeast(.half, of: pairs.count) { return (false, .high, "the first is over 90") }
    if seconds > firsts, seconds.isAtLeast(.half, of: pairs.count) { return (true, .high, "the second is over 90") }
    if let hint { return (hint, .high, hint ? "the keys say that the latitude is first" : "the longitude is first, as in GeoJSON") }
    if let zone, let winter = Instant(secondsSinceEpoch: 1_736_942_400) {
      // Fifteen degrees of longitude for an hour; zones differ from that by up to 30 degrees.
      let expected = Double(zone.offset(at: winter)) / 240
      func fits(_ value: Double) -> Bool { abs(value - expected) <= Limit.degreesFromZone }
      let (first, second) = (pairs.count { fits($0.0) }, pairs.count { fits($0.1) })
      if first != second {
        return (second > first, .medium, "the \(second > first ? "second" : "first") fits the longitude of the time zone")
      }
    }
    if firsts != seconds { return (seconds > firsts, .medium, "the \(seconds > firsts ? "second" : "first") is over 90 in some") }
    return (true, .low, "it is not clear which is the latitude")
  }
}
