/// The opening hours of a place as its campus means them: local times, a zone, service days. Never instants.
///
/// The last layer that covers a service day decides it. A service day that no layer covers is unknown. A night belongs to
/// the day it began.
public struct Schedule: Sendable, Hashable {
  public let zone: Zone
  /// Weakest first; layers of one level keep the order in which they were given.
  public let layers: [Layer]

  /// - Parameter layers: in any order of levels; among layers of one level the later is the stronger.
  public init(zone: Zone, layers: [Layer]) {
    self.zone = zone
    var inOrder = true
    for index in layers.indices.dropFirst() where layers[index].level < layers[index - 1].level { inOrder = false }
    // Swift's sort is stable, but does not promise it: the position is part of the key.
    self.layers =
      inOrder
      ? layers
      : layers.enumerated().sorted { ($0.element.level.rawValue, $0.offset) < ($1.element.level.rawValue, $1.offset) }.map(\.element)
  }

  /// What is known of a service day.
  public func plan(on date: LocalDate) -> DayPlan {
    for layer in layers.reversed() {
      if let plan = layer.plan(on: date) { return plan }
    }
    return .unknown
  }
}
