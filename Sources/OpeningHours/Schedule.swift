/// The opening hours of a place: layers of rules for service days, in the local time of a zone.
///
/// The last layer that covers a service day decides it alone. A service day that no layer covers is unknown. A night belongs to the
/// service day it begins.
///
///     let week = WeekPlan([.monday: DayPlan([lunch]), .tuesday: DayPlan([lunch, dinner])])
///     let schedule = Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .week(week))])
///     schedule.status(at: now).sentence(at: now, in: zone)  // "Open until 22:00"
public struct Schedule: Sendable, Hashable {
  public let zone: Zone
  /// The layers, weakest first. Among layers of one level, later ones are stronger.
  public let layers: [Layer]
  /// An index of the layers; nil if there are only a few.
  let layerIndex: LayerIndex?

  /// Creates a schedule from layers in any order. They are sorted by level; among layers of one level, later ones are stronger.
  public init(zone: Zone, layers: [Layer]) {
    self.zone = zone
    var inOrder = true
    for index in layers.indices.dropFirst() where layers[index].level < layers[index - 1].level { inOrder = false }
    self.layers = inOrder ? layers : Layer.Level.allCases.flatMap { level in layers.filter { $0.level == level } }
    layerIndex = layers.count < LayerIndex.minimumLayers ? nil : LayerIndex(self.layers)
  }

  public static func == (left: Self, right: Self) -> Bool { left.zone == right.zone && left.layers == right.layers }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(zone)
    hasher.combine(layers)
  }
}
