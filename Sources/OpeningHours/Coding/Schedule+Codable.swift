/// A schedule is coded as `hours` of a catalog: `{"zone":"Europe/London","layers":[…]}`.
extension Schedule: Codable {
  private enum CodingKeys: String, CodingKey {
    case zone, layers, osm
  }

  /// Decodes a schedule; `osm`, the same hours as text, is not needed.
  ///
  /// - Throws: `DecodingError` for hours that break a rule of the catalog, and for a zone that is not in the zone data of this machine.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .zone)
    guard let zone = Zone(name) else {
      throw DecodingError.dataCorruptedError(
        forKey: .zone, in: container, debugDescription: "\"\(name)\" is not in the time zone database of this device")
    }
    self.init(zone: zone, layers: try container.decode([Layer].self, forKey: .layers))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(zone.name, forKey: .zone)
    try container.encode(layers, forKey: .layers)
    try container.encodeIfPresent(osm, forKey: .osm)
  }
}
