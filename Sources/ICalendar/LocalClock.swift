import OpeningHours

/// A clock to which the times of an event are local.
enum LocalClock: Sendable {
  /// The clock of the campus.
  case campus
  case zone(Zone)
  case defined(ZoneDefinition)

  var isCampus: Bool { if case .campus = self { true } else { false } }
}
