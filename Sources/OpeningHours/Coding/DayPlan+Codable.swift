/// A plan is coded as in a catalog: as its services, `[["07:00","26:00","Lunch"]]`, or as `"unknown"`.
extension DayPlan: Codable {
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer(), let text = try? container.decode(String.self) {
      guard text == "unknown" else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is neither \"unknown\" nor a list of services")
      }
      self = .unknown
    } else {
      self.init(try [Service](from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .services(let services): try Array(services).encode(to: encoder)
    case .unknown:
      var container = encoder.singleValueContainer()
      try container.encode("unknown")
    }
  }
}

/// A service is coded as in a catalog: `["07:00","26:00"]`, or with its label `["07:00","26:00","Lunch"]`.
extension Service: Codable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let (opens, closes) = (try container.decode(LocalTime.self), try container.decode(LocalTime.self))
    let label = container.isAtEnd ? nil : try container.decode(String.self)
    guard container.isAtEnd, let service = Service(opens: opens, closes: closes, label: label) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "a service is [opens, closes] or [opens, closes, label], and closes at most 24 hours after it opens")
    }
    self = service
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(opens)
    try container.encode(closes)
    if let label { try container.encode(label) }
  }
}
