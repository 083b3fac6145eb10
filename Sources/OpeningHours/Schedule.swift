/// The opening hours of a place as its campus means them: local times, a zone, service days. Never instants.
///
/// The last layer that covers a service day decides it. A service day that no layer covers is unknown. A night belongs to
/// the day it began.
public struct Schedule: Sendable, Hashable {
  /// The zone whose clocks the local times refer to.
  public let zone: Zone
  /// Weakest first; layers of one level keep the order in which they were given.
  public let layers: [Layer]
  /// Set where there are many layers.
  let sweep: LayerSweep?

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
    sweep = layers.count < LayerSweep.fewestLayers ? nil : LayerSweep(self.layers)
  }

  public static func == (left: Self, right: Self) -> Bool { left.zone == right.zone && left.layers == right.layers }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(zone)
    hasher.combine(layers)
  }

  /// What is known of a service day.
  public func plan(on date: LocalDate) -> DayPlan { decidingLayer(on: date).flatMap { layers[$0].plan(on: date) } ?? .unknown }

  /// The index of the layer that decides a service day: the last that covers it. Nil when none does.
  public func decidingLayer(on date: LocalDate) -> Int? {
    if let sweep { return sweep.deciding(date.daysSinceEpoch) }
    return layers.lastIndex { $0.covers(date) }
  }

  /// The index of the first layer that covers a service day, which all others replace. Nil when none does.
  public func weakestLayer(on date: LocalDate) -> Int? {
    if let sweep { return sweep.weakest(date.daysSinceEpoch) }
    return layers.firstIndex { $0.covers(date) }
  }
}
